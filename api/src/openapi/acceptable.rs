//! Everything that is read out may be refused for its media type.

use serde_json::json;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{ContentBuilder, Ref, RefOr, ResponseBuilder};

use crate::problem::PROBLEM_JSON;

/// States it for an operation that reads.
pub(super) fn state(operation: &mut Operation) {
    let has_body = |response: &RefOr<_>| match response {
        RefOr::T(utoipa::openapi::Response { content, .. }) => !content.is_empty(),
        RefOr::Ref(_) => true,
    };
    if operation.responses.responses.get("200").is_some_and(has_body) {
        operation.responses.responses.entry("406".to_owned()).or_insert_with(refusal);
    }
}

fn refusal() -> RefOr<utoipa::openapi::Response> {
    let example = json!({
        "type": "/problems#not_acceptable", "title": "No media type that is accepted", "status": 406,
        "detail": "this is there as application/json only; Accept asks for something else",
        "code": "not_acceptable",
    });
    let problem = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).example(Some(example));
    let response =
        ResponseBuilder::new().description("`Accept` asks for media types that this is not there in.");
    response.content(PROBLEM_JSON, problem.build()).build().into()
}

//! Everything that is read out may be refused for its media type.

use serde_json::json;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{ContentBuilder, Ref, RefOr, ResponseBuilder};

use crate::problem::{ApiError, PROBLEM_JSON};

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
    let example = json!(ApiError::NotAcceptable { types: vec!["application/json".to_owned()] }.problem());
    let problem = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).example(Some(example));
    let response = ResponseBuilder::new().description("The resource has no media type that `Accept` allows.");
    response.content(PROBLEM_JSON, problem.build()).build().into()
}

//! A key that is none is refused whatever it was sent for.

use serde_json::json;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{ContentBuilder, Ref, RefOr, ResponseBuilder};

use crate::problem::{ApiError, PROBLEM_JSON, PresentedKeyFault};

/// States it for an operation that says nothing else of who may call.
pub(super) fn state(operation: &mut Operation) {
    operation.responses.responses.entry("401".to_owned()).or_insert_with(refusal);
}

fn refusal() -> RefOr<utoipa::openapi::Response> {
    let example = json!(ApiError::BadPresentedKey(PresentedKeyFault::Unknown).problem());
    let problem = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).example(Some(example));
    let response = ResponseBuilder::new().description("The `Tapis-Key` is unknown or revoked.");
    response.content(PROBLEM_JSON, problem.build()).build().into()
}

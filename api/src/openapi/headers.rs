//! What is so for every header a caller may send: how it is written, and that one that cannot be read is refused.

use serde_json::json;
use tapis_games::locale::said;
use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, ResponseBuilder, Schema};

use crate::problem::{ApiError, PROBLEM_JSON};

/// Entity tags, or `*`.
const TAGS: &str = r#"^(\*|(W/)?"[!#-~]*"( *, *(W/)?"[!#-~]*")*)$"#;

/// Headers and how they are written.
const WRITTEN: [(&str, &str); 3] =
    [("Idempotency-Key", "^[!-~]{1,255}$"), ("If-Match", TAGS), ("If-None-Match", TAGS)];

/// States both for an operation.
pub(super) fn state(operation: &mut Operation) {
    let mut refusable = false;
    for parameter in operation.parameters.iter_mut().flatten() {
        let RefOr::T(parameter) = parameter else { continue };
        let Some(RefOr::T(Schema::Object(schema))) = &mut parameter.schema else { continue };
        if let Some((_, pattern)) = WRITTEN.iter().find(|(name, _)| *name == parameter.name) {
            schema.pattern = Some((*pattern).to_owned());
        }
        // Any `Accept` is understood one way or another.
        refusable |= matches!(parameter.parameter_in, ParameterIn::Header) && parameter.name != "Accept";
    }
    if refusable {
        operation.responses.responses.entry("400".to_owned()).or_insert_with(refusal);
    }
}

fn refusal() -> RefOr<utoipa::openapi::Response> {
    let detail = said("entity_tag");
    let example = json!(ApiError::InvalidHeader { header: "If-None-Match", detail }.problem());
    let problem = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).example(Some(example));
    let response = ResponseBuilder::new().description("A header cannot be read.");
    response.content(PROBLEM_JSON, problem.build()).build().into()
}

//! How the headers are written that a caller may send.

use utoipa::openapi::path::Operation;
use utoipa::openapi::{RefOr, Schema};

/// Entity tags, or `*`.
const TAGS: &str = r#"^(\*|(W/)?"[!#-~]*"( *, *(W/)?"[!#-~]*")*)$"#;

/// Headers and how they are written.
const WRITTEN: [(&str, &str); 3] =
    [("Idempotency-Key", "^[!-~]{1,255}$"), ("If-Match", TAGS), ("If-None-Match", TAGS)];

/// States it for an operation.
pub(super) fn state(operation: &mut Operation) {
    for parameter in operation.parameters.iter_mut().flatten() {
        let RefOr::T(parameter) = parameter else { continue };
        let Some(RefOr::T(Schema::Object(schema))) = &mut parameter.schema else { continue };
        if let Some((_, pattern)) = WRITTEN.iter().find(|(name, _)| *name == parameter.name) {
            schema.pattern = Some((*pattern).to_owned());
        }
    }
}

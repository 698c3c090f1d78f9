//! Refusals that say when to come back: every 429 and 503 has a `Retry-After`.

use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{HeaderBuilder, RefOr};

/// States it for an operation.
pub(super) fn state(operation: &mut Operation) {
    let responses = &mut operation.responses.responses;
    for (_, response) in responses.iter_mut().filter(|(status, _)| matches!(status.as_str(), "429" | "503")) {
        let RefOr::T(response) = response else { continue };
        let seconds = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).maximum(Some(86_400));
        let said = "Seconds after which the same request may succeed.";
        let header = HeaderBuilder::new().schema(Some(seconds)).description(Some(said)).build();
        response.headers.entry("Retry-After".to_owned()).or_insert(RefOr::T(header));
    }
}

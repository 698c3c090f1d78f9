//! The published OpenAPI document: generated from the handlers of the service, committed; Redocly checks it by the rules of `lint/`.
//!
//! `cargo run -p tapis-openapi` writes `openapi/openapi.json`; a test compares it with what the handlers say.

use std::path::PathBuf;

use serde::Serialize;
use serde_json::ser::{PrettyFormatter, Serializer};

/// Where the document is committed.
pub fn committed() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("openapi.json")
}

/// The document as the handlers say, as it is committed: indented JSON with a line feed at the end.
///
/// # Errors
/// The document cannot be written as JSON.
pub fn generated() -> serde_json::Result<String> {
    let mut text = Vec::new();
    tapis_api::openapi()
        .serialize(&mut Serializer::with_formatter(&mut text, PrettyFormatter::with_indent(b" ")))?;
    text.push(b'\n');
    Ok(String::from_utf8_lossy(&text).into_owned())
}

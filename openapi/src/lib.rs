//! The published OpenAPI document: generated from the handlers of the service, committed, and kept good by a lint.
//!
//! `cargo run -p tapis-openapi` writes `openapi/openapi.json`; a test compares it with what the handlers say.

use std::path::PathBuf;
use tapis_solver::registry::Registry;

pub mod lint;

/// Where the document is committed.
pub fn committed() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("openapi.json")
}

/// The document as the handlers say, as it is committed: indented JSON with a line feed at the end.
///
/// # Errors
/// The document cannot be written as JSON.
pub fn generated() -> serde_json::Result<String> {
    Ok(serde_json::to_string_pretty(&tapis_api::openapi(&Registry::standard()))? + "\n")
}

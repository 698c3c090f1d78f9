//! What a good OpenAPI document never lacks, checked on the JSON itself.
//!
//! Each rule is a function from the document to its findings; [`check`] runs them all. A finding names the place by
//! JSON pointer, so that it can be looked up in `openapi.json`.

use serde_json::Value;

mod choices;
mod examples;
mod generators;
mod notation;
mod operations;
mod references;
mod responses;
mod schemas;
mod security;
mod texts;
mod walk;

/// One thing the document should not have, or lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule, kebab-case: `operation-id`.
    pub rule: &'static str,
    /// JSON pointer to the place.
    pub pointer: String,
    /// What is wrong and what would be right.
    pub detail: String,
}

impl Finding {
    fn new(rule: &'static str, pointer: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { rule, pointer: pointer.into(), detail: detail.into() }
    }
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at {}: {}", self.rule, self.pointer, self.detail)
    }
}

/// All findings in `document`, rule by rule.
pub fn check(document: &Value) -> Vec<Finding> {
    let rules: [fn(&Value) -> Vec<Finding>; 13] = [
        version,
        servers,
        operations::check,
        responses::check,
        examples::check,
        security::check,
        references::check,
        schemas::integers,
        schemas::typed,
        generators::check,
        choices::check,
        notation::check,
        texts::check,
    ];
    rules.iter().flat_map(|rule| rule(document)).collect()
}

fn servers(document: &Value) -> Vec<Finding> {
    match document["servers"].as_array() {
        Some(servers) if !servers.is_empty() => Vec::new(),
        _ => vec![Finding::new("servers", "/servers", "say where the service is; `/` where the document is")],
    }
}

fn version(document: &Value) -> Vec<Finding> {
    let found = document["openapi"].as_str().unwrap_or_default();
    match found.starts_with("3.1.") {
        true => Vec::new(),
        false => vec![Finding::new("version", "/openapi", format!("'{found}' should be 3.1.x"))],
    }
}

//! What descriptions say is in the schema, and in words of the document.

use serde_json::Value;

use super::Finding;
use super::walk::every;

/// No description links to source code; values that a description lists are an enum.
pub fn check(document: &Value) -> Vec<Finding> {
    let mut findings = Vec::new();
    every("", document, &mut |pointer, value| {
        let Some(text) = value["description"].as_str() else { return };
        if text.contains("[`") {
            findings.push(Finding::new("code-link", pointer, "a reader of the document has no source code"));
        }
        let is_open = ["enum", "const", "pattern", "format"].iter().all(|key| value.get(key).is_none());
        if value["type"] == "string" && is_open && lists_values(text) {
            findings.push(Finding::new("closed-set", pointer, "the values it lists should be an enum"));
        }
    });
    findings
}

/// Whether a text lists values and nothing else in code: `this`, `that` or `other`.
fn lists_values(text: &str) -> bool {
    let parts: Vec<&str> = text.split('`').collect();
    let code: Vec<&str> = parts.iter().skip(1).step_by(2).copied().collect();
    let between = parts.get(2..parts.len().saturating_sub(1)).unwrap_or_default();
    let joined = between.iter().step_by(2).any(|words| matches!(*words, " or " | ", or "));
    let is_value = |word: &&str| word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_');
    code.len() > 1 && joined && code.iter().all(is_value)
}

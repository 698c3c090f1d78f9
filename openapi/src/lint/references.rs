//! Every reference leads somewhere, and nothing is left over.

use std::collections::HashSet;

use serde_json::Value;

use super::Finding;
use super::walk::{escape, every, members};

/// Each `$ref` resolves within the document, and every schema of the components is used.
pub fn check(document: &Value) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut used = HashSet::new();
    every("", document, &mut |pointer, value| {
        let Some(reference) = value.get("$ref").and_then(Value::as_str) else { return };
        let target = reference.strip_prefix('#').and_then(|place| document.pointer(place));
        if target.is_none() {
            findings.push(Finding::new("reference", pointer, format!("'{reference}' leads nowhere")));
        }
        used.insert(reference.to_owned());
    });
    for (name, _) in members(&document["components"]["schemas"]) {
        let pointer = format!("/components/schemas/{}", escape(name));
        if !used.contains(&format!("#{pointer}")) {
            findings.push(Finding::new("unused-schema", pointer, "nothing refers to it"));
        }
    }
    findings
}

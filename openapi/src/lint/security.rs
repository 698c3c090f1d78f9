//! Who may call what is said for every operation.

use serde_json::Value;

use super::Finding;
use super::walk::{members, operations};

/// There are security schemes; a default stands at the root; each requirement names a scheme; and an operation whose
/// path lies outside `/v1` (health, documents) is explicitly public.
pub fn check(document: &Value) -> Vec<Finding> {
    let schemes: Vec<&str> =
        members(&document["components"]["securitySchemes"]).map(|(name, _)| name).collect();
    let mut findings = Vec::new();
    if schemes.is_empty() {
        findings.push(Finding::new("security-scheme", "/components/securitySchemes", "there is none"));
    }
    if document["security"].as_array().is_none() {
        findings.push(Finding::new(
            "security-root",
            "/security",
            "the default for all operations is missing",
        ));
    }
    findings.extend(unknown_schemes("", &document["security"], &schemes));
    for operation in operations(document) {
        findings.extend(unknown_schemes(&operation.pointer, &operation.value["security"], &schemes));
        if !operation.path.starts_with("/v1") && operation.value.get("security").is_none() {
            let detail = "say who may call it; public is an explicitly empty list";
            findings.push(Finding::new("security-public", &operation.pointer, detail));
        }
    }
    findings
}

fn unknown_schemes(pointer: &str, security: &Value, schemes: &[&str]) -> Vec<Finding> {
    let requirements = security.as_array().into_iter().flatten();
    requirements
        .flat_map(members)
        .filter(|(name, _)| !schemes.contains(name))
        .map(|(name, _)| {
            Finding::new(
                "security-scheme",
                format!("{pointer}/security"),
                format!("no scheme is named '{name}'"),
            )
        })
        .collect()
}

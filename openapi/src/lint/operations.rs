//! Every operation has a unique, well-formed name and says what it does.

use std::collections::HashMap;

use serde_json::Value;

use super::Finding;
use super::walk::operations;

/// `operationId`s are unique lowerCamelCase; summary, description and a declared tag stand on each operation; each
/// path parameter of the template is documented and every parameter described.
pub fn check(document: &Value) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut seen: HashMap<&str, String> = HashMap::new();
    let declared: Vec<&str> =
        document["tags"].as_array().into_iter().flatten().filter_map(|tag| tag["name"].as_str()).collect();
    let all = operations(document);
    if all.is_empty() {
        findings.push(Finding::new("operations", "/paths", "the document has no operation"));
    }
    for operation in &all {
        let id = operation.value["operationId"].as_str().unwrap_or_default();
        if !is_lower_camel_case(id) {
            let detail = format!("'{id}' should be lowerCamelCase, a verb first");
            findings.push(Finding::new("operation-id", &operation.pointer, detail));
        }
        if let Some(other) = seen.insert(id, operation.pointer.clone()) {
            let detail = format!("'{id}' also names {other}");
            findings.push(Finding::new("operation-id-unique", &operation.pointer, detail));
        }
        findings.extend(texts(&operation.pointer, operation.value));
        findings.extend(tags(&operation.pointer, operation.value, &declared));
        findings.extend(parameters(&operation.pointer, operation.path, operation.value));
    }
    findings
}

fn texts(pointer: &str, operation: &Value) -> Vec<Finding> {
    ["summary", "description"]
        .into_iter()
        .filter(|&key| operation[key].as_str().is_none_or(|text| text.trim().is_empty()))
        .map(|key| Finding::new("operation-text", pointer, format!("the {key} is missing")))
        .collect()
}

fn tags(pointer: &str, operation: &Value, declared: &[&str]) -> Vec<Finding> {
    let tags: Vec<&str> =
        operation["tags"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut findings: Vec<_> = tags
        .iter()
        .filter(|tag| !declared.contains(tag))
        .map(|tag| {
            Finding::new("operation-tag", pointer, format!("the tag '{tag}' is not declared at the root"))
        })
        .collect();
    if tags.is_empty() {
        findings.push(Finding::new("operation-tag", pointer, "it has no tag"));
    }
    findings
}

fn parameters(pointer: &str, path: &str, operation: &Value) -> Vec<Finding> {
    let given: Vec<&Value> = operation["parameters"].as_array().into_iter().flatten().collect();
    let mut findings: Vec<_> = given
        .iter()
        .filter(|parameter| parameter["description"].as_str().is_none_or(str::is_empty))
        .map(|parameter| {
            Finding::new("parameter-text", pointer, format!("{} is not described", parameter["name"]))
        })
        .collect();
    let named = |name: &str| given.iter().any(|given| given["in"] == "path" && given["name"] == name);
    findings.extend(
        template_names(path)
            .filter(|name| !named(name))
            .map(|name| Finding::new("path-parameter", pointer, format!("{{{name}}} is not documented"))),
    );
    findings
}

fn template_names(path: &str) -> impl Iterator<Item = &str> {
    path.split('{').skip(1).filter_map(|part| part.split_once('}')).map(|(name, _)| name)
}

fn is_lower_camel_case(id: &str) -> bool {
    id.starts_with(|first: char| first.is_ascii_lowercase()) && id.chars().all(|c| c.is_ascii_alphanumeric())
}

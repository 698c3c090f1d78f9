//! Every JSON body has an example.

use serde_json::Value;

use super::Finding;
use super::walk::{members, operations, resolve};

/// Each request body, and each 2xx and 4xx response with JSON in it, has an example: beside the schema or in it.
pub fn check(document: &Value) -> Vec<Finding> {
    let mut findings = Vec::new();
    for operation in operations(document) {
        let body = resolve(document, &operation.value["requestBody"]);
        let pointer = format!("{}/requestBody", operation.pointer);
        findings.extend(without_example(document, &pointer, body));
        for (status, response) in members(&operation.value["responses"]) {
            if status.starts_with(['2', '4']) {
                let pointer = format!("{}/responses/{status}", operation.pointer);
                findings.extend(without_example(document, &pointer, resolve(document, response)));
            }
        }
    }
    findings
}

fn without_example(document: &Value, pointer: &str, body: &Value) -> Vec<Finding> {
    members(&body["content"])
        .filter(|(media, _)| media.ends_with("json"))
        .filter(|(_, content)| !has_example(content) && !has_example(resolve(document, &content["schema"])))
        .map(|(media, _)| Finding::new("example", pointer, format!("{media} has no example")))
        .collect()
}

fn has_example(value: &Value) -> bool {
    let several = match &value["examples"] {
        Value::Object(named) => !named.is_empty(),
        Value::Array(listed) => !listed.is_empty(),
        _ => false,
    };
    several || value.get("example").is_some()
}

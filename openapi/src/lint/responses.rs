//! Every response says what it is, and every refusal is a problem document.

use serde_json::Value;

use super::Finding;
use super::walk::{Operation, members, operations, resolve};

/// The media type of refusals (RFC 9457).
const PROBLEM: &str = "application/problem+json";

/// Each operation documents a success; every response has a description; every 4xx and 5xx is a problem document; an
/// operation with a body documents 400, 413, 415 and 422, one with path parameters 404; 429 and 503 have a `Retry-After`.
pub fn check(document: &Value) -> Vec<Finding> {
    operations(document).iter().flat_map(|operation| operation_responses(document, operation)).collect()
}

fn operation_responses(document: &Value, operation: &Operation<'_>) -> Vec<Finding> {
    let responses = &operation.value["responses"];
    let mut findings = Vec::new();
    if !members(responses).any(|(status, _)| status.starts_with('2')) {
        findings.push(Finding::new("success-response", &operation.pointer, "no 2xx response is documented"));
    }
    for status in expected_refusals(operation) {
        if responses.get(status).is_none() {
            let detail = format!("the refusal {status} is not documented");
            findings.push(Finding::new("problem-response", &operation.pointer, detail));
        }
    }
    for (status, response) in members(responses) {
        let pointer = format!("{}/responses/{status}", operation.pointer);
        let response = resolve(document, response);
        if response["description"].as_str().is_none_or(|text| text.trim().is_empty()) {
            findings.push(Finding::new("response-text", &pointer, "it has no description"));
        }
        if matches!(status, "429" | "503") && response["headers"].get("Retry-After").is_none() {
            findings.push(Finding::new("retry-after", &pointer, "say when to come back: Retry-After"));
        }
        if status.starts_with(['4', '5']) && response["content"].get(PROBLEM).is_none() {
            findings.push(Finding::new("problem-response", &pointer, format!("it should be {PROBLEM}")));
        }
    }
    findings
}

fn expected_refusals(operation: &Operation<'_>) -> Vec<&'static str> {
    let mut statuses = Vec::new();
    if operation.value.get("requestBody").is_some() {
        statuses.extend(["400", "413", "415", "422"]);
    }
    if operation.path.contains('{') {
        statuses.push("404");
    }
    statuses
}

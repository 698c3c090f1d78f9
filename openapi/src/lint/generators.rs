//! What generators of clients stumble over.

use serde_json::Value;

use super::Finding;
use super::walk::{escape, every, members, resolve};

/// Schemas have names that can be names of types, what is put together are objects, a default is a plain value, what may be
/// absent is never null, a large integer has a format, arguments that are none are closed.
pub fn check(document: &Value) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (name, _) in members(&document["components"]["schemas"]) {
        let upper = name.starts_with(|first: char| first.is_ascii_uppercase());
        if !upper || !name.chars().all(|letter| letter.is_ascii_alphanumeric()) {
            let pointer = format!("/components/schemas/{name}");
            findings.push(Finding::new("schema-name", pointer, "use UpperCamelCase"));
        }
    }
    every("", document, &mut |pointer, value| {
        findings.extend(null_members(pointer, value));
        let parts = value.get("allOf").and_then(Value::as_array);
        for part in parts.into_iter().flatten().filter(|part| !is_object(document, part)) {
            let detail = format!("{} is no object with members", part["$ref"]);
            findings.push(Finding::new("all-of-objects", pointer, detail));
        }
        if value.get("default").is_some_and(Value::is_null)
            && !pointer.ends_with("/properties")
            && !takes_null(value)
        {
            findings.push(Finding::new("default", pointer, "null is not one of its values"));
        }
        findings.extend(of_schema(pointer, value));
    });
    findings
}

/// What compiles in some languages only.
fn of_schema(pointer: &str, schema: &Value) -> Vec<Finding> {
    let mut findings = Vec::new();
    if pointer.ends_with("/properties") {
        return findings;
    }
    let default = &schema["default"];
    if default.is_array() || default.is_object() {
        findings.push(Finding::new("plain-default", pointer, "say a list or an object in words"));
    }
    let bound = ["minimum", "maximum"].iter().filter_map(|key| schema[*key].as_f64());
    let is_wide = bound.fold(0.0, |most: f64, bound| most.max(bound.abs())) > f64::from(i32::MAX);
    if schema["type"] == "integer" && is_wide && schema["format"] != "int64" {
        findings.push(Finding::new("wide-integer", pointer, "say `format: int64`"));
    }
    let (kind, arguments) = (&schema["properties"]["kind"]["enum"], &schema["properties"]["args"]);
    let has_none = arguments["type"] == "object" && arguments.get("properties").is_none();
    if kind.as_array().is_some_and(|kinds| kinds.len() == 1)
        && has_none
        && arguments["additionalProperties"] != false
    {
        let place = format!("{pointer}/properties/args");
        findings.push(Finding::new("closed-arguments", place, "this kind has none: allow none"));
    }
    findings
}

/// Members that may be left out and may be null: no answer has a null where it can leave a member out.
fn null_members(pointer: &str, schema: &Value) -> Vec<Finding> {
    let required =
        |name: &str| schema["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name));
    let named = members(&schema["properties"]).filter(|(name, member)| !required(name) && takes_null(member));
    let place = |name: &str| format!("{pointer}/properties/{}", escape(name));
    named
        .map(|(name, _)| {
            Finding::new("null-member", place(name), "a member that may be absent is never null")
        })
        .collect()
}

/// Whether a schema is an object whose members are known, directly or put together.
fn is_object(document: &Value, schema: &Value) -> bool {
    let schema = resolve(document, schema);
    let parts = schema.get("allOf").and_then(Value::as_array);
    schema["type"] == "object"
        || parts.is_some_and(|parts| parts.iter().all(|part| is_object(document, part)))
}

fn takes_null(schema: &Value) -> bool {
    let is_null = |kind: &Value| kind == "null";
    let shapes = ["oneOf", "anyOf"].iter().filter_map(|key| schema[*key].as_array());
    let mut shapes = shapes.flatten().map(|shape| &shape["type"]);
    schema["type"].as_array().is_some_and(|kinds| kinds.iter().any(is_null)) || shapes.any(is_null)
}

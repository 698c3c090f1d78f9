//! Every value has a type, and every number survives a JavaScript client.

use serde_json::Value;

use super::Finding;
use super::walk::every;

/// The largest integer a JSON reader with doubles keeps exactly: 2⁵³ − 1.
const SAFE: f64 = 9_007_199_254_740_991.0;

/// Formats whose every value is safe.
const NARROW: [&str; 6] = ["int8", "int16", "int32", "uint8", "uint16", "uint32"];

/// An integer schema is of a narrow format or states bounds within ±(2⁵³ − 1).
pub fn integers(document: &Value) -> Vec<Finding> {
    let mut findings = Vec::new();
    every("", document, &mut |pointer, value| {
        if has_type(value, "integer") && !is_bounded(value) {
            let detail = "state a minimum and a maximum within ±(2^53 − 1), or use a string";
            findings.push(Finding::new("integer-bounds", pointer, detail));
        }
    });
    findings
}

fn is_bounded(schema: &Value) -> bool {
    let narrow = schema["format"].as_str().is_some_and(|format| NARROW.contains(&format));
    let within = |key: &str| schema[key].as_f64().is_some_and(|bound| bound.abs() <= SAFE);
    let counted = schema.get("enum").is_some() || schema.get("const").is_some();
    counted || narrow && !exceeds(schema) || within("minimum") && within("maximum")
}

/// A stated bound beyond the safe range contradicts even a narrow format.
fn exceeds(schema: &Value) -> bool {
    ["minimum", "maximum"].iter().any(|key| schema[*key].as_f64().is_some_and(|bound| bound.abs() > SAFE))
}

/// An object schema lists its properties or types its values; a schema is never empty ("anything").
pub fn typed(document: &Value) -> Vec<Finding> {
    let mut findings = Vec::new();
    every("", document, &mut |pointer, value| {
        let schema_place = pointer.ends_with("/schema")
            || pointer.ends_with("/items")
            || pointer.ends_with("/additionalProperties")
            || parent(pointer).ends_with("/properties")
            || parent(pointer) == "/components/schemas";
        if schema_place && value.is_object() && says_nothing(value) {
            findings.push(Finding::new("typed", pointer, "it allows anything; give it a schema"));
        }
    });
    findings
}

fn says_nothing(schema: &Value) -> bool {
    const SHAPES: [&str; 7] = ["$ref", "oneOf", "anyOf", "allOf", "enum", "const", "not"];
    if SHAPES.iter().any(|key| schema.get(*key).is_some()) {
        return false;
    }
    let open_object = has_type(schema, "object")
        && ["properties", "additionalProperties", "patternProperties"]
            .iter()
            .all(|key| schema.get(*key).is_none());
    schema.get("type").is_none() || open_object
}

fn has_type(schema: &Value, name: &str) -> bool {
    match schema.get("type") {
        Some(Value::String(kind)) => kind == name,
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == name),
        _ => false,
    }
}

fn parent(pointer: &str) -> &str {
    pointer.rsplit_once('/').map_or("", |(parent, _)| parent)
}

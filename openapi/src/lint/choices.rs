//! Choices that generators of clients cannot tell apart or cannot name.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Finding;
use super::walk::{every, members, resolve};

/// A list among the shapes of a choice has a name, one shape at most is a string, kinds have a discriminator, and no two schemas
/// make one name.
pub fn check(document: &Value) -> Vec<Finding> {
    let mut findings = names(document);
    every("", document, &mut |pointer, value| {
        for key in ["oneOf", "anyOf"] {
            let Some(shapes) = value[key].as_array().filter(|_| !pointer.ends_with("/properties")) else {
                continue;
            };
            findings.extend(of_shapes(document, pointer, shapes));
            if value.get("discriminator").is_none()
                && let Some(tag) = common_tag(document, shapes)
            {
                let detail = format!("`{tag}` tells which it is: say so");
                findings.push(Finding::new("discriminator", pointer, detail));
            }
        }
    });
    findings
}

fn of_shapes(document: &Value, pointer: &str, shapes: &[Value]) -> Vec<Finding> {
    let strings = shapes.iter().filter(|shape| resolve(document, shape)["type"] == "string").count();
    let list = shapes.iter().any(|shape| shape["type"] == "array");
    let strings = (strings > 1).then(|| Finding::new("one-string", pointer, "make one shape of the strings"));
    let list = list.then(|| Finding::new("named-list", pointer, "give the list a name"));
    strings.into_iter().chain(list).collect()
}

/// The member that has one value in each shape, and another in each.
fn common_tag<'a>(document: &'a Value, shapes: &'a [Value]) -> Option<&'a str> {
    let value =
        |shape: &'a Value, tag: &str| match resolve(document, shape)["properties"][tag]["enum"].as_array() {
            Some(values) if values.len() == 1 => values[0].as_str(),
            _ => None,
        };
    let first = resolve(document, shapes.first()?);
    members(&first["properties"]).map(|(tag, _)| tag).find(|tag| {
        let mut values: Vec<_> = shapes.iter().filter_map(|shape| value(shape, tag)).collect();
        values.sort_unstable();
        values.dedup();
        shapes.len() > 1 && values.len() == shapes.len()
    })
}

/// Names that differ in case or signs alone, and what is written out in a schema and would be named as another one is.
fn names(document: &Value) -> Vec<Finding> {
    let schemas = &document["components"]["schemas"];
    let plain =
        |name: &str| name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
    let mut known: BTreeMap<String, &str> = BTreeMap::new();
    let mut findings = Vec::new();
    for (name, _) in members(schemas) {
        if let Some(other) = known.insert(plain(name), name) {
            let detail = format!("{other} makes the same name");
            findings.push(Finding::new("unique-name", format!("/components/schemas/{name}"), detail));
        }
    }
    for (name, schema) in members(schemas) {
        for (member, value) in members(&schema["properties"]) {
            let written_out =
                ["properties", "enum", "oneOf", "anyOf"].iter().any(|key| value.get(*key).is_some());
            if let Some(other) = known.get(&plain(&format!("{name}{member}"))).filter(|_| written_out) {
                let place = format!("/components/schemas/{name}/properties/{member}");
                findings.push(Finding::new("unique-name", place, format!("{other} makes the same name")));
            }
        }
    }
    findings
}

//! Ways through a document: its operations, and every value below a place.

use serde_json::Value;

const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/// One operation and where it stands.
pub struct Operation<'a> {
    /// `/paths/~1v1~1games/post`.
    pub pointer: String,
    /// The path template.
    pub path: &'a str,
    /// The operation object.
    pub value: &'a Value,
}

/// All operations of the document.
pub fn operations(document: &Value) -> Vec<Operation<'_>> {
    members(&document["paths"])
        .flat_map(|(path, item)| {
            members(item).filter(|(method, _)| METHODS.contains(method)).map(move |(method, value)| {
                Operation { pointer: format!("/paths/{}/{method}", escape(path)), path, value }
            })
        })
        .collect()
}

/// The members of an object; none for anything else.
pub fn members(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(key, value)| (key.as_str(), value))
}

/// Calls `visit` with every value from `value` down, each with its pointer. Examples are data, not document, and are
/// left out.
pub fn every(pointer: &str, value: &Value, visit: &mut impl FnMut(&str, &Value)) {
    visit(pointer, value);
    match value {
        Value::Object(map) => {
            for (key, child) in map.iter().filter(|(key, _)| !is_example(pointer, key)) {
                every(&format!("{pointer}/{}", escape(key)), child, visit);
            }
        }
        Value::Array(items) => {
            for (index, child) in items.iter().enumerate() {
                every(&format!("{pointer}/{index}"), child, visit);
            }
        }
        _ => {}
    }
}

/// `example`, `examples` and `default` hold data, unless they name a property.
fn is_example(pointer: &str, key: &str) -> bool {
    matches!(key, "example" | "examples" | "default" | "const" | "enum") && !pointer.ends_with("/properties")
}

/// Follows `$ref`s within the document, at most eight deep.
pub fn resolve<'a>(document: &'a Value, mut value: &'a Value) -> &'a Value {
    for _ in 0..8 {
        let Some(reference) = value["$ref"].as_str().and_then(|text| text.strip_prefix('#')) else { break };
        let Some(target) = document.pointer(reference) else { break };
        value = target;
    }
    value
}

/// A key as a part of a JSON pointer (RFC 6901).
pub fn escape(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

//! RFC 8785 canonical JSON of what the server hashes: strings, booleans, null and integers, nested.

use serde_json::Value;
use sha2::{Digest, Sha256};

/// Lower-case hex SHA-256 of the canonical JSON.
pub fn sha256(value: &Value) -> String {
    let mut text = String::new();
    write(value, &mut text);
    hex::encode(Sha256::digest(text.as_bytes()))
}

fn write(value: &Value, out: &mut String) {
    match value {
        Value::Object(map) => {
            let mut keys: Vec<&String> = map.keys().collect();
            keys.sort_by_key(|key| key.encode_utf16().collect::<Vec<u16>>());
            let members = keys.into_iter().map(|key| (Some(key), &map[key]));
            list(members, ('{', '}'), out);
        }
        Value::Array(items) => list(items.iter().map(|item| (None, item)), ('[', ']'), out),
        scalar => out.push_str(&scalar.to_string()),
    }
}

fn list<'a>(
    items: impl Iterator<Item = (Option<&'a String>, &'a Value)>,
    (open, close): (char, char),
    out: &mut String,
) {
    out.push(open);
    for (index, (key, item)) in items.enumerate() {
        if index > 0 {
            out.push(',');
        }
        if let Some(key) = key {
            out.push_str(&Value::from(key.as_str()).to_string());
            out.push(':');
        }
        write(item, out);
    }
    out.push(close);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_sorted_and_nothing_is_padded() {
        let value = serde_json::json!({"b": [1, true, null], "a": {"é": "\n\"é"}});
        let mut text = String::new();
        write(&value, &mut text);
        assert_eq!(text, r#"{"a":{"é":"\n\"é"},"b":[1,true,null]}"#);
    }
}

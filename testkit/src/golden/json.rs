//! The difference of two JSON values, one line a change.

use serde_json::Value;

/// What leads from `old` to `new`: `- path: value` gone, `+ path: value` new, `~ path: old → new` other. New values that
/// make a line longer than `width` are taken apart.
pub(super) fn changes(old: &Value, new: &Value, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    compare("", old, new, width, &mut lines);
    lines
}

fn compare(path: &str, old: &Value, new: &Value, width: usize, lines: &mut Vec<String>) {
    match (old, new) {
        (old, new) if old == new => {}
        (Value::Null, new) => added(path, new, width, lines),
        (Value::Object(old), Value::Object(new)) => {
            for (key, gone) in old.iter().filter(|(key, _)| !new.contains_key(*key)) {
                lines.push(format!("- {path}/{key}: {gone}"));
            }
            for (key, value) in new {
                compare(&format!("{path}/{key}"), old.get(key).unwrap_or(&Value::Null), value, width, lines);
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (i, (old, new)) in old.iter().zip(new).enumerate() {
                compare(&format!("{path}/{i}"), old, new, width, lines);
            }
        }
        (Value::Array(old), Value::Array(new)) => spliced(path, old, new, width, lines),
        (old, new) => lines.push(format!("~ {path}: {old} → {new}")),
    }
}

/// Lists of different lengths: what differs between their common beginning and their common end.
fn spliced(path: &str, old: &[Value], new: &[Value], width: usize, lines: &mut Vec<String>) {
    let shorter = old.len().min(new.len());
    let head = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let tail = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take(shorter - head)
        .take_while(|(old, new)| old == new)
        .count();
    for (i, gone) in old.iter().enumerate().take(old.len() - tail).skip(head) {
        lines.push(format!("- {path}/{i}: {gone}"));
    }
    for (i, value) in new.iter().enumerate().take(new.len() - tail).skip(head) {
        added(&format!("{path}/{i}"), value, width, lines);
    }
}

fn added(path: &str, value: &Value, width: usize, lines: &mut Vec<String>) {
    let line = format!("+ {path}: {value}");
    match value {
        Value::Object(entries) if line.chars().count() > width => {
            entries.iter().for_each(|(key, value)| added(&format!("{path}/{key}"), value, width, lines));
        }
        Value::Array(items) if line.chars().count() > width => {
            items
                .iter()
                .enumerate()
                .for_each(|(i, value)| added(&format!("{path}/{i}"), value, width, lines));
        }
        _ => lines.push(line),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::changes;

    #[test]
    fn changes_are_told_apart() {
        let old = json!({"row": [1, 2, 3], "gone": true, "same": [1], "seat": {"cards": 1}});
        let new = json!({"row": [2, 3], "same": [1], "seat": {"cards": 2}, "new": "x"});
        let expected = ["- /gone: true", "- /row/0: 1", "~ /seat/cards: 1 → 2", "+ /new: \"x\""];
        let mut found = changes(&old, &new, 80);
        let mut expected = expected.map(str::to_owned).to_vec();
        found.sort();
        expected.sort();
        assert_eq!(found, expected);
    }

    #[test]
    fn long_new_values_are_taken_apart() {
        let new = json!({"a": [1, 2], "b": "c"});
        assert_eq!(changes(&json!(null), &new, 12), ["+ /a: [1,2]", "+ /b: \"c\""]);
        assert_eq!(changes(&json!(null), &new, 40).len(), 1);
    }
}

//! Values that are nearly right, and values that are not.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

/// Any JSON of a moderate size, with numbers that hurt.
pub fn any_json() -> impl Strategy<Value = Value> + Clone {
    let number = prop_oneof![
        any::<i64>().prop_map(|n| json!(n)),
        any::<u64>().prop_map(|n| json!(n)),
        (-3..300i64).prop_map(|n| json!(n)),
        any::<f64>().prop_map(|n| json!(n)),
    ];
    let text = prop_oneof!["\\PC{0,12}", "[a-z_]{0,12}", Just("\u{0}".to_owned()), "[0-9a-f]{64}"];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(|b| json!(b)),
        number,
        text.prop_map(|t| json!(t))
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::Array),
            btree_map("[a-z_]{0,10}", inner, 0..5).prop_map(|map| json!(map)),
        ]
    })
    .boxed()
}

/// What is done to one place of a value.
#[derive(Clone, Debug)]
pub enum Change {
    Replace(Value),
    Remove,
    Repeat,
    Nudge(i64),
}

/// A place, and what is done to it.
pub fn change() -> impl Strategy<Value = (Index, Change)> {
    let change = prop_oneof![
        3 => any_json().prop_map(Change::Replace),
        2 => Just(Change::Remove),
        2 => Just(Change::Repeat),
        3 => prop_oneof![-2..3i64, any::<i64>()].prop_map(Change::Nudge),
    ];
    (any::<Index>(), change)
}

/// Changes one place of a value.
pub fn apply(value: &mut Value, (place, change): &(Index, Change)) {
    let mut pointers = Vec::new();
    collect("", value, &mut pointers);
    let pointer = place.get(&pointers).clone();
    let Some((parent, key)) = pointer.rsplit_once('/') else { return };
    if let Change::Replace(new) = change {
        *value.pointer_mut(&pointer).unwrap() = new.clone();
        return;
    }
    if let (Change::Nudge(by), Some(number)) = (change, value.pointer(&pointer).and_then(Value::as_i64)) {
        *value.pointer_mut(&pointer).unwrap() = json!(number.wrapping_add(*by));
        return;
    }
    match (value.pointer_mut(parent).unwrap(), change) {
        (Value::Array(items), Change::Remove) => drop(items.remove(key.parse().unwrap())),
        (Value::Array(items), Change::Repeat) => items.push(items[key.parse::<usize>().unwrap()].clone()),
        (Value::Object(members), Change::Remove) => drop(members.remove(key)),
        (Value::Object(members), Change::Repeat) => drop(members.insert(format!("{key}_"), json!(1))),
        _ => {}
    }
}

/// Pointers to everything below the root.
fn collect(at: &str, value: &Value, pointers: &mut Vec<String>) {
    if !at.is_empty() {
        pointers.push(at.to_owned());
    }
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(n, item)| collect(&format!("{at}/{n}"), item, pointers));
        }
        Value::Object(members) => {
            members.iter().for_each(|(key, item)| collect(&format!("{at}/{key}"), item, pointers));
        }
        _ => {}
    }
    if at.is_empty() && pointers.is_empty() {
        pointers.push(String::new());
    }
}

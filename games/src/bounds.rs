//! Bounds of numbers in options: they stand in the schema of the options, and are read from it.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::json::json;
use crate::locale::said;
use crate::ruleset::{Fault, MOST_FAULTS};

/// The bounds of options: of every number whose schema has a `minimum` and a `maximum`.
pub struct Bounds {
    schema: Value,
    named: BTreeMap<String, Value>,
    usual: Value,
}

impl Bounds {
    /// Reads them from the schema of `O`.
    pub fn of<O: ToSchema + Serialize + Default>() -> Self {
        let mut named = Vec::new();
        O::schemas(&mut named);
        let named = named.into_iter().map(|(name, schema)| (name, json(schema))).collect();
        Self { schema: json(O::schema()), named, usual: json(O::default()) }
    }

    /// `faults`, and every number of `options` out of bounds at whose place none of them is.
    pub fn check(&self, options: &impl Serialize, mut faults: Vec<Fault>) -> Vec<Fault> {
        self.walk(&self.schema, &json(options), String::new(), &mut faults);
        faults
    }

    fn walk(&self, schema: &Value, value: &Value, at: String, faults: &mut Vec<Fault>) {
        let name = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next());
        let schema = name.and_then(|name| self.named.get(name)).unwrap_or(schema);
        for one in schema["oneOf"].as_array().into_iter().flatten() {
            self.walk(one, value, at.clone(), faults);
        }
        match value {
            Value::Object(members) => members.iter().for_each(|(key, value)| {
                self.walk(&schema["properties"][key], value, format!("{at}/{key}"), faults);
            }),
            Value::Array(items) => items.iter().enumerate().for_each(|(place, value)| {
                self.walk(&schema["items"], value, format!("{at}/{place}"), faults);
            }),
            Value::Number(number) => {
                let [least, most] = ["minimum", "maximum"].map(|bound| schema[bound].as_i64());
                let (Some(n), Some(least), Some(most)) = (number.as_i64(), least, most) else { return };
                let is_new = || faults.len() < MOST_FAULTS && faults.iter().all(|fault| fault.pointer != at);
                if !(least..=most).contains(&n) && is_new() {
                    faults.push(self.fault(at, n, least, most));
                }
            }
            _ => {}
        }
    }

    fn fault(&self, at: String, value: i64, least: i64, most: i64) -> Fault {
        // What a list has at a place of the usual options says nothing of another list. A number as printed stands in no ruleset.
        let of_schema = |name: &str| self.schema["properties"][name]["default"].as_i64();
        let usual = |name: &str| self.usual.get(name).and_then(Value::as_i64).or_else(|| of_schema(name));
        let usual = at.get(1..).and_then(usual);
        let detail = match usual {
            Some(usual) => said("option_bounds").with("usual", usual),
            None => said("value_bounds"),
        };
        Fault::new(at, detail.with("value", value).with("least", least).with("most", most))
    }
}

//! The document as a validator.

use std::collections::HashMap;

use jsonschema::Validator;
use serde_json::{Map, Value, json};

use crate::common::Answer;

/// The document, and the validators made of its parts so far.
pub struct Document {
    pub value: Value,
    made: HashMap<String, Validator>,
}

impl Document {
    /// The document of the games there are.
    pub fn new() -> Self {
        let value = serde_json::to_value(tapis_api::openapi()).unwrap();
        Self { value, made: HashMap::new() }
    }

    /// Where the part at `pointer` stands: where it leads, if it is a reference.
    pub fn place(&self, pointer: String) -> String {
        let reference = self.value.pointer(&pointer).and_then(|part| part["$ref"].as_str());
        reference.map(|reference| reference.trim_start_matches('#').to_owned()).unwrap_or(pointer)
    }

    /// What is wrong with `instance` by the schema at `pointer`.
    pub fn faults(&mut self, pointer: &str, instance: &Value) -> Vec<String> {
        let Self { value, made } = self;
        let validator = made.entry(pointer.to_owned()).or_insert_with(|| {
            // A document of its own, in which references lead where they did. What no reference leads to is left out: a
            // validator copies its document several times.
            let schema = value.pointer(pointer).unwrap_or_else(|| panic!("no schema at {pointer}"));
            let mut reached = Map::new();
            reach(value, schema, &mut reached);
            let whole = json!({"allOf": [schema], "components": {"schemas": reached}});
            jsonschema::draft202012::new(&whole).unwrap_or_else(|error| panic!("{pointer}: {error}"))
        });
        let faults = validator.iter_errors(instance);
        faults.map(|fault| format!("{}: {}", fault.instance_path(), cut(&fault.to_string()))).collect()
    }

    /// Checks that `answer` is one that the document promises for this operation, `get /v1/games`.
    #[track_caller]
    pub fn check(&mut self, operation: &str, answer: &Answer) {
        let (method, path) = operation.split_once(' ').unwrap();
        let place = format!("/paths/{}/{method}/responses", escape(path));
        let own = format!("{place}/{}", answer.status);
        // Any operation may refuse for these; those of several operations stand once.
        let common = matches!(answer.status, 400 | 401 | 406 | 408 | 422 | 429 | 500 | 503);
        let is_own = !common || self.value.pointer(&own).is_some();
        let response = self.place(if is_own { own } else { format!("{place}/default") });
        assert!(
            self.value.pointer(&response).is_some(),
            "{operation} answers {}: {}",
            answer.status,
            answer.text()
        );
        let media = answer.header("content-type").unwrap_or_default();
        let media = media.split(';').next().unwrap_or_default();
        if !media.ends_with("json") {
            return;
        }
        let schema = format!("{response}/content/{}/schema", escape(media));
        let faults = self.faults(&schema, &answer.json());
        assert!(faults.is_empty(), "{operation} {}: {faults:#?}\n{}", answer.status, cut(&answer.text()));
    }
}

/// Adds the schemas of the document that references below `part` lead to, and those that theirs lead to.
fn reach(document: &Value, part: &Value, reached: &mut Map<String, Value>) {
    match part {
        Value::Object(map) => {
            let name = map
                .get("$ref")
                .and_then(|reference| reference.as_str()?.strip_prefix("#/components/schemas/"));
            if let Some(name) = name.filter(|name| !reached.contains_key(*name)) {
                let schema = &document["components"]["schemas"][name];
                reached.insert(name.to_owned(), schema.clone());
                reach(document, schema, reached);
            }
            map.values().for_each(|below| reach(document, below, reached));
        }
        Value::Array(items) => items.iter().for_each(|below| reach(document, below, reached)),
        _ => {}
    }
}

/// A key as a part of a JSON pointer.
pub fn escape(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

fn cut(text: &str) -> String {
    text.chars().take(2_000).collect()
}

//! The document as a validator.

use std::collections::HashMap;

use jsonschema::Validator;
use serde_json::{Value, json};
use tapis_solver::registry::Registry;

use crate::common::Answer;

/// The document, and the validators made of its parts so far.
pub struct Document {
    pub value: Value,
    made: HashMap<String, Validator>,
}

impl Document {
    /// The document of the games there are.
    pub fn new() -> Self {
        let value = serde_json::to_value(tapis_api::openapi(&Registry::standard())).unwrap();
        Self { value, made: HashMap::new() }
    }

    /// What is wrong with `instance` by the schema at `pointer`.
    pub fn faults(&mut self, pointer: &str, instance: &Value) -> Vec<String> {
        let Self { value, made } = self;
        let validator = made.entry(pointer.to_owned()).or_insert_with(|| {
            // A document of its own, in which references lead where they did.
            let schema = value.pointer(pointer).unwrap_or_else(|| panic!("no schema at {pointer}"));
            let whole = json!({"allOf": [schema], "components": {"schemas": value["components"]["schemas"]}});
            jsonschema::draft202012::new(&whole).unwrap_or_else(|error| panic!("{pointer}: {error}"))
        });
        let faults = validator.iter_errors(instance);
        faults.map(|fault| format!("{}: {}", fault.instance_path(), cut(&fault.to_string()))).collect()
    }

    /// Checks that `answer` is one that the document promises for this operation, `get /v1/games`.
    #[track_caller]
    pub fn check(&mut self, operation: &str, answer: &Answer) {
        let (method, path) = operation.split_once(' ').unwrap();
        let place = format!("/paths/{}/{method}/responses/{}", escape(path), answer.status);
        // Those of several operations stand once.
        let shared = self.value.pointer(&format!("{place}/$ref")).and_then(Value::as_str);
        let response = shared.map_or(place.clone(), |shared| shared.trim_start_matches('#').to_owned());
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

/// A key as a part of a JSON pointer.
pub fn escape(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

fn cut(text: &str) -> String {
    text.chars().take(2_000).collect()
}

//! Every example and default of the document is of its schema.

use serde_json::Value;

use crate::document::shape::{Document, escape};

/// A schema, and an example or default of it: pointers to both.
type Shown = (String, String);

#[test]
fn every_example_and_default_is_of_its_schema() {
    let mut document = Document::new();
    let mut all = Vec::new();
    collect("", &document.value, false, &mut all);
    assert!(all.len() > 300, "{} examples and defaults", all.len());
    let mut faults = Vec::new();
    for (schema, shown) in &all {
        let value = document.value.pointer(shown).unwrap().clone();
        let found = document.faults(schema, &value);
        faults.extend(found.into_iter().map(|fault| format!("{shown}: {fault}")));
    }
    assert!(faults.is_empty(), "{} of {} are wrong: {faults:#?}", faults.len(), all.len());
}

/// Collects what is shown below `value`, whose keys are names and no keywords where it is a map of properties, schemas, ….
fn collect(at: &str, value: &Value, names: bool, all: &mut Vec<Shown>) {
    match value {
        Value::Object(map) => {
            if !names {
                shown(at, value, all);
            }
            for (key, below) in map {
                if names || !matches!(key.as_str(), "example" | "examples" | "default" | "enum" | "const") {
                    let maps = ["properties", "schemas", "parameters", "responses", "headers"];
                    let names = !names && maps.contains(&key.as_str()) && below.is_object();
                    collect(&format!("{at}/{}", escape(key)), below, names, all);
                }
            }
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(n, item)| collect(&format!("{at}/{n}"), item, false, all));
        }
        _ => {}
    }
}

/// The example, the examples and the default of one place: a schema, or what has one.
fn shown(at: &str, value: &Value, all: &mut Vec<Shown>) {
    let schema = if value.get("schema").is_some() { format!("{at}/schema") } else { at.to_owned() };
    for key in ["example", "default"] {
        if value.get(key).is_some() {
            all.push((schema.clone(), format!("{at}/{key}")));
        }
    }
    match &value["examples"] {
        Value::Array(items) => {
            all.extend((0..items.len()).map(|n| (schema.clone(), format!("{at}/examples/{n}"))));
        }
        Value::Object(named) => {
            let place = |name: &String| format!("{at}/examples/{}/value", escape(name));
            all.extend(named.keys().map(|name| (schema.clone(), place(name))));
        }
        _ => {}
    }
}

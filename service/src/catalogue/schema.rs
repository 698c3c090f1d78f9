//! The JSON Schemas of a game's options and of its kinds of moves, each as one document of its own.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use tapis_games::erased::{AnyGame, GameSchemas};
use tapis_games::locale::Texts;

const COMPONENTS: &str = "#/components/schemas/";
const DEFINITIONS: &str = "#/$defs/";

/// The JSON Schema (2020-12) of the game's options, each property with its default from `defaults`.
pub(super) fn options_schema(game: &dyn AnyGame, defaults: &Value) -> Value {
    let schemas = game.schemas();
    let mut root = document(&schemas, &schemas.options);
    set_defaults(&mut root, defaults);
    root
}

/// The JSON Schema (2020-12) of `kind` and `args` of the game's moves.
pub(super) fn moves_schema(game: &dyn AnyGame) -> Value {
    let schemas = game.schemas();
    document(&schemas, &schemas.move_args)
}

/// A schema of the game as a document of its own: references are resolved within it.
fn document(schemas: &GameSchemas, name: &str) -> Value {
    let all = by_name(schemas);
    let mut root = all.get(name).cloned().unwrap_or_else(|| json!({}));
    let mut definitions = BTreeMap::new();
    let mut next = rewrite(&mut root);
    while let Some(name) = next.pop() {
        if let Some(schema) = all.get(name.as_str()).filter(|_| !definitions.contains_key(&name)) {
            let mut schema = schema.clone();
            next.extend(rewrite(&mut schema));
            definitions.insert(name, schema);
        }
    }
    if let Value::Object(root) = &mut root {
        root.insert("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"));
        root.insert("title".to_owned(), json!(name));
        root.insert("$defs".to_owned(), Value::Object(definitions.into_iter().collect()));
    }
    root
}

/// The values a property of this schema may have, when it (or the one it refers to) lists them.
pub(super) fn listed_values(document: &Value, schema: &Value) -> Option<Vec<Value>> {
    let schema = resolve(document, schema);
    if schema["type"] == "boolean" {
        return Some(vec![json!(false), json!(true)]);
    }
    if let Some(values) = schema["enum"].as_array() {
        return Some(values.clone());
    }
    let alternatives = schema["oneOf"].as_array()?;
    let single = |one: &Value| match &one["enum"] {
        Value::Array(values) => values.first().cloned(),
        _ => one.get("const").cloned(),
    };
    alternatives.iter().map(single).collect()
}

fn resolve<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    let reference = schema["$ref"].as_str().and_then(|reference| reference.strip_prefix(DEFINITIONS));
    reference.map_or(schema, |name| &document["$defs"][name])
}

fn by_name(schemas: &GameSchemas) -> BTreeMap<&str, Value> {
    let as_json = |schema| serde_json::to_value(schema).expect("a schema has JSON");
    schemas.all.iter().map(|(name, schema)| (name.as_str(), as_json(schema))).collect()
}

/// Lets references point into the document; answers the names of the schemas that they are to.
fn rewrite(value: &mut Value) -> Vec<String> {
    let mut names = Vec::new();
    match value {
        Value::Object(map) => {
            if let Some(Value::String(reference)) = map.get_mut("$ref")
                && let Some(name) = reference.strip_prefix(COMPONENTS).map(str::to_owned)
            {
                *reference = format!("{DEFINITIONS}{name}");
                names.push(name);
            }
            names.extend(map.values_mut().flat_map(rewrite));
        }
        Value::Array(items) => names.extend(items.iter_mut().flat_map(rewrite)),
        _ => {}
    }
    names
}

/// Adds to each option what it is called, `x-text`, and what its values are called, `x-values`, where the game has words for them:
/// the texts `option-<name>` and `option-<name>-<value>`, else the noun of a value.
pub(super) fn set_words(root: &mut Value, texts: &'static Texts) {
    let document = root.clone();
    let Some(properties) = root["properties"].as_object_mut() else { return };
    for (name, schema) in properties {
        let key = format!("option-{name}");
        let items = schema.get("items").cloned().unwrap_or_else(|| schema.clone());
        let Some(schema) = schema.as_object_mut().filter(|_| texts.has(&key)) else { continue };
        schema.insert("x-text".to_owned(), json!(texts.both(&key, &[])));
        let values = listed_values(&document, &items).unwrap_or_default();
        let named = |value: &Value| {
            let value = value.as_str()?;
            let keys = [format!("{key}-{value}"), format!("noun-{value}")];
            let key = keys.into_iter().find(|key| texts.has(key))?;
            Some((value.to_owned(), json!(texts.both(&key, &[]))))
        };
        let words: Map<_, _> = values.iter().filter_map(named).collect();
        if !words.is_empty() {
            schema.insert("x-values".to_owned(), words.into());
        }
    }
}

fn set_defaults(root: &mut Value, defaults: &Value) {
    let Some(Value::Object(properties)) = root.get_mut("properties") else { return };
    for (name, schema) in properties {
        if let (Value::Object(schema), Some(default)) = (schema, defaults.get(name)) {
            schema.insert("default".to_owned(), default.clone());
        }
    }
}

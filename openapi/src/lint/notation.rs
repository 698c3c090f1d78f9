//! Every kind of legal move shows how it is written.

use serde_json::Value;

use super::Finding;
use super::walk::{members, resolve};

/// The `notation` of each kind of move has an example of that kind: kinds are the first words of their notations.
pub fn check(document: &Value) -> Vec<Finding> {
    members(&document["components"]["schemas"])
        .filter_map(|(name, schema)| kind(document, name, schema))
        .collect()
}

fn kind(document: &Value, name: &str, schema: &Value) -> Option<Finding> {
    let properties = &resolve(document, schema)["properties"];
    let (notation, kind) = (properties.get("notation")?, properties["kind"]["enum"][0].as_str()?);
    let example = notation["example"].as_str().unwrap_or_default();
    let detail = format!("'{example}' should be a move of the kind {kind}");
    let found =
        Finding::new("notation-example", format!("/components/schemas/{name}/properties/notation"), detail);
    (example.split(' ').next() != Some(kind)).then_some(found)
}

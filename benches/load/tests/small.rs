//! One row at a tiny size, and that no call of the document is forgotten.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod common;

use common::assert_rows;
use tapis_load::rows::Rows;

#[test]
fn reads() {
    assert_rows(Rows::H1, &["H1", "H1"]);
    assert_rows(Rows::H2, &["H2"]);
}

/// H7 is too long for here; `api/tests/quick/operation/charges.rs` counts what it times. What it refuses to begin with is a call of the
/// document that no flood asks for.
#[test]
fn every_call_of_the_document_has_a_flood() {
    let document: serde_json::Value =
        serde_json::from_str(include_str!("../../../openapi/openapi.json")).unwrap();
    let paths = document["paths"].as_object().unwrap().values().filter_map(|path| path.as_object());
    let calls: Vec<_> =
        paths.flat_map(|path| path.values()).filter_map(|call| call["operationId"].as_str()).collect();
    let recipes = include_str!("../src/rows/attack/recipes.rs");
    let without: Vec<_> = calls.iter().filter(|call| !recipes.contains(&format!("\"{call}\""))).collect();
    assert!(calls.len() > 50 && without.is_empty(), "{without:?}");
}

//! Each rule of the lint accepts a good document and finds the fault planted in it.

use serde_json::{Value, json};
use tapis_openapi::lint::check;

/// A small document nothing is wrong with.
fn good() -> Value {
    json!({
        "openapi": "3.1.0",
        "servers": [{"url": "/"}],
        "tags": [{"name": "games"}],
        "security": [{}, {"seat": []}],
        "paths": {
            "/v1/games/{id}/moves": {"post": {
                "operationId": "playMove", "summary": "Play", "description": "Plays one move.", "tags": ["games"],
                "parameters": [{"in": "path", "name": "id", "description": "The game."}],
                "requestBody": {"content": {"application/json": {
                    "schema": {"$ref": "#/components/schemas/Move"}, "example": {"move": "take 1L"}}}},
                "responses": {
                    "200": {"description": "Played.", "content": {"application/json": {
                        "schema": {"$ref": "#/components/schemas/Move"}, "example": {"move": "take 1L"}}}},
                    "400": {"$ref": "#/components/responses/Problem"},
                    "404": {"$ref": "#/components/responses/Problem"},
                    "413": {"$ref": "#/components/responses/Problem"},
                    "415": {"$ref": "#/components/responses/Problem"},
                    "422": {"$ref": "#/components/responses/Problem"},
                }}},
            "/healthz": {"get": {
                "operationId": "getHealth", "summary": "Health", "description": "Alive.", "tags": ["games"],
                "security": [], "responses": {"200": {"description": "Alive."}}}},
        },
        "components": {
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
            "responses": {"Problem": {"description": "Refused.", "content": {"application/problem+json": {
                "schema": {"$ref": "#/components/schemas/Problem"}, "example": {"code": "not_found"}}}}},
            "schemas": {
                "Move": {"type": "object", "properties": {
                    "move": {"type": "string"}, "n": {"type": "integer", "minimum": 0, "maximum": 100}}},
                "Problem": {"type": "object", "properties": {"code": {"type": "string"}}},
            },
        },
    })
}

const MOVE: &str = "/paths/~1v1~1games~1{id}~1moves/post";

/// Changes the value at `pointer`; `None` removes it.
fn spoil(pointer: &str, replacement: Option<Value>) -> Value {
    let mut document = good();
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
    let parent = document.pointer_mut(parent).expect("the parent exists").as_object_mut().expect("an object");
    let key = key.replace("~1", "/");
    match replacement {
        Some(value) => parent.insert(key, value),
        None => parent.remove(&key),
    };
    document
}

/// The fault planted at `pointer` is found by `rule`, at `place`.
#[track_caller]
fn finds_at(place: &str, rule: &str, pointer: &str, replacement: Option<Value>) {
    let findings = check(&spoil(pointer, replacement));
    let found = findings.iter().any(|finding| finding.rule == rule && finding.pointer == place);
    assert!(found, "expected {rule} at {place}, found {findings:?}");
}

/// The fault planted below the operation is found by `rule`, at the operation.
#[track_caller]
fn finds_at_move(rule: &str, below: &str, replacement: Option<Value>) {
    finds_at(MOVE, rule, &format!("{MOVE}/{below}"), replacement);
}

/// The fault planted at `pointer` is found by `rule` right there.
#[track_caller]
fn finds(rule: &str, pointer: &str, replacement: Option<Value>) {
    finds_at(pointer, rule, pointer, replacement);
}

#[test]
fn a_good_document_has_no_findings() {
    assert_eq!(check(&good()), []);
}

#[test]
fn the_version_is_3_1() {
    finds("version", "/openapi", Some(json!("3.0.3")));
    finds("version", "/openapi", None);
}

#[test]
fn servers_are_said() {
    finds("servers", "/servers", None);
    finds("servers", "/servers", Some(json!([])));
}

#[test]
fn who_is_to_come_back_is_told_when() {
    let busy = json!({"description": "Busy.", "content": {"application/problem+json": {
        "schema": {"$ref": "#/components/schemas/Problem"}, "example": {"code": "busy"}}}});
    finds("retry-after", &format!("{MOVE}/responses/503"), Some(busy.clone()));
    finds("retry-after", &format!("{MOVE}/responses/429"), Some(busy.clone()));
    let mut told = busy;
    told["headers"] = json!({"Retry-After": {"schema": {"type": "integer", "minimum": 1, "maximum": 60}}});
    assert_eq!(check(&spoil(&format!("{MOVE}/responses/503"), Some(told))), []);
}

#[test]
fn what_may_be_absent_is_never_null() {
    let place = "/components/schemas/Move/properties/n";
    finds("null-member", place, Some(json!({"type": ["string", "null"]})));
    let choice = json!([{"$ref": "#/components/schemas/Problem"}, {"type": "null"}]);
    finds("null-member", place, Some(json!({"oneOf": choice})));
    let mut there = spoil(place, Some(json!({"type": ["string", "null"]})));
    there["components"]["schemas"]["Move"]["required"] = json!(["n"]);
    assert_eq!(check(&there), []);
}

#[test]
fn kinds_of_moves_show_how_they_are_written() {
    let place = "/components/schemas/Move/properties";
    let kind = json!({"type": "string", "enum": ["swap"]});
    let with = |notation: Value| Some(json!({"kind": kind, "notation": notation}));
    finds_at(&format!("{place}/notation"), "notation-example", place, with(json!({"type": "string"})));
    finds_at(
        &format!("{place}/notation"),
        "notation-example",
        place,
        with(json!({"type": "string", "example": "take 2L"})),
    );
    let good = with(json!({"type": "string", "example": "swap t03 t12"}));
    assert_eq!(check(&spoil(place, good)), []);
}

#[test]
fn operation_ids_are_unique_lower_camel_case() {
    for id in [json!("PlayMove"), json!("play_move"), json!("")] {
        finds_at_move("operation-id", "operationId", Some(id));
    }
    finds_at_move("operation-id-unique", "operationId", Some(json!("getHealth")));
}

#[test]
fn operations_say_what_they_do() {
    finds_at_move("operation-text", "summary", None);
    finds_at_move("operation-text", "description", Some(json!(" ")));
    finds_at_move("operation-tag", "tags", None);
    finds_at_move("operation-tag", "tags", Some(json!(["unheard"])));
    finds_at_move("path-parameter", "parameters", None);
    finds_at_move("parameter-text", "parameters", Some(json!([{"in": "path", "name": "id"}])));
}

#[test]
fn a_document_without_operations_is_not_good() {
    finds("operations", "/paths", Some(json!({})));
}

#[test]
fn responses_are_described_and_refusals_are_problems() {
    finds_at_move("success-response", "responses/200", None);
    finds_at(
        &format!("{MOVE}/responses/200"),
        "response-text",
        &format!("{MOVE}/responses/200/description"),
        None,
    );
    finds_at_move("problem-response", "responses/422", None);
    finds_at_move("problem-response", "responses/404", None);
    finds("problem-response", &format!("{MOVE}/responses/404"), Some(json!({"description": "Not here."})));
}

#[test]
fn bodies_have_examples() {
    for body in ["requestBody", "responses/200"] {
        let place = format!("{MOVE}/{body}");
        finds_at(&place, "example", &format!("{place}/content/application~1json/example"), None);
    }
    let problem = "/components/responses/Problem/content/application~1problem+json/example";
    finds_at(&format!("{MOVE}/responses/404"), "example", problem, None);
}

#[test]
fn security_is_said_for_everything() {
    finds("security-scheme", "/components/securitySchemes", None);
    finds("security-root", "/security", None);
    finds_at("/paths/~1healthz/get", "security-public", "/paths/~1healthz/get/security", None);
    finds("security-scheme", &format!("{MOVE}/security"), Some(json!([{"unheard": []}])));
}

#[test]
fn references_lead_somewhere_and_nothing_is_left_over() {
    finds_at(
        &format!("{MOVE}/requestBody/content/application~1json/schema"),
        "reference",
        "/components/schemas/Move",
        None,
    );
    finds("unused-schema", "/components/schemas/Orphan", Some(json!({"type": "string"})));
}

#[test]
fn integers_survive_a_double() {
    let place = "/components/schemas/Move/properties/n";
    finds("integer-bounds", place, Some(json!({"type": "integer"})));
    finds(
        "integer-bounds",
        place,
        Some(json!({"type": ["integer", "null"], "format": "int64", "minimum": 0})),
    );
    finds("integer-bounds", place, Some(json!({"type": "integer", "minimum": 0, "maximum": 1e16})));
    finds("integer-bounds", place, Some(json!({"type": "integer", "format": "int32", "maximum": 1e16})));
    let narrow = spoil(place, Some(json!({"type": "integer", "format": "int32", "minimum": 0})));
    assert_eq!(check(&narrow), []);
}

#[test]
fn values_are_typed() {
    let place = "/components/schemas/Move/properties/n";
    finds("typed", place, Some(json!({})));
    finds("typed", place, Some(json!({"type": "object"})));
    finds("typed", place, Some(json!({"description": "Anything."})));
}

#[test]
fn generators_of_clients_get_on_with_it() {
    let place = "/components/schemas/Move/properties/n";
    for name in ["move_two", "Seen_Ply", "move"] {
        finds("schema-name", &format!("/components/schemas/{name}"), Some(json!({"type": "string"})));
    }
    let parts = json!([{"$ref": "#/components/schemas/Problem"}, {"type": "string", "enum": ["a"]}]);
    finds("all-of-objects", place, Some(json!({"allOf": parts})));
    let objects = json!([{"$ref": "#/components/schemas/Problem"}, {"type": "object", "properties": {"a": {"type": "string"}}}]);
    assert_eq!(check(&spoil(place, Some(json!({"allOf": objects})))), []);
    finds("default", place, Some(json!({"type": "string", "default": null})));
    let mut nullable = spoil(place, Some(json!({"type": ["string", "null"], "default": null})));
    nullable["components"]["schemas"]["Move"]["required"] = json!(["n"]);
    assert_eq!(check(&nullable), []);
}

#[test]
fn values_that_are_listed_are_an_enum() {
    let place = "/components/schemas/Move/properties/n";
    let said = |text: &str| json!({"type": "string", "description": text});
    finds("closed-set", place, Some(said("How: `exact` or `estimate`.")));
    finds("closed-set", place, Some(said("`percent`, `points`, or `times`; absent where unknown.")));
    for open in ["`reserve`, or a cell.", "`played` or `experiment:<id>`.", "One of: `hand`, `stock`."] {
        assert_eq!(check(&spoil(place, Some(said(open)))), []);
    }
    let mut closed = said("How: `exact` or `estimate`.");
    closed["enum"] = json!(["exact", "estimate"]);
    assert_eq!(check(&spoil(place, Some(closed))), []);
}

#[test]
fn descriptions_do_not_link_to_code() {
    let place = "/components/schemas/Move/properties/n";
    finds("code-link", place, Some(json!({"type": "string", "description": "See [`super::Pieces`]."})));
}

const SCHEMAS: &str = "/components/schemas";

#[test]
fn generators_can_take_what_is_there() {
    let plant = |rule, schema: Value| finds(rule, &format!("{SCHEMAS}/Other"), Some(schema));
    let string = json!({"type": "string"});
    plant("plain-default", json!({"type": "array", "items": string, "default": ["a"]}));
    plant("plain-default", json!({"type": "object", "properties": {"a": string}, "default": {"a": "b"}}));
    plant("wide-integer", json!({"type": "integer", "minimum": 0, "maximum": 9_007_199_254_740_991_u64}));
    plant("one-string", json!({"oneOf": [string, {"$ref": "#/components/schemas/Word"}, string]}));
    plant("named-list", json!({"anyOf": [string, {"type": "array", "items": string}]}));
    let kind =
        |kind: &str| json!({"type": "object", "properties": {"kind": {"type": "string", "enum": [kind]}}});
    plant("discriminator", json!({"oneOf": [kind("a"), kind("b")]}));
    let open = json!({"type": "object", "properties": {
        "kind": {"type": "string", "enum": ["pass"]}, "args": {"type": "object", "additionalProperties": true}}});
    let place = format!("{SCHEMAS}/Other");
    finds_at(&format!("{place}/properties/args"), "closed-arguments", &place, Some(open));
    finds_at(&format!("{SCHEMAS}/move"), "unique-name", &format!("{SCHEMAS}/move"), Some(string.clone()));
    let inside = json!({"type": "object", "properties": {"code": {"type": "string", "enum": ["a"]}}});
    let mut document = spoil(&format!("{SCHEMAS}/Other"), Some(inside));
    document["components"]["schemas"]["OtherCode"] = string;
    let found = check(&document);
    assert!(found.iter().any(|finding| finding.rule == "unique-name"), "{found:?}");
}

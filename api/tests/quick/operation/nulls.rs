//! In a request a null counts as left out, for every member of everything that may be sent, and an array is no object.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::common::{Table, TestApp};

/// The key of whoever sets webhooks.
const KEY: &str = "tapis_play_of_nulls";

/// A call with a body, which may be made again and again.
struct Call {
    operation: &'static str,
    path: String,
    token: Option<String>,
    body: Value,
}

fn call(operation: &'static str, path: &str, body: Value) -> Call {
    Call { operation, path: path.to_owned(), token: None, body }
}

/// Calls that together say every kind of object a request may have in it.
async fn calls(app: &TestApp) -> Vec<Call> {
    let seats = json!([{"kind": "mine", "name": "Ada"}, {"kind": "bot", "level": "random"}]);
    let create = json!({"game": "richelieu", "seats": seats, "clock": {"bank_s": 60, "increment_s": 5},
        "practice": {"seed": "5a".repeat(32)}, "auto_pass": "off", "presence": false});
    let wanted = json!({"game": "richelieu", "name": "Ada", "clock": {"bank_s": 60, "increment_s": 5}});
    // Refused whatever else there is to say of it: nothing is played.
    let plan = json!({"game": "richelieu", "games": 2, "metric": "none",
        "arms": [{"name": "a", "seats": ["random", "random"], "options": {}}]});
    let table = Table::two_people(app).await;
    let at_table = |operation, rest, body| {
        let token = Some(table.token(0).to_owned());
        Call { token, ..call(operation, &table.path(rest), body) }
    };
    let mut calls = vec![
        call("post /v1/games", "/v1/games", create),
        call("post /v1/match", "/v1/match", wanted),
        call("put /v1/webhook", "/v1/webhook", json!({"url": "nowhere"})),
        call("post /v1/experiments", "/v1/experiments", plan),
        call("post /v1/games/{id}/seats/{seat}", "", json!({"name": "Bo"})),
        at_table("post /v1/games/{id}/moves/validation", "/moves/validation", json!({"move": "take 1L"})),
        at_table("post /v1/games/{id}/hints", "/hints", json!({"budget": {"iterations": 10}})),
        at_table("post /v1/games/{id}/hints", "/hints", json!({"budget": {"confidence": 0.6, "ms": 20}})),
        at_table("post /v1/games/{id}/undo", "/undo", json!({})),
        at_table("post /v1/games/{id}/seats/{seat}/token", "/seats/1/token", json!({})),
        at_table(
            "put /v1/games/{id}/seats/{seat}/push",
            "/seats/0/push",
            json!({"endpoint": "nowhere", "keys": {"p256dh": "", "auth": ""}}),
        ),
        at_table("post /v1/games/{id}/reviews", "/reviews", json!({"effort": "quick"})),
        call(
            "post /v1/reviews/{id}/exercises/{ply}",
            "/v1/reviews/rev_none/exercises/1",
            json!({"move": "x"}),
        ),
    ];
    for (game, players) in [("richelieu", 2), ("sept-blasons", 3), ("malin", 3), ("parbourg", 2)] {
        let about = app.get(&format!("/v1/rulesets/{game}")).send().await.expect(200);
        let options = json!({"options": about["default_ruleset"]["options"]});
        calls.push(call(
            "post /v1/rulesets/{game}/validation",
            &format!("/v1/rulesets/{game}/validation"),
            options,
        ));
        let seats = vec![json!({"kind": "mine"}); players];
        let table = Table::of(app, json!({"game": game, "seats": seats})).await;
        let log =
            app.get(&table.path("/moves?include=ruleset")).token(table.token(0)).send().await.expect(200);
        let body = json!({"ruleset": log["ruleset"], "seat": 0, "plies": log["plies"], "budget": {"ms": 5}});
        calls.push(call("post /v1/analyses/estimate", "/v1/analyses/estimate", body));
    }
    calls
}

#[tokio::test]
async fn a_null_counts_as_left_out_for_every_member_of_every_request() {
    let app = TestApp::start().await;
    app.add_key("nulls", KEY);
    let document = serde_json::to_value(tapis_api::openapi()).unwrap();
    let (mut tried, mut differ) = (BTreeSet::new(), Vec::new());
    for call in calls(&app).await {
        let mut found = Vec::new();
        objects(&document, &schema(&document, call.operation), &call.body, "", &mut found);
        for (at, kind) in found {
            for member in optional(&document, &kind) {
                if !tried.insert((kind.clone(), member.clone())) {
                    continue;
                }
                let (mut without, mut null) = (call.body.clone(), call.body.clone());
                members(&mut without, &at).remove(&member);
                members(&mut null, &at).insert(member.clone(), Value::Null);
                let (left_out, nothing) = (send(&app, &call, &without).await, send(&app, &call, &null).await);
                if left_out != nothing {
                    differ.push(format!("{} {at}/{member}: {left_out} {nothing}", call.operation));
                }
            }
        }
    }
    assert!(differ.is_empty(), "{differ:#?}");
    let (mut all, mut seen) = (BTreeSet::new(), BTreeSet::new());
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in ["post", "put"].into_iter().filter(|method| item[*method]["requestBody"].is_object()) {
            reach(&document, &schema(&document, &format!("{method} {path}")), &mut seen, &mut all);
        }
    }
    assert!(all.len() > 50, "{all:?}");
    let untried: Vec<_> = all.difference(&tried).collect();
    assert!(untried.is_empty(), "{untried:#?}");
}

/// The members of options stand in the description of each game.
#[tokio::test]
async fn a_null_counts_as_left_out_for_every_option() {
    let app = TestApp::start().await;
    let mut tried = 0;
    for game in ["richelieu", "sept-blasons", "malin", "parbourg"] {
        let about = app.get(&format!("/v1/rulesets/{game}")).send().await.expect(200);
        let validated = async |options: Value| {
            let call = app.post(&format!("/v1/rulesets/{game}/validation"));
            call.json(&json!({"options": options})).send().await.expect(200)
        };
        let without = validated(json!({})).await;
        for name in about["options"]["properties"].as_object().unwrap().keys() {
            assert_eq!(validated(json!({name: null})).await, without, "{game}: {name}");
            tried += 1;
        }
    }
    assert!(tried > 30, "{tried} options");
}

#[tokio::test]
async fn an_array_is_no_object_in_any_request() {
    let app = TestApp::start().await;
    app.add_key("nulls", KEY);
    let table = Table::two_people(&app).await;
    let document = serde_json::to_value(tapis_api::openapi()).unwrap();
    let mut told = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in ["post", "put"].into_iter().filter(|method| item[*method]["requestBody"].is_object()) {
            let filled = path.replace("{id}", &table.id).replace("{game}", "richelieu");
            let filled = filled.replace("{seat}", "0").replace("{ply}", "1");
            for body in [json!([]), json!(["richelieu"]), json!([{}])] {
                let call = app.call(method.to_uppercase().parse().unwrap(), &filled);
                let call = call.header("Tapis-Key", KEY).header("If-Match", "*");
                let is_of_lab = path == "/v1/experiments";
                let call = if is_of_lab { call.admin() } else { call.token(table.token(0)) };
                let answer = call.json(&body).send().await;
                assert!((400..500).contains(&answer.status), "{method} {path} {body}: {}", answer.status);
                let problem = answer.json();
                if problem["code"] == "invalid_body" && problem["errors"][0]["pointer"] == "" {
                    told.insert(path);
                }
            }
        }
    }
    // At others there is something else to refuse first.
    let read_first =
        ["/v1/games", "/v1/match", "/v1/analyses", "/v1/seats/lookup", "/v1/games/{id}/seats/{seat}"];
    for path in read_first {
        assert!(told.contains(&path.to_owned()), "{path}: {told:?}");
    }
}

/// What is answered, as far as it may not depend on a null.
async fn send(app: &TestApp, call: &Call, body: &Value) -> Value {
    let method = call.operation.split(' ').next().unwrap().to_uppercase().parse().unwrap();
    let mut path = call.path.clone();
    if path.is_empty() {
        let open = Table::create(app, json!({}), json!([{"kind": "mine"}, {"kind": "open"}])).await;
        path = open.path("/seats/1");
    }
    let mut request = app.call(method, &path);
    if let Some(token) = &call.token {
        request = request.token(token);
    }
    if path == "/v1/webhook" {
        request = request.header("Tapis-Key", KEY);
    }
    let answer = request.json(body).send().await;
    let said = answer.json();
    let known =
        ["code", "errors", "valid", "faults", "ruleset", "legal", "problem"].map(|name| said[name].clone());
    json!([answer.status, known])
}

fn schema(document: &Value, operation: &str) -> String {
    let (method, path) = operation.split_once(' ').unwrap();
    let path = path.replace('~', "~0").replace('/', "~1");
    let pointer = format!("/paths/{path}/{method}/requestBody/content/application~1json/schema");
    assert!(document.pointer(&pointer).is_some(), "{pointer}");
    pointer
}

/// Where a schema stands, references followed.
fn place(document: &Value, pointer: &str) -> String {
    match document.pointer(pointer).unwrap()["$ref"].as_str() {
        Some(reference) => place(document, reference.trim_start_matches('#')),
        None => pointer.to_owned(),
    }
}

/// The schemas a schema is made of or chosen from.
fn parts(document: &Value, pointer: &str) -> Vec<String> {
    let of = |key| {
        let shapes = document.pointer(pointer).unwrap()[key].as_array().map_or(0, Vec::len);
        (0..shapes).map(move |n| format!("{pointer}/{key}/{n}"))
    };
    ["allOf", "anyOf", "oneOf"].into_iter().flat_map(of).map(|part| place(document, &part)).collect()
}

/// The members that may be left out.
fn optional(document: &Value, pointer: &str) -> Vec<String> {
    let schema = document.pointer(pointer).unwrap();
    let required =
        |name: &&String| schema["required"].as_array().is_some_and(|all| all.contains(&json!(name)));
    let all = schema["properties"].as_object().into_iter().flat_map(Map::keys);
    all.filter(|name| !required(name)).cloned().collect()
}

/// Whether an object has all members it must have by a schema, and no others.
fn fits(schema: &Value, object: &Map<String, Value>) -> bool {
    let Some(known) = schema["properties"].as_object() else { return false };
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    object.keys().all(|name| known.contains_key(name))
        && required.into_iter().all(|name| object.contains_key(name))
}

/// Every object in a body: where it is, and the place of its schema.
fn objects(document: &Value, pointer: &str, value: &Value, at: &str, found: &mut Vec<(String, String)>) {
    let pointer = place(document, pointer);
    let schema = document.pointer(&pointer).unwrap();
    for part in parts(document, &pointer) {
        objects(document, &part, value, at, found);
    }
    match value {
        Value::Object(object) if fits(schema, object) => {
            found.push((at.to_owned(), pointer.clone()));
            for (name, value) in object {
                objects(
                    document,
                    &format!("{pointer}/properties/{name}"),
                    value,
                    &format!("{at}/{name}"),
                    found,
                );
            }
        }
        Value::Array(items) if schema["items"].is_object() => {
            for (n, item) in items.iter().enumerate() {
                objects(document, &format!("{pointer}/items"), item, &format!("{at}/{n}"), found);
            }
        }
        _ => {}
    }
}

/// The members of all schemas that a schema leads to.
fn reach(document: &Value, pointer: &str, seen: &mut BTreeSet<String>, all: &mut BTreeSet<(String, String)>) {
    let pointer = place(document, pointer);
    if !seen.insert(pointer.clone()) {
        return;
    }
    let schema = document.pointer(&pointer).unwrap();
    all.extend(optional(document, &pointer).into_iter().map(|name| (pointer.clone(), name)));
    for part in parts(document, &pointer) {
        reach(document, &part, seen, all);
    }
    for name in schema["properties"].as_object().into_iter().flat_map(Map::keys) {
        reach(document, &format!("{pointer}/properties/{name}"), seen, all);
    }
    if schema["items"].is_object() {
        reach(document, &format!("{pointer}/items"), seen, all);
    }
}

fn members<'a>(body: &'a mut Value, at: &str) -> &'a mut Map<String, Value> {
    body.pointer_mut(at).unwrap().as_object_mut().unwrap()
}

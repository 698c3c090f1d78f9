//! Observations that no game can have given.

use serde_json::{Value, json};

use crate::analyses::{analyse, log, quick, some_log, with};
use crate::common::TestApp;

async fn pointer(app: &TestApp, body: &Value) -> String {
    let answer = analyse(app, body).await;
    assert_eq!(answer.status, 422, "{body}");
    let problem = answer.problem(422, "invalid_body");
    problem["errors"][0]["pointer"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_ply_at_fault_is_named() {
    let app = TestApp::start().await;
    let (_, log) = some_log(&app, 8).await;
    let log = with(&log, quick());
    let changed = |ply: usize, field: &str, value: Value| {
        let mut body = log.clone();
        body["plies"][ply][field] = value;
        body
    };
    for (body, expected) in [
        (changed(3, "notation", json!("take 9X")), "/plies/3"),
        (changed(3, "notation", json!("take 1L pay 4c12")), "/plies/3"),
        (changed(4, "n", json!(9)), "/plies/4"),
        (changed(2, "seat", json!(1)), "/plies/2"),
        (changed(0, "seat", json!(0)), "/plies/0"),
        (changed(5, "notation", Value::Null), "/plies/5"),
        (changed(0, "outcome", json!({"nonsense": true})), "/plies/0"),
        (changed(0, "outcome", Value::Null), "/plies/0"),
        (changed(1, "extra", json!(1)), "/plies/1/extra"),
        (changed(1, "n", json!(-1)), "/plies/1/n"),
        (with(&log, json!({"plies": []})), "/plies"),
        (with(&log, json!({"plies": [[0]]})), "/plies/0"),
    ] {
        assert_eq!(pointer(&app, &body).await, expected, "{}", body["plies"]);
    }
}

#[tokio::test]
async fn the_seat_must_be_the_one_to_move() {
    let app = TestApp::start().await;
    let (table, own) = some_log(&app, 4).await;
    let theirs = log(&app, &table, 1).await;
    assert_eq!(pointer(&app, &with(&theirs, quick())).await, "/seat");
    assert_eq!(pointer(&app, &with(&own, json!({"seat": 2}))).await, "/seat");
    assert_eq!(pointer(&app, &with(&own, json!({"seat": null}))).await, "/seat");
    let spectator = app.get(&table.path("/moves")).send().await.expect(200);
    assert_eq!(pointer(&app, &spectator).await, "/seat");
}

#[tokio::test]
async fn a_finished_game_has_nothing_to_analyse() {
    let app = TestApp::start().await;
    let options = json!({"first_seat": 0, "variant": "three_rows"});
    let seats = json!([{"kind": "mine"}, {"kind": "mine"}]);
    let table = crate::common::Table::create(&app, options, seats).await;
    table.play_on(&app, 400).await;
    assert_eq!(pointer(&app, &log(&app, &table, 0).await).await, "/plies");
}

#[tokio::test]
async fn the_ruleset_must_be_known_and_itself() {
    let app = TestApp::start().await;
    let (_, log) = some_log(&app, 2).await;
    let zeros = "0".repeat(64);
    for (ruleset, expected) in [
        (json!({"game": "whist", "options": {}}), "/ruleset/game"),
        (json!({"game": "richelieu", "hash": zeros}), "/ruleset/hash"),
        (json!({"game": "richelieu", "hash": "nonsense"}), "/ruleset/hash"),
        (json!({"game": "richelieu", "options": {}, "hash": log["ruleset"]["hash"]}), "/ruleset/hash"),
        (json!({"game": "richelieu", "rules_version": 99, "options": {}}), "/ruleset/rules_version"),
        (json!({"game": "richelieu", "options": {"players": 9}}), "/ruleset/options/players"),
        (json!({"game": "richelieu", "optoins": {}}), "/ruleset/optoins"),
        (json!({"options": {}}), "/ruleset/game"),
    ] {
        let body = with(&log, json!({"ruleset": ruleset}));
        assert_eq!(pointer(&app, &body).await, expected, "{ruleset}");
    }
}

#[tokio::test]
async fn the_question_is_checked_as_for_a_hint() {
    let app = TestApp::start().await;
    let (_, log) = some_log(&app, 2).await;
    for (more, expected) in [
        (json!({"budget": {"ms": 600_001}}), "/budget/ms"),
        (json!({"level": "all"}), "/level"),
        (json!({"seed": "-"}), "/seed"),
        (json!({"wait_ms": 10_001}), "/wait_ms"),
        (json!({"wait": 1}), "/wait"),
    ] {
        assert_eq!(pointer(&app, &with(&log, more.clone())).await, expected, "{more}");
    }
    app.post("/v1/analyses").raw("{").send().await.problem(400, "unreadable_body");
    app.post("/v1/analyses").key("short").json(&log).send().await.problem(400, "invalid_idempotency_key");
    app.put("/v1/analyses").json(&log).send().await.problem(405, "method_not_allowed");
}

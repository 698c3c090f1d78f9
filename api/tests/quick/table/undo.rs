//! Taking back a move.

use serde_json::json;

use crate::common::{Answer, Table, TestApp};

async fn undo(app: &TestApp, table: &Table, seat: usize) -> Answer {
    app.post(&table.path("/undo")).token(table.token(seat)).send().await
}

/// Seat 0 is a person, seat 1 a bot that never gets to move here.
async fn alone(app: &TestApp) -> Table {
    let seats = json!([{"kind": "mine"}, {"kind": "bot", "level": "random"}]);
    Table::create(app, json!({"first_seat": 0}), seats).await
}

#[tokio::test]
async fn whoever_plays_with_bots_takes_back_at_once() {
    let app = TestApp::start().await;
    let table = alone(&app).await;
    undo(&app, &table, 0).await.problem(409, "undo_refused");
    let before = table.see(&app, 0).await;
    table.play(&app, 0, "take 1L").await;
    let call = || {
        let call = app.post(&table.path("/undo")).token(table.token(0)).key("undo-1").if_match("\"v2-s0\"");
        call.json(&json!({})).send()
    };
    let answer = call().await;
    let state = answer.expect(200);
    assert_eq!((&state["version"], &state["legal_moves"]), (&json!(3), &before["legal_moves"]));
    assert_eq!(state["layout"], before["layout"]);
    let again = call().await;
    assert_eq!((again.status, &again.bytes), (200, &answer.bytes));
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    let stale = app.post(&table.path("/undo")).token(table.token(0)).if_match("\"v2-s0\"").send().await;
    assert_eq!(stale.problem(412, "stale_version")["version"], 3);
    let in_body = |version: u64| {
        app.post(&table.path("/undo")).token(table.token(0)).json(&json!({"version": version})).send()
    };
    assert_eq!(in_body(2).await.problem(412, "stale_version")["version"], 3);
    in_body(3).await.problem(409, "undo_refused");
    let log = app.get(&table.path("/moves")).token(table.token(0)).send().await.expect(200);
    assert_eq!(log["plies"].as_array().unwrap().len(), 1, "the log has the plies that stand");
    let page = app.get(&table.path("/events?after=2&wait=0")).token(table.token(0)).send().await.expect(200);
    assert_eq!(page["items"][0]["kind"], "undo", "what was taken back stays an event");
}

#[tokio::test]
async fn others_are_asked() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    table.play(&app, 0, "take 1L").await;
    app.post(&table.path("/undo")).send().await.problem(401, "token_required");
    let asked = undo(&app, &table, 0).await.expect(202);
    assert_eq!(asked["version"], 3);
    assert_eq!(undo(&app, &table, 0).await.expect(202)["version"], 3, "asking again changes nothing");
    let refused = app.delete(&table.path("/undo")).token(table.token(1)).send().await.expect(200);
    assert_eq!(refused["version"], 4);
    app.delete(&table.path("/undo")).token(table.token(1)).send().await.problem(409, "undo_refused");
    undo(&app, &table, 0).await.expect(202);
    let done = undo(&app, &table, 1).await.expect(200);
    assert_eq!((&done["version"], &done["turn"]["seat"]), (&json!(6), &json!(0)));
    let kinds = app.get(&table.path("/events?after=2&wait=0")).token(table.token(1)).send().await.expect(200);
    let kinds: Vec<_> =
        kinds["items"].as_array().unwrap().iter().map(|event| event["kind"].clone()).collect();
    assert_eq!(kinds, ["undo_request", "undo_refusal", "undo_request", "undo"]);
}

#[tokio::test]
async fn playing_on_refuses() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    table.play(&app, 0, "take 1L").await;
    undo(&app, &table, 0).await.expect(202);
    table.play(&app, 0, "skip").await;
    app.delete(&table.path("/undo")).token(table.token(1)).send().await.problem(409, "undo_refused");
}

#[tokio::test]
async fn a_finished_game_stands() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    table.play_on(&app, 500).await;
    undo(&app, &table, 0).await.problem(409, "game_over");
}

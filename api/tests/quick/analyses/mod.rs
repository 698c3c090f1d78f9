//! Analyses of posted observations: what is accepted, jobs, and what is forgotten.

mod claims;
mod jobs;
mod refusals;

use crate::common::{Answer, Table, TestApp};
use serde_json::{Value, json};

/// The log a seat may read, as it is posted, with patience for machines with other things to do.
async fn log(app: &TestApp, table: &Table, seat: usize) -> Value {
    let log = app.get(&table.path("/moves")).token(table.token(seat)).send().await.expect(200);
    with(&log, json!({"wait_ms": 10_000}))
}

/// A log after some plies, with seat 0 to move.
async fn some_log(app: &TestApp, plies: usize) -> (Table, Value) {
    let table = Table::two_people(app).await;
    let mut state = table.play_on(app, plies).await;
    while state["turn"]["seat"] != 0 {
        state = table.play_on(app, 1).await;
    }
    let log = log(app, &table, 0).await;
    (table, log)
}

fn with(log: &Value, more: Value) -> Value {
    let mut body = log.clone();
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

async fn analyse(app: &TestApp, body: &Value) -> Answer {
    app.post("/v1/analyses").json(body).send().await
}

fn quick() -> Value {
    json!({"budget": {"iterations": 200}})
}

/// A hint without what an analysis of the same position need not have: it knows no names, and tells the kind of the best move alone.
fn timeless(mut hint: Value) -> Value {
    for member in ["timing", "version", "text"] {
        hint.as_object_mut().unwrap().remove(member);
    }
    let seats = hint.to_string().replace("Player ", "Seat ").replace("Joueur ", "Place ");
    serde_json::from_str(&seats).unwrap()
}

#[tokio::test]
async fn an_analysis_of_the_log_is_the_hint() {
    let app = TestApp::start().await;
    let (table, log) = some_log(&app, 7).await;
    let analysis = analyse(&app, &with(&log, quick())).await;
    assert_eq!(analysis.header("cache-control"), Some("no-store"));
    let analysis = analysis.expect(200);
    assert!(analysis.get("version").is_none());
    assert_eq!(analysis.get("text"), None, "where all moves are of one kind it says nothing");
    let hint = app.post(&table.path("/hints")).token(table.token(0)).json(&quick()).send().await.expect(200);
    assert_eq!(timeless(analysis), timeless(hint));
    assert!(app.state.service.load().analyses == 0, "an answered analysis is not kept");
    let game = app.state.service.store().load_game(table.id.parse().unwrap()).unwrap();
    let used: Vec<_> = game.hints_at.iter().map(Vec::len).collect();
    assert_eq!(used, [1, 0], "an analysis is no hint of a game");
}

#[tokio::test]
async fn the_ruleset_may_be_named_shortly() {
    let app = TestApp::start().await;
    let (_, log) = some_log(&app, 3).await;
    let whole = timeless(analyse(&app, &with(&log, quick())).await.expect(200));
    let reference = &log["ruleset"];
    let path = format!("/v1/rulesets/richelieu/{}", reference["hash"].as_str().unwrap());
    let ruleset = &app.get(&path).send().await.expect(200);
    for short in [
        ruleset.clone(),
        json!({"game": "richelieu", "options": {"first_seat": 0}}),
        json!({"game": "richelieu", "hash": ruleset["hash"]}),
        json!({"game": "richelieu", "rules_version": ruleset["rules_version"], "options": ruleset["options"]}),
    ] {
        let body = with(&with(&log, quick()), json!({"ruleset": short}));
        assert_eq!(timeless(analyse(&app, &body).await.expect(200)), whole);
    }
}

#[tokio::test]
async fn the_levels_hold_here_too() {
    let app = TestApp::start().await;
    let (_, log) = some_log(&app, 3).await;
    let body = with(&log, json!({"budget": {"iterations": 64}, "level": "nudge"}));
    let nudge = analyse(&app, &body).await.expect(200);
    let mut keys: Vec<_> = nudge.as_object().unwrap().keys().collect();
    keys.sort_unstable();
    assert_eq!(keys, ["explanation", "kind", "level", "observation_hash", "seat", "status"]);
}

#[tokio::test]
async fn an_estimate_searches_nothing() {
    let app = TestApp::start().await;
    let (_, log) = some_log(&app, 3).await;
    let estimate = async |body: &Value| app.post("/v1/analyses/estimate").json(body).send().await;
    let found = estimate(&with(&log, json!({"budget": {"ms": 60_000}}))).await.expect(200);
    let hint = analyse(&app, &with(&log, quick())).await.expect(200);
    assert_eq!(found["observation_hash"], hint["observation_hash"]);
    assert_eq!(found["worlds"]["consistent"], hint["worlds"]["consistent"]);
    assert_eq!(found["solver"], "sampling");
    assert_eq!(found["reachable"], "sampled");
    assert!(found["expected_ms"].is_number() && found["log10_nodes"].is_number());
    estimate(&with(&log, json!({"budget": {"ms": 0}}))).await.problem(422, "invalid_body");
    estimate(&with(&log, json!({"seat": 1}))).await.problem(422, "invalid_body");
    app.get("/v1/analyses/estimate").send().await.problem(404, "not_found");
}

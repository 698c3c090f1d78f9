//! Improving answers as server-sent events.

use std::time::Duration;

use futures_util::StreamExt;
use serde_json::{Value, json};

use crate::common::{Answer, Gate, Table, TestApp, until};
use crate::hints::{ask, hint, quick, table_with, timeless};

async fn stream(app: &TestApp, table: &Table, body: &Value) -> Answer {
    ask(app, table, 0).header("Accept", "text/event-stream").json(body).send().await
}

/// The text of a stream whose search goes on only after its first improving answer has come.
async fn improving(app: &TestApp, gate: &Gate, table: &Table, body: &Value) -> String {
    gate.close();
    let call = ask(app, table, 0).header("Accept", "text/event-stream").json(body);
    let response = call.0.send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    assert_eq!(response.headers()["x-accel-buffering"], "no");
    let mut chunks = response.bytes_stream();
    let mut text = String::new();
    while let Some(chunk) = chunks.next().await {
        text.push_str(std::str::from_utf8(&chunk.unwrap()).unwrap());
        if text.contains("event: partial") {
            gate.open();
        }
    }
    text
}

/// A service whose searches can be held.
async fn gated() -> (Gate, TestApp) {
    let gate = Gate::opened();
    let app = TestApp::start_from(&[], |sources| gate.sources(sources)).await;
    (gate, app)
}

/// Names and data of the events.
fn events(text: &str) -> Vec<(String, Value)> {
    let blocks = text.split("\n\n").filter(|block| block.contains("data:"));
    blocks
        .map(|block| {
            let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name)).unwrap().trim();
            (field("event:").to_owned(), serde_json::from_str(field("data:")).unwrap())
        })
        .collect()
}

#[tokio::test]
async fn the_last_event_is_the_answer() {
    let (gate, app) = gated().await;
    let table = table_with(&app, "metered:3").await;
    let body = json!({"budget": {"iterations": 2000}});
    let events = events(&improving(&app, &gate, &table, &body).await);
    let (last, partial) = events.split_last().unwrap();
    assert_eq!(last.0, "final");
    assert!(!partial.is_empty(), "an improving answer comes before the last one");
    assert!(partial.iter().all(|(name, _)| name == "partial"));
    let whole = hint(&app, &table, &body).await.expect(200);
    assert_eq!(timeless(last.1.clone()), timeless(whole));
    let game = app.state.service.store().load_game(table.id.parse().unwrap()).unwrap();
    let used: Vec<_> = game.hints_at.iter().map(Vec::len).collect();
    assert_eq!(used, [1, 0], "one version is one hint");
}

#[tokio::test]
async fn every_event_keeps_to_the_level() {
    let (gate, app) = gated().await;
    let table = Table::two_people(&app).await;
    let body = json!({"budget": {"iterations": 5000}, "level": "nudge"});
    let text = improving(&app, &gate, &table, &body).await;
    assert!(!text.contains("take 1"), "{text}");
    let events = events(&text);
    assert!(!events.is_empty());
    for pair in events.windows(2) {
        assert!(pair[1].0 == "final" || pair[0].1 != pair[1].1, "nothing is said twice");
    }
}

#[tokio::test]
async fn refusals_are_ordinary_answers() {
    let app = TestApp::start().await;
    let table = table_with(&app, "metered:1").await;
    stream(&app, &table, &json!({"level": "all"})).await.problem(422, "invalid_body");
    hint(&app, &table, &quick()).await.expect(200);
    let again = events(&stream(&app, &table, &quick()).await.text());
    assert_eq!(again.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["final"], "found before");
    while table.play_on(&app, 1).await["turn"]["seat"] != 0 {}
    stream(&app, &table, &quick()).await.problem(403, "hints_used");
}

#[tokio::test]
async fn a_retry_of_a_stream_is_its_last_event() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let call = || ask(&app, &table, 0).key("stream-1").header("Accept", "text/event-stream");
    let first = events(&call().json(&quick()).send().await.text());
    assert_eq!(first.last().map(|(name, _)| name.as_str()), Some("final"));
    let again = call().json(&quick()).send().await;
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    assert_eq!(events(&again.text()), first[first.len() - 1..]);
}

/// A stream that has told an improving answer, and whose search is held.
async fn held(app: &TestApp, table: &Table) -> reqwest::Response {
    let call = ask(app, table, 0).header("Accept", "text/event-stream").json(&quick());
    let mut response = call.0.send().await.unwrap();
    assert_eq!(response.status(), 200);
    let mut text = String::new();
    while !text.contains("event: partial") || !text.ends_with("\n\n") {
        text.push_str(std::str::from_utf8(&response.chunk().await.unwrap().unwrap()).unwrap());
    }
    response
}

#[tokio::test]
async fn a_token_that_was_replaced_reads_no_stream_on() {
    let gate = Gate::default();
    let app = TestApp::start_from(&[], |sources| gate.sources(sources)).await;
    let table = Table::two_people(&app).await;
    let body = held(&app, &table).await;
    app.post(&table.path("/seats/0/token")).token(table.token(0)).json(&json!({})).send().await.expect(201);
    let rest = tokio::time::timeout(Duration::from_secs(30), body.text()).await.expect("the stream ends");
    let events = events(&rest.unwrap());
    let (last, _) = events.split_last().unwrap();
    assert_eq!((last.0.as_str(), &last.1["code"]), ("problem", &json!("unknown_token")));
    until(|| app.state.service.load().hints.in_flight == 0).await;
}

#[tokio::test]
async fn leaving_a_stream_stops_the_search() {
    let gate = Gate::default();
    let app = TestApp::start_from(&[], |sources| gate.sources(sources)).await;
    let table = Table::two_people(&app).await;
    let body = held(&app, &table).await;
    assert_eq!(app.state.service.load().hints.in_flight, 1);
    drop(body);
    until(|| app.state.service.load().hints.in_flight == 0).await;
    let nodes = app.state.service.load().hints.nodes;
    gate.open();
    hint(&app, &table, &quick()).await.expect(200);
    let counts = app.state.service.load().hints;
    assert_eq!((counts.nodes, counts.cancelled), (nodes, 1), "not a node after the stop");
}

//! Analyses that take longer than their creator waits.

use serde_json::{Value, json};

use crate::analyses::{analyse, quick, some_log, timeless, with};
use crate::common::{Answer, Gate, TestApp, until};

async fn gated(gate: &Gate, arguments: &[&str]) -> TestApp {
    TestApp::start_from(arguments, |sources| gate.sources(sources)).await
}

fn location(answer: &Answer) -> String {
    assert_eq!(answer.status, 202, "{}", answer.text());
    answer.header("location").unwrap().to_owned()
}

#[tokio::test]
async fn a_long_analysis_becomes_a_job() {
    let gate = Gate::default();
    let app = gated(&gate, &[]).await;
    let (_, log) = some_log(&app, 4).await;
    let created = analyse(&app, &with(&log, json!({"wait_ms": 0}))).await;
    let path = location(&created);
    let id = created.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(path, format!("/v1/analyses/{id}"));
    assert!(id.len() == 36 && id.starts_with("ana_"), "{id}");
    until(|| app.state.service.load().searches.nodes > 0).await;
    let running = app.get(&path).send().await;
    assert_eq!(running.header("cache-control"), Some("no-store"));
    let running = running.expect(200);
    assert_eq!((&running["status"], &running["id"]), (&json!("running"), &json!(id)));
    assert!(running["progress"]["nodes"].as_u64().unwrap() > 0);
    assert!(running["answer"]["moves"].is_array(), "the best so far: {running}");
    gate.open();
    until(|| app.state.service.load().searches.in_flight == 0).await;
    let finished = loop {
        let job = app.get(&path).send().await.expect(200);
        if job["status"] != "running" {
            break job;
        }
    };
    assert_eq!(finished["status"], "finished");
    let whole = analyse(&app, &log).await.expect(200);
    assert_eq!(timeless(finished["answer"].clone()), timeless(whole));
}

#[tokio::test]
async fn cancelling_stops_the_search_and_forgets_it() {
    let gate = Gate::default();
    let app = gated(&gate, &["--solver-threads", "1"]).await;
    let (_, log) = some_log(&app, 4).await;
    let body = with(&log, json!({"wait_ms": 0}));
    let (first, second) = (location(&analyse(&app, &body).await), location(&analyse(&app, &body).await));
    until(|| app.state.service.load().searches.in_flight == 1).await;
    assert_eq!(app.get(&second).send().await.expect(200)["status"], "queued");
    for path in [&second, &first] {
        app.delete(path).send().await.expect(204);
        app.get(path).send().await.problem(404, "not_found");
        app.delete(path).send().await.problem(404, "not_found");
    }
    until(|| app.state.service.load().searches.in_flight == 0).await;
    let counts = app.state.service.load().searches;
    assert_eq!((counts.queued, counts.cancelled, counts.turned_away), (0, 1, 1));
    assert!(app.state.service.load().analyses == 0);
}

#[tokio::test]
async fn going_away_while_waiting_cancels() {
    let gate = Gate::default();
    let app = gated(&gate, &[]).await;
    let (_, log) = some_log(&app, 4).await;
    let call = app.post("/v1/analyses").json(&with(&log, json!({"wait_ms": 10_000})));
    let waiting = tokio::spawn(call.send());
    until(|| app.state.service.load().searches.in_flight == 1).await;
    // The search may begin before the analysis is listed.
    until(|| app.state.service.load().analyses == 1).await;
    waiting.abort();
    until(|| app.state.service.load().searches.in_flight == 0).await;
    until(|| app.state.service.load().analyses == 0).await;
    assert_eq!(app.state.service.load().searches.cancelled, 1);
}

#[tokio::test]
async fn who_waits_for_an_answer_holds_a_place_as_a_stream_does() {
    let gate = Gate::default();
    let app = gated(&gate, &["--tune", "max_streams_per_address=1"]).await;
    let (_, log) = some_log(&app, 4).await;
    let waiting = tokio::spawn(app.post("/v1/analyses").json(&log).send());
    until(|| app.state.streams.taken() == 1).await;
    location(&analyse(&app, &log).await);
    analyse(&app, &with(&log, json!({"wait_ms": 10_001}))).await.problem(422, "invalid_body");
    gate.open();
    waiting.await.unwrap().expect(200);
    until(|| app.state.streams.taken() == 0).await;
}

#[tokio::test]
async fn a_retry_finds_the_same_analysis() {
    let gate = Gate::default();
    let app = gated(&gate, &[]).await;
    let (_, log) = some_log(&app, 4).await;
    let body = with(&log, json!({"wait_ms": 0}));
    let keyed =
        |body: &Value| app.post("/v1/analyses").key("9d1f6b3e-0c84-4a57-b2e9-71c5d8f0a364").json(body).send();
    let first = keyed(&body).await;
    let again = keyed(&body).await;
    assert_eq!(location(&first), location(&again));
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    // Between the queue and its beginning a search is in neither count.
    until(|| gate.begun() == 1).await;
    assert_eq!(app.state.service.load().searches.queued, 0);
    keyed(&log).await.problem(422, "idempotency_key_reused");
    gate.open();
    until(|| app.state.service.load().searches.finished == 1).await;
    assert_eq!(location(&keyed(&body).await), location(&first), "the first answer again");
    app.delete(&location(&first)).send().await.expect(204);
}

#[tokio::test]
async fn a_retry_of_an_answered_analysis_is_answered_the_same() {
    let app = TestApp::start().await;
    let (_, log) = some_log(&app, 4).await;
    let body = with(&log, quick());
    let keyed = || app.post("/v1/analyses").key("9d1f6b3e-0c84-4a57-b2e9-71c5d8f0a364").json(&body).send();
    let (first, again) = (keyed().await, keyed().await);
    assert_eq!((first.status, &first.bytes), (200, &again.bytes));
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    assert_eq!(app.state.service.load().searches.finished, 1);
}

#[tokio::test]
async fn longer_ones_use_threads_of_their_own() {
    let gate = Gate::default();
    let app = gated(&gate, &["--solver-threads", "1", "--tune", "solver_max_ms=1000"]).await;
    let (table, log) = some_log(&app, 4).await;
    let long = with(&log, json!({"budget": {"ms": 5000}, "wait_ms": 0}));
    let path = location(&analyse(&app, &long).await);
    until(|| app.state.service.load().long_analyses.in_flight == 1).await;
    assert_eq!(app.state.service.load().hints.in_flight, 0);
    gate.open();
    app.post(&table.path("/hints")).token(table.token(0)).json(&quick()).send().await.expect(200);
    app.delete(&path).send().await.expect(204);
}

#[tokio::test]
async fn the_list_is_bounded_and_forgets() {
    let gate = Gate::default();
    let app = gated(&gate, &["--tune", "analyses=16", "--tune", "analysis_keep_seconds=0"]).await;
    let (_, log) = some_log(&app, 4).await;
    let body = with(&log, json!({"wait_ms": 0}));
    let paths = [location(&analyse(&app, &body).await), location(&analyse(&app, &body).await)];
    let refused = analyse(&app, &body).await;
    assert!(refused.header("retry-after").is_some());
    refused.problem(429, "share_used");
    assert_eq!(app.state.service.load().analyses, 2, "an eighth of the room for one address");
    gate.open();
    until(|| app.state.service.load().searches.finished == 2).await;
    for path in paths {
        while app.get(&path).send().await.status != 404 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        app.get(&path).send().await.problem(404, "not_found");
    }
}

#[tokio::test]
async fn a_failed_search_is_told() {
    let gate = Gate::opened();
    let app = gated(&gate, &[]).await;
    let (_, log) = some_log(&app, 4).await;
    gate.panic(true);
    analyse(&app, &log).await.problem(500, "internal");
    gate.close();
    let path = location(&analyse(&app, &with(&log, json!({"wait_ms": 0}))).await);
    gate.open();
    let failed = loop {
        let job = app.get(&path).send().await.expect(200);
        if job["status"] == "failed" {
            break job;
        }
    };
    assert_eq!((&failed["problem"]["code"], failed.get("answer")), (&json!("internal"), None));
}

#[tokio::test]
async fn stopping_the_service_ends_analyses() {
    let gate = Gate::default();
    let mut app = gated(&gate, &[]).await;
    let (_, log) = some_log(&app, 4).await;
    location(&analyse(&app, &with(&log, json!({"wait_ms": 0}))).await);
    until(|| app.state.service.load().searches.in_flight == 1).await;
    app.stop().await;
    until(|| app.state.service.load().searches.in_flight == 0).await;
    assert_eq!(app.state.service.load().searches.cancelled, 1);
}

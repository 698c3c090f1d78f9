//! Searches of different length: whoever asks for little waits for nobody who asks for much.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::common::{Gate, Table, TestApp, until};
use crate::hints::ask;

/// A service with one thread a length, whose searches of more than `ms` are held.
async fn holding(gate: &Gate, ms: u64) -> TestApp {
    gate.let_pass(ms);
    TestApp::start_from(&["--solver-threads", "1"], |sources| gate.sources(sources)).await
}

/// What seat 0 knows, with a question about it, to be posted by others.
async fn analysis(app: &TestApp, table: &Table, ms: u64) -> Value {
    let mut log = app.get(&table.path("/moves")).token(table.token(0)).send().await.expect(200);
    log["budget"] = json!({"ms": ms});
    log["wait_ms"] = json!(0);
    log
}

#[tokio::test]
async fn an_analysis_of_ten_minutes_refuses_no_hint() {
    let gate = Gate::default();
    let app = holding(&gate, 30_000).await;
    let table = Table::two_people(&app).await;
    let long = analysis(&app, &table, 600_000).await;
    assert_eq!(app.post("/v1/analyses").json(&long).send().await.status, 202);
    until(|| gate.begun() == 1).await;
    for ms in [100, 500, 2_000, 2_500, 4_000, 9_000, 30_000] {
        ask(&app, &table, 0).json(&json!({"budget": {"ms": ms}})).send().await.expect(200);
    }
    assert_eq!(app.state.service.load().long_analyses.in_flight, 1, "it is searched all the while");
    gate.open();
}

#[tokio::test]
async fn short_hints_do_not_wait_for_the_long_searches_of_eight_callers() {
    let gate = Gate::default();
    let app = holding(&gate, 1_000).await;
    let table = Table::two_people(&app).await;
    let long = analysis(&app, &table, 8_000).await;
    let searches = (2..10).map(|last| app.post_from(last, "/v1/analyses").json(&long).send());
    assert!(join_all(searches).await.iter().all(|answer| answer.status == 202));
    until(|| app.state.service.load().searches.in_flight == 1).await;
    for ms in [100, 100, 100, 300, 1_000] {
        ask(&app, &table, 0).json(&json!({"budget": {"ms": ms}})).send().await.expect(200);
    }
    let counts = app.state.service.load().searches;
    assert_eq!((counts.in_flight, counts.queued), (1, 7), "not one of the eight has ended");
    gate.open();
}

//! A move is played once, however often it is sent.

use serde_json::{Value, json};

use crate::common::{Answer, TestApp};
use crate::moves::table;

#[tokio::test]
async fn a_retry_gets_the_state_at_its_version() {
    let app = TestApp::start().await;
    let table = table(&app).await;
    let submit = |key: &str, body: Value| {
        let call = app.post(&table.path("/moves")).token(table.token(0)).key(key);
        call.if_match("\"v1-s0\"").json(&body).send()
    };
    let first = submit("k1", json!({"move": "take 1L"})).await;
    table.play(&app, 0, "skip").await;
    table.play(&app, 1, "take 2R").await;
    let again = submit("k1", json!({"move": "take 1L"})).await;
    assert_eq!((first.status, again.status), (200, 200));
    assert_eq!(first.bytes, again.bytes, "rendered at version 2");
    assert_eq!(again.header("etag"), Some("\"v2-s0\""));
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    submit("k1", json!({"move": "take 1R"})).await.problem(422, "idempotency_key_reused");
    submit("k2", json!({"move": "take 1L"})).await.problem(412, "stale_version");
    // The other seat's key is another key.
    let call = app.post(&table.path("/moves")).token(table.token(1)).key("k1");
    let stale = call.if_match("\"v1-s1\"").json(&json!({"move": "take 1L"})).send().await;
    assert_eq!(stale.problem(412, "stale_version")["detail"], "the game has moved on to version 4");
}

#[tokio::test]
async fn a_retry_is_known_however_its_path_is_spelt() {
    let app = TestApp::start().await;
    let table = table(&app).await;
    // As a client may that escapes more than it must.
    let path = table.path("/moves").replace('-', "%2D");
    let submit = || {
        let call = app.post(&path).token(table.token(0)).key("once").if_match("\"v1-s0\"");
        call.json(&json!({"move": "take 1L"})).send()
    };
    let (first, again) = (submit().await, submit().await);
    assert_eq!((first.status, again.status), (200, 200));
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    assert_eq!(first.bytes, again.bytes);
}

#[tokio::test]
async fn refusals_do_not_use_up_a_key() {
    let app = TestApp::start().await;
    let table = table(&app).await;
    let submit = |etag: &str| {
        let call = app.post(&table.path("/moves")).token(table.token(0)).key("once");
        call.if_match(etag).json(&json!({"move": "take 1L"})).send()
    };
    submit("\"v9-s0\"").await.problem(412, "stale_version");
    let done = submit("\"v1-s0\"").await;
    assert_eq!(done.header("idempotency-replayed"), None);
    assert_eq!(done.expect(200)["version"], 2);
}

/// Rounds of parallel identical submits; `TAPIS_TEST_ROUNDS` makes it longer.
fn rounds() -> usize {
    std::env::var("TAPIS_TEST_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(5)
}

#[tokio::test]
async fn parallel_identical_submits_apply_once() {
    let app = TestApp::start().await;
    for round in 0..rounds() {
        let table = table(&app).await;
        let keyed = |n: usize| {
            let call = app.post(&table.path("/moves")).token(table.token(0)).if_match("\"v1-s0\"");
            let call = if round % 2 == 0 { call.key(&format!("key-{round}")) } else { call };
            let _ = n;
            call.json(&json!({"move": "take 1L"})).send()
        };
        let answers = futures_util::future::join_all((0..8).map(keyed)).await;
        let count = |status: u16| answers.iter().filter(|answer| answer.status == status).count();
        if round % 2 == 0 {
            assert_eq!(count(200), 8);
            assert!(answers.iter().all(|answer| answer.bytes == answers[0].bytes));
            let replayed = |answer: &&Answer| answer.header("idempotency-replayed").is_some();
            assert_eq!(answers.iter().filter(replayed).count(), 7);
        } else {
            assert_eq!((count(200), count(412)), (1, 7));
        }
        assert_eq!(table.see(&app, 0).await["version"], 2);
    }
}

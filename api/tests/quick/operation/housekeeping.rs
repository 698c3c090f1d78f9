//! What is forgotten in time.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::json;
use tapis_service::sources::Sources;

use crate::common::{Fixed, Table, TestApp};

const DAY_MS: i64 = 24 * HOUR_MS;
const HOUR_MS: i64 = 60 * 60 * 1000;

#[tokio::test]
async fn keys_are_remembered_for_a_day() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let submit = || {
        let call = app.post(&table.path("/moves")).token(table.token(0)).key("once").if_match("\"v1-s0\"");
        call.json(&json!({"move": "take 1L"})).send()
    };
    submit().await.expect(200);
    app.fixed.elapsed_ms.store(DAY_MS - 1000, Ordering::SeqCst);
    assert_eq!(app.state.service.purge_keys().unwrap(), 0);
    assert_eq!(submit().await.header("idempotency-replayed"), Some("true"));
    app.fixed.elapsed_ms.store(DAY_MS + 1000, Ordering::SeqCst);
    submit().await.problem(412, "stale_version");
    // The key of a move lies in the log, from which nothing is deleted.
    assert_eq!(app.state.service.purge_keys().unwrap(), 0);
}

#[tokio::test]
async fn keys_with_a_record_of_their_own_are_deleted_after_a_day() {
    let app = TestApp::start().await;
    let create = || {
        let body = json!({"game": "richelieu", "seats": [{"kind": "mine"}, {"kind": "mine"}]});
        app.post("/v1/games").key("9d1f6b3e-0c84-4a57-b2e9-71c5d8f0a364").json(&body).send()
    };
    create().await.expect(201);
    app.fixed.elapsed_ms.store(DAY_MS - 1000, Ordering::SeqCst);
    assert_eq!(app.state.service.purge_keys().unwrap(), 0);
    assert_eq!(create().await.header("idempotency-replayed"), Some("true"));
    app.fixed.elapsed_ms.store(DAY_MS + 1000, Ordering::SeqCst);
    assert_eq!(app.state.service.purge_keys().unwrap(), 1);
    assert_eq!(app.state.service.purge_keys().unwrap(), 0);
    assert_eq!(create().await.header("idempotency-replayed"), None);
}

#[tokio::test]
async fn games_in_which_nobody_moves_are_ended_an_hour_after_a_late_start() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    table.play(&app, 0, "take 1L").await;
    let mut app = app;
    app.stop().await;
    let fixed = Arc::new(Fixed::default());
    fixed.elapsed_ms.store(31 * DAY_MS, Ordering::SeqCst);
    let clock = Arc::clone(&fixed);
    let later = |sources| Sources { clock, ..sources };
    let app = TestApp::start_all(Arc::clone(&app.directory), &[], |store| store, later).await;
    let end_old_games = || {
        let service = app.state.service.clone();
        tokio::task::spawn_blocking(move || service.abandon_games(30).unwrap())
    };
    assert_eq!(end_old_games().await.unwrap(), 0, "a date so far from the newest event may be wrong");
    assert_eq!(table.see(&app, 0).await["status"], "running");
    fixed.elapsed_ms.fetch_add(HOUR_MS, Ordering::SeqCst);
    end_old_games().await.unwrap();
    let news = app.get(&table.path("/events?after=2&wait=30")).send().await.expect(200);
    let told = &news["items"][0];
    assert_eq!(
        (&told["kind"], &told["changes"][0]),
        (&json!("abandon"), &json!({"what": "status", "status": "aborted"}))
    );
    assert_eq!(told["text"]["fr"], "Personne n’a joué depuis 31 jours\u{202f}: la partie est close.");
    let state = table.see(&app, 0).await;
    assert_eq!((&state["status"], &state["ended_by"]), (&json!("aborted"), &json!("abandoned")));
    assert_eq!((state.get("turn"), state.get("result")), (None, None));
    let stats = app.get("/v1/stats/richelieu/summary?assisted=include").send().await.expect(200);
    assert_eq!(stats["games"], 0, "{stats}");
}

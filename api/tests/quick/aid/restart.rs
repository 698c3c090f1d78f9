//! A start beside many unfinished games in which nothing is due.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::json;
use tapis_service::sources::{Clock, Sources};

use crate::common::{Table, TestApp, until};

/// Many more than may wait for bots.
const UNFINISHED: usize = 120;

/// A clock that stands: so many milliseconds after the start of 2026.
struct At(i64);

impl Clock for At {
    fn now(&self) -> jiff::Timestamp {
        jiff::Timestamp::from_millisecond(1_767_225_600_000 + self.0).unwrap()
    }
}

/// Only the game of a bot is read. The others are neither opened nor in the way of new games.
#[tokio::test]
async fn people_who_are_to_move_are_not_read_at_a_start() {
    let directory = Arc::new(tempfile::tempdir().unwrap());
    // In each a person is to move, who passes by themselves where to pass is all they can do: the default of every seat.
    let people = json!([{"kind": "mine"}, {"kind": "mine"}]);
    let body =
        json!({"game": "richelieu", "options": {"first_seat": 0}, "auto_pass": "no_choice", "seats": people});
    let against = json!([{"kind": "mine"}, {"kind": "bot", "level": "random"}]);
    // No reply comes before the restart.
    let mut app =
        TestApp::start_in(Arc::clone(&directory), &["--tune", "bot_slot_ms=600000"], |store| store).await;
    for _ in 0..UNFINISHED {
        Table::of(&app, body.clone()).await;
    }
    app.fixed.elapsed_ms.fetch_add(3_600_000, Ordering::SeqCst);
    let body = json!({"game": "richelieu", "options": {"first_seat": 1}, "auto_pass": "no_choice", "seats": against});
    let against_bot = Table::of(&app, body).await;
    assert_eq!(against_bot.see(&app, 0).await["version"], 1);
    let elapsed = app.fixed.elapsed_ms.load(Ordering::SeqCst);
    app.stop().await;

    let later = |sources: Sources| Sources { clock: Arc::new(At(elapsed)), ..sources };
    let app = TestApp::start_all(directory, &["--tune", "bot_queue=10"], |store| store, later).await;
    let bot = json!({"kind": "bot", "level": "random"});
    let created = app
        .post("/v1/games")
        .json(&json!({"game": "richelieu", "seats": [{"kind": "mine"}, bot]}))
        .send()
        .await;
    created.expect(201);
    let events = against_bot.path("/events?after=1&wait=30");
    let page = app.get(&events).token(against_bot.token(0)).send().await.expect(200);
    assert_eq!(page["items"][0]["ply"]["seat"], 1);
    until(|| app.state.service.load().bots_waiting == 0).await;
    let opened = app.state.service.load().games.games;
    assert!(opened <= 2, "{opened} games were opened for two in which something is due");
}

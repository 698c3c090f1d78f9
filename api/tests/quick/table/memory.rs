//! Games leave memory and come back as they were.

use std::sync::Arc;

use serde_json::{Value, json};

use super::events::{Stream, follow};
use crate::common::{Table, TestApp};

/// The least that can be set.
const LEAST: &str = "1048576";

async fn state(app: &TestApp, path: &str) -> Value {
    app.get(path).send().await.expect(200)
}

#[tokio::test]
async fn games_that_find_no_room_are_played_on_from_their_log() {
    let app = TestApp::start_with(&["--cache-bytes", LEAST]).await;
    let first = Table::two_people(&app).await;
    first.play(&app, 0, "take 1L").await;
    let before = state(&app, &first.path("")).await;
    fill(&app).await;
    let usage = app.state.service.load().games;
    assert!(usage.running_bytes <= 1_048_576, "{usage:?}");
    assert!(usage.evicted > 0 && usage.games < 81, "{usage:?}");
    assert_eq!(state(&app, &first.path("")).await, before);
    first.play(&app, 0, "skip").await;
    assert_eq!(state(&app, &first.path("")).await["version"], 3);
}

/// What a person at seat 0 is answered about a game that is over: every body, byte for byte.
async fn answers(app: &TestApp, table: &Table) -> Vec<String> {
    let mut bodies = Vec::new();
    for path in ["", "/moves", "/replay", "/events?after=0&wait=0", "/events?after=40&wait=0"] {
        let answer = app.get(&table.path(path)).token(table.token(0)).send().await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        bodies.push(answer.text());
    }
    bodies
}

/// As many new games as do not find room.
async fn fill(app: &TestApp) {
    for _ in 0..80 {
        Table::two_people(app).await;
    }
}

#[tokio::test]
async fn a_game_that_is_over_leaves_memory_and_is_answered_as_before() {
    let app = TestApp::start_with(&["--cache-bytes", LEAST]).await;
    let live_games = app.state.service.live_games();
    let mut over = Vec::new();
    for _ in 0..3 {
        let table = Table::two_people(&app).await;
        // Held, so that the first answers are those of the game that was played.
        let live = live_games.open(table.id.parse().unwrap()).await.unwrap();
        assert_eq!(table.play_on(&app, 1_000).await["status"], "finished");
        over.push((answers(&app, &table).await, Arc::downgrade(&live), table));
    }
    let gone = over.iter().filter(|(_, live, _)| live.upgrade().is_none()).count();
    assert!(gone >= 2, "{:?}", live_games.usage());
    for (before, _, table) in over {
        assert_eq!(answers(&app, &table).await, before);
        table.try_move(&app, 0, "skip").await.problem(409, "game_over");
        let undo = app.post(&table.path("/undo")).token(table.token(0)).send().await;
        undo.problem(409, "game_over");
    }
}

#[tokio::test]
async fn a_game_that_somebody_follows_stays_and_its_end_is_sent() {
    let app = TestApp::start_with(&["--cache-bytes", LEAST]).await;
    let live_games = app.state.service.live_games();
    let table = Table::two_people(&app).await;
    let live = Arc::downgrade(&live_games.open(table.id.parse().unwrap()).await.unwrap());
    let stream = Stream::open(follow(&app, &table, 1, "?after=1")).await;
    fill(&app).await;
    assert!(live_games.usage().evicted > 0 && live.upgrade().is_some(), "{:?}", live_games.usage());
    let state = table.play_on(&app, 1_000).await;
    let sent = stream.end().await;
    let (version, kind, _) = sent.last().unwrap();
    assert_eq!((json!(version), kind.as_str()), (state["version"].clone(), "end"));
    assert_eq!(sent.len() as u64 + 1, *version, "every version after the first is sent");
}

#[tokio::test]
async fn a_long_poll_gets_the_end_when_memory_is_full() {
    let app = TestApp::start_with(&["--cache-bytes", LEAST]).await;
    let seats = json!([{"kind": "mine"}, {"kind": "open"}]);
    let table = Table::create(&app, json!({"first_seat": 0}), seats).await;
    let poll = app.get(&table.path("/events?after=1&wait=30")).send();
    let leave = async {
        fill(&app).await;
        app.delete(&table.path("/seats/0")).token(table.token(0)).send().await
    };
    let (page, left) = tokio::join!(poll, leave);
    assert!(left.status < 300, "{}", left.text());
    let page = page.expect(200);
    let last = page["items"].as_array().unwrap().last().unwrap();
    assert_eq!(last["kind"], "abort");
}

#[tokio::test]
async fn who_asks_at_the_same_moment_gets_the_same_game() {
    let app = TestApp::start_with(&["--cache-bytes", LEAST]).await;
    let live_games = app.state.service.live_games().clone();
    let table = Table::two_people(&app).await;
    let id = table.id.parse().unwrap();
    let live = Arc::downgrade(&live_games.open(id).await.unwrap());
    fill(&app).await;
    assert!(live.upgrade().is_none(), "it left memory");
    let (one, other) = tokio::join!(live_games.open(id), live_games.open(id));
    assert!(Arc::ptr_eq(&one.unwrap(), &other.unwrap()));
}

//! Games leave memory and come back as they were.

use serde_json::{Value, json};

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
    for _ in 0..80 {
        Table::two_people(&app).await;
    }
    let usage = app.state.service.sessions.usage();
    assert!(usage.running_bytes <= 1_048_576, "{usage:?}");
    assert!(usage.evicted > 0 && usage.games < 81, "{usage:?}");
    assert_eq!(state(&app, &first.path("")).await, before);
    first.play(&app, 0, "skip").await;
    assert_eq!(state(&app, &first.path("")).await["version"], 3);
}

#[tokio::test]
async fn a_game_that_is_over_moves_to_the_small_cache_and_is_answered_as_before() {
    let app = TestApp::start_with(&["--cache-bytes", LEAST, "--bot-pace-ms", "0"]).await;
    let bots = json!([{"kind": "bot", "level": "random"}, {"kind": "bot", "level": "random"}]);
    let mut ended = Vec::new();
    for _ in 0..12 {
        let table = Table::of(&app, json!({"game": "richelieu", "seats": bots})).await;
        let live = app.state.service.sessions.open(table.id.parse().unwrap()).await.unwrap();
        let mut news = live.news();
        while live.session().unfinished().is_ok() {
            news.changed().await.unwrap();
        }
        let replay = app.get(&table.path("/replay")).send().await.expect(200);
        ended.push((state(&app, &table.path("")).await, replay, table));
    }
    let usage = app.state.service.sessions.usage();
    assert!(usage.ended_bytes <= 1_048_576 / 16 || usage.games <= 1, "{usage:?}");
    assert!(usage.games < 12, "{usage:?}");
    for (before, replay, table) in ended {
        assert_eq!(state(&app, &table.path("")).await, before);
        assert_eq!(app.get(&table.path("/replay")).send().await.expect(200), replay);
        let over = app.get(&table.path("/events?after=0&wait=0")).send().await.expect(200);
        assert!(over["items"].as_array().unwrap().len() > 10, "its events are read from the log");
    }
}

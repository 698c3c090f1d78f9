//! Replays of the games of experiments: a few at a time, and none that nobody waits for.

use serde_json::json;

use crate::common::{TestApp, until};
use crate::statistics::experiments::{asked, ended};

#[tokio::test]
async fn two_replays_are_played_at_a_time_and_end_with_their_connections() {
    let app = TestApp::start().await;
    let arm = json!({"name": "club", "seats": ["solver:300"], "options": {"variant": "three_rows"}});
    let plan = json!({"game": "richelieu", "arms": [arm], "games": 1, "metric": "length"});
    let location = asked(&app, &plan).await;
    ended(&app, &location).await;
    let game = format!("{location}/games/0/0");
    let counts = || app.state.service.replays().counts();
    let clients: Vec<_> = (0..8).map(|_| tokio::spawn(app.get(&game).admin().send())).collect();
    until(|| (counts().in_flight, counts().queued) == (2, 6)).await;
    clients.iter().for_each(|client| client.abort());
    until(|| (counts().in_flight, counts().queued) == (0, 0)).await;
    let left = counts();
    assert_eq!((left.cancelled, left.failed), (left.finished, 0), "none was played to its end: {left:?}");
    assert_eq!(left.finished + left.turned_away, 8, "{left:?}");
    app.get(&game).admin().send().await.expect(200);
    assert_eq!(counts().finished, left.finished + 1);
}

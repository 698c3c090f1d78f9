//! A bot that takes its time, on a node that will be gone.

use std::time::Duration;

use reqwest::{Client, StatusCode};
use serde_json::{Value, json};

use crate::table::{Game, create, get, legal};

/// A game in which a bot is to reply after some time, when its node will be gone.
pub async fn wait_for_a_bot_of(http: &Client, base: &str, pace_ms: u64) -> Game {
    let seats = json!([{"kind": "mine"}, {"kind": "bot", "level": "greedy"}]);
    let options = json!({"first_seat": 0});
    let body = json!({"game": "richelieu", "options": options, "seats": seats, "bot_pace_ms": pace_ms});
    let game = create(http, base, &body, &format!("nodes-bot-{pace_ms}")).await;
    loop {
        let state = get(http, &game.url(base, ""), Some(&game.tokens[0])).await;
        if state["turn"]["seat"] != 0 {
            break;
        }
        let version = state["version"].as_u64().unwrap();
        let played = game.submit(http, base, 0, version, &legal(&state)[0]).send().await.unwrap();
        assert_eq!(played.status(), StatusCode::OK);
    }
    game
}

/// The bot replied once another node noticed that it is late.
pub async fn assert_replied(http: &Client, base: &str, game: &Game) {
    for _ in 0..600 {
        let state: Value = get(http, &game.url(base, ""), None).await;
        if state["turn"]["seat"] == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    panic!("the bot of a node that is gone never moves");
}

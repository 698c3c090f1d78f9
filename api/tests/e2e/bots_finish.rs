//! Games of bots finish over HTTP, and an independent program recounts every one of them.

use std::time::Duration;

use reqwest::Client;
use serde_json::{Value, json};
use tapis_recount::fair_deal::Stream;
use tapis_recount::random::options;

use crate::binary::Binary;
use crate::knobs::{random, size};
use crate::table::{Game, client, create, get};

/// Games under way at once.
const BATCH: usize = 20;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_of_bots_finish_and_pass_the_recount() {
    let mut random = random("bots_finish");
    let directory = tempfile::tempdir().unwrap();
    let binary = Binary::start(directory.path());
    let http = client();
    let games = size("TAPIS_BOT_GAMES", 200);
    let mut done = 0;
    while done < games {
        let mut batch = Vec::new();
        for n in done..games.min(done + BATCH) {
            batch.push(create_of_bots(&http, &binary.base, n, &mut random).await);
        }
        for (game, options) in &batch {
            let replay = finished_replay(&http, &binary.base, game, options).await;
            assert_eq!(replay["commitment"], game.commitment, "{options}");
            recounted(&replay, options);
        }
        done += batch.len();
    }
    assert_eq!(done, games);
}

/// A game of bots only, with random options and levels that answer at once.
async fn create_of_bots(http: &Client, base: &str, n: usize, random: &mut Stream) -> (Game, Value) {
    let options = options("richelieu", random);
    let players = options["players"].as_u64().unwrap();
    let seats: Vec<Value> =
        (0..players).map(|_| json!({"kind": "bot", "level": random.pick(&["random", "greedy"])})).collect();
    let body = json!({"game": "richelieu", "options": options, "seats": seats, "visibility": "public"});
    (create(http, base, &body, &format!("bots-create-{n:08}")).await, options)
}

/// Waits for the end, at most a minute, and fetches the replay.
async fn finished_replay(http: &Client, base: &str, game: &Game, options: &Value) -> Value {
    for _ in 0..1_200 {
        let state = get(http, &game.url(base, ""), None).await;
        if state["status"] == "finished" {
            return get(http, &game.url(base, "/replay"), None).await;
        }
        assert_eq!(state["status"], "running", "{options}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("game {} does not end; options {options}", game.id);
}

fn recounted(replay: &Value, options: &Value) {
    if let Err(difference) = tapis_recount::recount(replay) {
        panic!("{difference}\noptions {options}\n{replay}");
    }
}

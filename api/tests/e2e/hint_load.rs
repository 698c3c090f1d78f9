//! Ten times as many hints as can be searched: every one is answered or sent away, and moves go on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use reqwest::Client;
use serde_json::{Value, json};

use crate::binary::Binary;
use crate::knobs::{random, size};
use crate::player::Player;
use crate::table::{Game, client, create_mine, get};

/// Searches at a time, and clients that each want one all the time: ten times as many.
const SEARCHES: usize = 1;
const ASKING: usize = 10 * SEARCHES;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_go_on_beside_ten_times_the_hints() {
    let directory = tempfile::tempdir().unwrap();
    let binary = Binary::start_with(directory.path(), &["--solver-threads", "1", "--solver-queue", "4"]);
    let (http, base) = (client(), binary.base.clone());
    let moves = size("TAPIS_LOAD_MOVES", 60);
    let mut player = Player::sit_down(&http, &base, 2, "hint-load-player", &mut random("hint_load")).await;
    println!("hint_load: idle {}", play(&mut player, &http, &base, moves).await);
    let (stop, given, refused) = Default::default();
    let asked: (Arc<AtomicBool>, Arc<AtomicUsize>, Arc<AtomicUsize>) = (stop, given, refused);
    let mut asking = Vec::new();
    for n in 0..ASKING {
        let game = create_mine(&http, &base, 2, &format!("hint-load-table-{n}")).await;
        asking.push(tokio::spawn(ask(base.clone(), game, asked.clone())));
    }
    while asked.1.load(Ordering::Relaxed) + asked.2.load(Ordering::Relaxed) < ASKING {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let loaded = play(&mut player, &http, &base, moves).await;
    asked.0.store(true, Ordering::Relaxed);
    for asking in asking {
        asking.await.unwrap();
    }
    let (given, refused) = (asked.1.load(Ordering::Relaxed), asked.2.load(Ordering::Relaxed));
    println!("hint_load: beside {given} hints given and {refused} sent away {loaded}");
    assert!(given > 0 && refused > 0, "{given} given, {refused} refused: that was no overload");
    player.assert_log(&http, &base).await;
}

/// Asks for half a second of search again and again; whoever is sent away is told when to come back.
async fn ask(base: String, game: Game, asked: (Arc<AtomicBool>, Arc<AtomicUsize>, Arc<AtomicUsize>)) {
    let (stop, given, refused) = asked;
    let http = client();
    let state = get(&http, &game.url(&base, ""), None).await;
    let seat = state["turn"]["seat"].as_u64().unwrap() as usize;
    while !stop.load(Ordering::Relaxed) {
        let body = json!({"solver": "sampling", "budget": {"ms": 500}});
        let request = http.post(game.url(&base, "/hints")).bearer_auth(&game.tokens[seat]).json(&body);
        let answer = request.send().await.unwrap();
        let (status, wait) = (answer.status().as_u16(), answer.headers().get("retry-after").cloned());
        let body: Value = answer.json().await.unwrap();
        match status {
            200 => given.fetch_add(1, Ordering::Relaxed),
            _ => {
                assert_eq!((status, &body["code"]), (503, &json!("busy")), "{body}");
                assert!(wait.is_some(), "{body}");
                // No client is told to come back sooner.
                tokio::time::sleep(Duration::from_secs(1)).await;
                refused.fetch_add(1, Ordering::Relaxed)
            }
        };
    }
}

/// Plays moves one after the other; half and nearly all of them took so long, a look included.
async fn play(player: &mut Player, http: &Client, base: &str, moves: usize) -> String {
    let mut times = Vec::new();
    for _ in 0..moves {
        let start = Instant::now();
        player.step(http, base).await.unwrap();
        times.push(start.elapsed());
    }
    times.sort();
    format!("move median {:?}, p99 {:?}", times[moves / 2], times[moves * 99 / 100])
}

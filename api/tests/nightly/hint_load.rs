//! Ten times as many hints as can be searched: every one is answered with a legal move or sent away, and moves go on.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use reqwest::Client;
use serde_json::{Value, json};

use crate::binary::Binary;
use crate::knobs::{random, size};
use crate::player::Player;
use crate::table::{Game, client, create_mine, get, legal};

/// Searches at a time, and clients that each want one all the time: ten times as many.
const SEARCHES: usize = 1;
const ASKING: usize = 10 * SEARCHES;
/// The time of each hint, and by how much it may exceed that, in milliseconds.
const BUDGET: u64 = 500;
const LATE: u64 = 100;

/// What came of the hints so far.
#[derive(Default)]
struct Asked {
    stop: AtomicBool,
    given: AtomicUsize,
    refused: AtomicUsize,
    /// Milliseconds that each search took.
    took: Mutex<Vec<u64>>,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_go_on_beside_ten_times_the_hints() {
    let directory = tempfile::tempdir().unwrap();
    let binary = Binary::start_with(directory.path(), &["--solver-threads", "1", "--tune", "solver_queue=4"]);
    let (http, base) = (client(), binary.base.clone());
    let moves = size("TAPIS_LOAD_MOVES", 60);
    let mut player = Player::sit_down(&http, &base, 2, "hint-load-player", &mut random("hint_load")).await;
    println!("hint_load: idle {}", said(&play(&mut player, &http, &base, moves).await));
    let asked = Arc::new(Asked::default());
    let mut asking = Vec::new();
    for n in 0..ASKING {
        let game = create_mine(&http, &base, 2, &format!("hint-load-table-{n}")).await;
        asking.push(tokio::spawn(ask(base.clone(), game, asked.clone())));
    }
    while asked.given.load(Ordering::Relaxed) + asked.refused.load(Ordering::Relaxed) < ASKING {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let before = asked.given.load(Ordering::Relaxed);
    let loaded = play(&mut player, &http, &base, moves).await;
    let meanwhile = asked.given.load(Ordering::Relaxed) - before;
    asked.stop.store(true, Ordering::Relaxed);
    for asking in asking {
        asking.await.unwrap();
    }
    let (given, refused) = (asked.given.load(Ordering::Relaxed), asked.refused.load(Ordering::Relaxed));
    println!("hint_load: beside {given} hints given and {refused} sent away {}", said(&loaded));
    let took = asked.took.lock().unwrap().clone();
    let in_time = took.iter().filter(|took| **took <= BUDGET + LATE).count();
    println!(
        "hint_load: {in_time} of {given} hints within {LATE} ms of their time, the last after {:?} ms",
        took.iter().max()
    );
    assert_eq!(took.len(), given);
    assert!(given > 0 && refused > 0, "{given} given, {refused} refused: that was no overload");
    // If every move waited for the search under way, as many would be given. That none waits: `quick/hints/pool.rs`.
    assert!(meanwhile < moves, "{meanwhile} hints were given beside {moves} moves: {}", said(&loaded));
    player.assert_log(&http, &base).await;
}

/// Asks for half a second of search again and again; whoever is sent away is told when to come back.
async fn ask(base: String, game: Game, asked: Arc<Asked>) {
    let http = client();
    let state = get(&http, &game.url(&base, ""), None).await;
    let seat = state["turn"]["seat"].as_u64().unwrap() as usize;
    let legal = legal(&get(&http, &game.url(&base, ""), Some(&game.tokens[seat])).await);
    for n in 1.. {
        if asked.stop.load(Ordering::Relaxed) {
            break;
        }
        // With the same seed it would be told what was found before.
        let seed = format!("{n:x}");
        let body = json!({"solver": "sampling", "budget": {"ms": BUDGET}, "level": "full", "seed": seed});
        let request = http.post(game.url(&base, "/hints")).bearer_auth(&game.tokens[seat]).json(&body);
        let answer = request.send().await.unwrap();
        let (status, wait) = (answer.status().as_u16(), answer.headers().get("retry-after").cloned());
        let body: Value = answer.json().await.unwrap();
        if status == 200 {
            assert!(legal.iter().any(|notation| body["move"] == **notation), "{body}");
            asked.took.lock().unwrap().push(body["timing"]["elapsed_ms"].as_u64().unwrap());
            asked.given.fetch_add(1, Ordering::Relaxed);
        } else {
            assert_eq!((status, &body["code"]), (503, &json!("busy")), "{body}");
            assert!(wait.is_some(), "{body}");
            // No client is told to come back sooner.
            tokio::time::sleep(Duration::from_secs(1)).await;
            asked.refused.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Plays moves one after the other; what each took, a look included, ascending.
async fn play(player: &mut Player, http: &Client, base: &str, moves: usize) -> Vec<Duration> {
    let mut times = Vec::new();
    for _ in 0..moves {
        let start = Instant::now();
        player.step(http, base).await.unwrap();
        times.push(start.elapsed());
    }
    times.sort();
    times
}

fn said(times: &[Duration]) -> String {
    format!("move median {:?}, p99 {:?}", times[times.len() / 2], times[times.len() * 99 / 100])
}

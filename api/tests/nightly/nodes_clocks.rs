//! The database's clock is set, or that of a standby which takes over is another, while three nodes serve: the time goes on as it was,
//! and no game pays for it. There is one server, whose clock nobody can set: what is stored by its clock is moved instead.

use std::time::Instant;

use jiff::Timestamp;
use reqwest::Client;
use serde_json::{Value, json};

use crate::binary::Binary;
use crate::knobs::size;
use crate::server::Server;
use crate::table::{Game, client, create, get};

/// By how many seconds the clock is set, and whether the server dies then, as where a standby takes over.
const STEPS: [(i64, bool); 6] =
    [(5, false), (-5, false), (5, true), (-5, true), (3_600, false), (-3_600, false)];
/// How far, in milliseconds, two readings of the time may be apart, each of which is a request.
const NEAR_MS: i128 = 2_000;

/// The server's clock shows so much more: the time that was agreed on is ahead of what it was by as much, and whatever was held by that
/// clock ends as much earlier.
fn set(server: &Server, url: &str, seconds: i64) {
    let ends = |held: &str| format!("; UPDATE {held} SET until = until - interval '{seconds} seconds'");
    let ends = ["nodes", "leases", "analyses"].map(ends).concat();
    server.sql(url, &format!("UPDATE clock SET ahead_ms = ahead_ms + {}{ends}", 1_000 * seconds));
}

/// Waits until every node has said once more that it is there, and asked for the time.
fn ask_all(server: &Server, url: &str) {
    let said = "SELECT count(*) FROM nodes WHERE until > now() + interval '6 seconds' AND until <= now() + interval '10 seconds'";
    server.until(url, said, "3");
}

/// A game whose clock runs, and whose turn it is since when and until when.
async fn begin(http: &Client, base: &str, n: usize) -> (Game, Value) {
    let (mine, clock) = (json!({"kind": "mine"}), json!({"per_move_s": 600, "on_timeout": "forfeit"}));
    let body = json!({"game": "richelieu", "seats": [mine, mine], "clock": clock});
    let game = create(http, base, &body, &format!("clocked-{n}")).await;
    let turn = get(http, &game.url(base, ""), None).await["turn"].take();
    (game, turn)
}

fn since(turn: &Value) -> Timestamp {
    turn["since"].as_str().unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_of_the_database_that_is_set_moves_no_time_and_ends_no_game() {
    let (server, directory) = (Server::start(&["-c", "fsync=off"]), tempfile::tempdir().unwrap());
    let (http, url) = (client(), server.database());
    let nodes: Vec<_> = (0..3).map(|_| Binary::start_node(&url, directory.path())).collect();
    let mut games = Vec::new();
    for n in 0..size("TAPIS_CLOCKED_GAMES", 12) {
        games.push(begin(&http, &nodes[n % 3].base, n).await);
    }
    let (begun, first) = (Instant::now(), since(&games.last().unwrap().1));
    for (seconds, fails_over) in STEPS {
        set(&server, &url, seconds);
        if fails_over {
            server.kill();
            server.restart();
        }
        ask_all(&server, &url);
        for node in &nodes {
            get(&http, &format!("{}/readyz", node.base), None).await;
            for (game, turn) in &games {
                let state = get(&http, &game.url(&node.base, ""), None).await;
                assert_eq!((&state["status"], &state["turn"]), (&json!("running"), turn), "{seconds} s");
            }
            let (game, turn) = begin(&http, &node.base, games.len()).await;
            let passed_ms = since(&turn).duration_since(first).as_millis();
            let off_ms = passed_ms - begun.elapsed().as_millis() as i128;
            assert!(off_ms.abs() <= NEAR_MS, "set by {seconds} s, a node is off by {off_ms} ms");
            games.push((game, turn));
        }
    }
}

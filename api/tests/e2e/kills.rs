//! kill -9 in the middle of play: every acknowledged move is there, none twice.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use reqwest::Client;
use serde_json::Value;
use tapis_recount::fair_deal::Stream;

use crate::binary::Binary;
use crate::knobs::{random, size};
use crate::table::{Game, client, create_mine, get, legal, version_after};

/// Clients that play at once, each at its own table.
const CLIENTS: usize = 8;

/// A client, its table, and what it was told.
struct Player {
    game: Game,
    finished: Vec<Game>,
    /// Moves acknowledged at the present table, in order.
    acknowledged: Vec<String>,
    /// A move sent and not answered.
    pending: Option<Pending>,
    sent: usize,
    random: Stream,
}

#[derive(Clone)]
struct Pending {
    seat: usize,
    version: u64,
    notation: String,
    key: String,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_acknowledged_move_is_lost_or_doubled_by_kill_9() {
    let mut random = random("kills");
    let directory = tempfile::tempdir().unwrap();
    let mut players = seat_players(directory.path(), &mut random).await;
    let kills = size("TAPIS_KILLS", 20);
    let mut total = 0;
    for _ in 0..kills {
        let (count, rest) = play_until_killed(directory.path(), players, &mut random).await;
        (total, players) = (total + count, rest);
    }
    assert!(total >= 10 * kills, "only {total} moves in {kills} rounds: the kills hit an idle server");
    let binary = Binary::start(directory.path());
    for player in &mut players {
        player.retry(&client(), &binary.base).await.unwrap();
        player.assert_log(&client(), &binary.base).await;
    }
}

async fn seat_players(directory: &Path, random: &mut Stream) -> Vec<Player> {
    let binary = Binary::start(directory);
    let http = client();
    let mut players = Vec::new();
    for n in 0..CLIENTS {
        let game = create_mine(&http, &binary.base, 2 + n % 3, &format!("kills-create-{n:08}")).await;
        let random = Stream::new(&[0x4b; 32], u64::from(random.below(u32::MAX)));
        players.push(Player {
            game,
            finished: Vec::new(),
            acknowledged: Vec::new(),
            pending: None,
            sent: 0,
            random,
        });
    }
    players
}

/// One life of the server: all players at once until the kill; answers the acknowledged moves of this life.
async fn play_until_killed(
    directory: &Path,
    players: Vec<Player>,
    random: &mut Stream,
) -> (usize, Vec<Player>) {
    let binary = Binary::start(directory);
    let count = Arc::new(AtomicUsize::new(0));
    let stop = Arc::new(AtomicBool::new(false));
    let tasks: Vec<_> = players
        .into_iter()
        .map(|mut player| {
            let (base, count, stop) = (binary.base.clone(), Arc::clone(&count), Arc::clone(&stop));
            tokio::spawn(async move {
                let http = client();
                while !stop.load(Ordering::Relaxed) && player.step(&http, &base).await.is_ok() {
                    count.fetch_add(1, Ordering::Relaxed);
                }
                player
            })
        })
        .collect();
    // The kill falls anywhere in the work: at any moment after the first answers.
    while count.load(Ordering::Relaxed) < 2 * CLIENTS {
        tokio::time::sleep(Duration::from_millis(1)).await;
        assert!(tasks.iter().any(|task| !task.is_finished()), "every player gave up before the kill");
    }
    tokio::time::sleep(Duration::from_micros(u64::from(random.below(150_000)))).await;
    binary.kill();
    stop.store(true, Ordering::Relaxed);
    let mut players = Vec::new();
    for task in tasks {
        players.push(task.await.unwrap());
    }
    (count.load(Ordering::Relaxed), players)
}

impl Player {
    /// One acknowledged move, or the end of the connection.
    async fn step(&mut self, http: &Client, base: &str) -> Result<(), reqwest::Error> {
        self.retry(http, base).await?;
        let state: Value = http.get(self.game.url(base, "")).send().await?.json().await?;
        let Some(seat) = state["turn"]["seat"].as_u64() else {
            return self.next_table(http, base).await;
        };
        let seat = seat as usize;
        let request = http.get(self.game.url(base, "")).bearer_auth(&self.game.tokens[seat]);
        let state: Value = request.send().await?.json().await?;
        let notation = self.random.pick(&legal(&state)).clone();
        self.sent += 1;
        let key = format!("{}-{:06}", self.game.id, self.sent);
        self.pending = Some(Pending { seat, version: state["version"].as_u64().unwrap(), notation, key });
        self.retry(http, base).await
    }

    /// Sends the pending move, with its key, as often as it takes.
    async fn retry(&mut self, http: &Client, base: &str) -> Result<(), reqwest::Error> {
        let Some(pending) = &self.pending else { return Ok(()) };
        let submit = self.game.submit(http, base, pending.seat, pending.version, &pending.notation);
        let response = submit.header("Idempotency-Key", &pending.key).send().await?;
        let status = response.status().as_u16();
        let body: Value = response.json().await?;
        assert_eq!(status, 200, "{} at version {}: {body}", pending.notation, pending.version);
        assert_eq!(body["version"], version_after(pending.version, &body), "{body}");
        self.acknowledged.push(pending.notation.clone());
        self.pending = None;
        Ok(())
    }

    /// The game is over: its log is checked, a new one begins.
    async fn next_table(&mut self, http: &Client, base: &str) -> Result<(), reqwest::Error> {
        let log: Value = http.get(self.game.url(base, "/moves")).send().await?.json().await?;
        self.assert_same(&log);
        // The kill may fall into the creation: the key makes it one game however often it is asked for.
        let key = format!("after-{}", self.game.id);
        let seats = vec![serde_json::json!({"kind": "mine"}); 2];
        let body = serde_json::json!({"game": "richelieu", "seats": seats});
        let request = http.post(format!("{base}/v1/games")).header("Idempotency-Key", key).json(&body);
        let created: Value = request.send().await?.json().await?;
        let tokens = created["seats"].as_array().unwrap();
        let tokens = tokens.iter().map(|seat| seat["token"].as_str().unwrap().to_owned()).collect();
        let commitment = created["deal_commitment"].as_str().unwrap().to_owned();
        let game = Game { id: created["id"].as_str().unwrap().to_owned(), tokens, commitment };
        self.finished.push(std::mem::replace(&mut self.game, game));
        self.acknowledged.clear();
        Ok(())
    }

    async fn assert_log(&self, http: &Client, base: &str) {
        self.assert_same(&get(http, &self.game.url(base, "/moves"), None).await);
        for game in &self.finished {
            let state = get(http, &game.url(base, ""), None).await;
            assert_eq!(state["status"], "finished", "game {}", game.id);
        }
    }

    /// The server's log holds exactly the acknowledged moves, once each, in order.
    fn assert_same(&self, log: &Value) {
        let plies = log["plies"].as_array().unwrap_or_else(|| panic!("no plies in {log}"));
        let found: Vec<&str> = plies.iter().filter_map(|ply| ply["notation"].as_str()).collect();
        assert_eq!(found, self.acknowledged, "game {}", self.game.id);
    }
}

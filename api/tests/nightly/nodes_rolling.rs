//! Three nodes that are stopped and started again in turn while people play, as an upgrade does it, beside games in which nothing is
//! due, and after a dump of them all: bots go on, tickets stay valid, whoever comes has a game at once, and nobody is told of a failure
//! that asking another node does not mend.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use reqwest::{Client, StatusCode};
use serde_json::Value;

use crate::binary::Binary;
use crate::follower::{Front, Seen, Table};
use crate::knobs::{random, size};
use crate::newcomers::{come, leave_unfinished};
use crate::player::Player;
use crate::server::Server;
use crate::table::{client, get};

const NODES: usize = 3;
/// Clients that only move, as fast as they are answered: whatever the moment of a signal, a move is in flight.
const MOVERS: usize = 4;
/// More games are made here, by one address, than a day has room for.
const UNLIMITED: [&str; 4] = ["--games-a-day", "0", "--rate-work", "0"];
/// Between two nodes, as a supervisor that waits whether the new one stays.
const PAUSE: Duration = Duration::from_secs(2);

/// What stopping and starting took.
#[derive(Default)]
struct Restarts {
    stopping: Vec<Duration>,
    away: Vec<Duration>,
}

/// The nodes of a database.
struct Nodes {
    server: Arc<Server>,
    url: String,
    directory: PathBuf,
    running: Vec<Option<Binary>>,
    front: Arc<Front>,
}

impl Nodes {
    fn start(server: Server, directory: &Path) -> Self {
        let url = server.database();
        let start = |_| Some(Binary::start_node_with(&url, directory, &UNLIMITED));
        let running: Vec<_> = (0..NODES).map(start).collect();
        let bases = running.iter().flatten().map(|node| node.base.clone()).collect();
        let (server, directory) = (Arc::new(server), directory.to_owned());
        Self { server, url, directory, running, front: Arc::new(Front::new(bases)) }
    }

    /// Saves the database, as an operator does: nobody is refused anything meanwhile, and every node is ready.
    async fn dump(&self) {
        let (began, refusals) = (Instant::now(), self.front.refusals());
        let (server, url, file) =
            (Arc::clone(&self.server), self.url.clone(), self.directory.join("tapis.dump"));
        let dump = tokio::task::spawn_blocking(move || server.dump(&url, &file));
        let http = client();
        while !dump.is_finished() {
            for base in self.front.bases() {
                let ready = http.get(format!("{base}/readyz")).send().await.unwrap();
                assert_eq!(ready.status(), StatusCode::OK, "beside a dump");
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        dump.await.unwrap();
        println!("rolling: a dump took {:?}", began.elapsed());
        assert_eq!(self.front.refusals(), refusals, "a dump is in nobody's way");
    }

    /// Stops a node by SIGTERM, starts another in its place, and waits until that is ready.
    async fn restart(&mut self, at: usize, took: &mut Restarts) {
        let (old, began) = (self.running[at].take().unwrap(), Instant::now());
        old.terminate();
        let status = tokio::task::spawn_blocking(move || old.wait()).await.unwrap();
        assert!(status.success(), "{status}");
        took.stopping.push(began.elapsed());
        self.assert_handed_over();
        let (url, directory) = (self.url.clone(), self.directory.clone());
        let start = move || Binary::start_node_with(&url, &directory, &UNLIMITED);
        let fresh = tokio::task::spawn_blocking(start).await.unwrap();
        let ready = format!("{}/readyz", fresh.base);
        while client().get(&ready).send().await.unwrap().status() != StatusCode::OK {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        self.front.replace(at, fresh.base.clone());
        self.running[at] = Some(fresh);
        took.away.push(began.elapsed());
    }

    /// A node that has ended is not taken for alive: what it has left undone is free at once, not after ten seconds.
    fn assert_handed_over(&self) {
        let alive = self.server.sql(&self.url, "SELECT count(*) FROM nodes WHERE until > now()");
        assert!(
            alive.parse::<usize>().unwrap() < NODES,
            "{alive} of {NODES} nodes are alive, and one has ended"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_restarted_in_turn_keep_bots_tickets_and_moves() {
    // The disk is waited for: this is what an operator will see.
    let (server, directory) = (Server::start(&[]), tempfile::tempdir().unwrap());
    let mut nodes = Nodes::start(server, directory.path());
    leave_unfinished(&nodes.front, size("TAPIS_ROLLING_UNFINISHED", 300)).await;
    let stop = Arc::new(AtomicBool::new(false));
    let newcomers = tokio::spawn(come(Arc::clone(&nodes.front), Arc::clone(&stop)));
    let tables = (0..size("TAPIS_ROLLING_TABLES", 6)).map(|n| {
        let (front, stop) = (Arc::clone(&nodes.front), Arc::clone(&stop));
        tokio::spawn(async move { Table::sit_down(front, n).await.play(&stop).await })
    });
    let tables: Vec<_> = tables.collect();
    let mut movers = Vec::new();
    for mover in players(&nodes.front).await {
        movers.push(tokio::spawn(moves(mover, Arc::clone(&nodes.front), Arc::clone(&stop))));
    }
    let mut took = Restarts::default();
    tokio::time::sleep(PAUSE).await;
    nodes.dump().await;
    for _ in 0..size("TAPIS_ROLLING_ROUNDS", 1) {
        for at in 0..NODES {
            nodes.restart(at, &mut took).await;
            tokio::time::sleep(PAUSE).await;
        }
    }
    stop.store(true, Relaxed);
    newcomers.await.unwrap();
    let seen: Vec<Seen> = join_all(tables).await.into_iter().map(Result::unwrap).collect();
    let movers: Vec<(Player, usize)> = join_all(movers).await.into_iter().map(Result::unwrap).collect();
    report(&seen, &movers, &took, &nodes.front);
    let (http, bases) = (client(), nodes.front.bases());
    for (at, (mover, _)) in movers.iter().enumerate() {
        mover.assert_log(&http, &bases[at % NODES]).await;
    }
    for seen in &seen {
        seen.assert_kept(&http, &bases).await;
        assert_alike(&http, &bases, seen).await;
    }
}

/// Clients at tables of their own.
async fn players(front: &Front) -> Vec<Player> {
    let (http, bases, mut random) = (client(), front.bases(), random("nodes_rolling"));
    let mut players = Vec::new();
    for n in 0..MOVERS {
        let key = format!("rolling-mover-{n:08}");
        players.push(Player::sit_down(&http, &bases[n % NODES], 2, &key, &mut random).await);
    }
    players
}

/// Moves until told to stop, at the next node where one does not answer. What is answered is what was asked for, or it panics:
/// no move is refused, however the nodes come and go. Answers how many moves were acknowledged.
async fn moves(mut mover: Player, front: Arc<Front>, stop: Arc<AtomicBool>) -> (Player, usize) {
    let (http, mut at, mut count) = (client(), 0, 0);
    while !stop.load(Relaxed) {
        let base = front.bases().swap_remove(at % NODES);
        match mover.step(&http, &base).await {
            Ok(()) => count += 1,
            Err(error) => {
                front.note(&error);
                at += 1;
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        }
    }
    for base in front.bases() {
        mover.retry(&http, &base).await.unwrap();
    }
    (mover, count)
}

/// Says what was measured. The goal, which an idle machine keeps: no bot is later than 3 s.
fn report(seen: &[Seen], movers: &[(Player, usize)], took: &Restarts, front: &Front) {
    let mut late: Vec<Duration> = seen.iter().flat_map(|seen| seen.late.iter().copied()).collect();
    late.sort();
    let moves: usize = movers.iter().map(|(_, count)| count).sum();
    let restarts = took.away.len();
    assert!(late.len() >= 5 * restarts && moves >= 20 * restarts, "hardly anybody played");
    let own: usize = seen.iter().map(Seen::moves).sum();
    let within = |percent: usize| late[(late.len() - 1) * percent / 100];
    let most = |times: &[Duration]| times.iter().max().copied().unwrap_or_default();
    println!(
        "rolling: {} restarts, a node stopped in at most {:?} and away for at most {:?}; {} moves of people and {} of bots; a bot \
         late p50 {:?}, p99 {:?}, at most {:?}; {front}",
        restarts,
        most(&took.stopping),
        most(&took.away),
        moves + own,
        late.len(),
        within(50),
        within(99),
        within(100),
    );
}

/// All nodes tell the same of a table, as far as each had come when it was asked.
async fn assert_alike(http: &Client, bases: &[String], seen: &Seen) {
    for game in seen.games() {
        let mut told: Vec<Value> = Vec::new();
        for base in bases {
            told.push(get(http, &game.url(base, "/moves"), None).await["plies"].take());
        }
        let first = told[0].as_array().unwrap();
        for other in &told[1..] {
            let mut pairs = other.as_array().unwrap().iter().zip(first);
            assert!(pairs.all(|(one, other)| one == other), "game {}", game.id);
        }
    }
}

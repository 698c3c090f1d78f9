//! What a move costs on PostgreSQL: moves a second beside pgbench's single-row inserts on the same server, and statements, round
//! trips and bytes of WAL a move.
//!
//! `cargo run --release -p tapis-db --example moves -- [rounds] [seconds]`; starts servers of its own. With 0 rounds only the
//! costs are counted, which takes no release build.

#![allow(clippy::unwrap_used)] // a measurement may end by panicking

#[path = "../tests/contract/build.rs"]
#[allow(dead_code, reason = "things to store for all tests")]
mod build;
#[path = "../tests/server/mod.rs"]
#[allow(dead_code, reason = "made for tests")]
mod server;

use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use tapis_db::model::*;
use tapis_db::postgres::{PostgresOptions, PostgresStore};

use build::*;
use server::Server;

const CLIENTS: usize = 32;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let rounds: usize = arguments.next().map_or(7, |text| text.parse().unwrap());
    let seconds: u64 = arguments.next().map_or(5, |text| text.parse().unwrap());
    if rounds > 0 {
        compare(rounds, Duration::from_secs(seconds));
    }
    cost();
}

/// What both servers are given: no checkpoint comes by itself.
const SETTINGS: [&str; 6] = [
    "-c",
    "checkpoint_timeout=1h",
    "-c",
    "max_wal_size=16GB",
    "-c",
    "shared_preload_libraries=pg_stat_statements",
];

/// Moves beside inserts, on a server that syncs its disk.
fn compare(rounds: usize, time: Duration) {
    let server = Server::start(&SETTINGS);
    let url = server.database();
    server.sql(
        &url,
        "CREATE TABLE single (id bigint PRIMARY KEY, at timestamptz NOT NULL, payload text NOT NULL)",
    );
    let store = open(&url, CLIENTS);
    let games: Vec<GameId> = (0..CLIENTS as u64).map(id).collect();
    (0..CLIENTS as u64).for_each(|n| assert_eq!(store.create_game(game(n)).unwrap().version, 1));
    let versions: Vec<AtomicU64> = games.iter().map(|_| AtomicU64::new(1)).collect();
    play(&store, &games, &versions, time); // what is prepared and remembered is there
    let (mut ours, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        let moves = play(&store, &games, &versions, time);
        let inserts = server.pgbench(&url, CLIENTS, time.as_secs());
        ratios.push(moves / inserts);
        ours.push(moves);
        theirs.push(inserts);
    }
    let (ours, theirs, ratio) = (median(&mut ours), median(&mut theirs), median(&mut ratios));
    let (least, most) = (ratios[0], ratios[rounds - 1]);
    println!(
        "S8  moves/s at {CLIENTS} connections {ours:.0}, inserts/s {theirs:.0}, ratio {ratio:.2} ({least:.2}–{most:.2}, \
         {rounds} rounds of {} s); fdatasync {}",
        time.as_secs(),
        server.fsync(),
    );
    store.close().unwrap();
}

fn open(url: &str, connections: usize) -> Arc<PostgresStore> {
    let options = PostgresOptions { connections, ..PostgresOptions::default() };
    Arc::new(PostgresStore::open(&url.parse().unwrap(), options).unwrap())
}

/// A move with its idempotency key.
fn next(game: GameId, version: u64) -> Append {
    let record = plain_key("0123456789abcdef0123456789abcdef", &version.to_string(), game, version + 1);
    Append { idempotency: Some(record), ..append(game, version) }
}

/// Everybody plays a game of their own; moves a second.
fn play(store: &PostgresStore, games: &[GameId], versions: &[AtomicU64], time: Duration) -> f64 {
    let (begin, moves) = (Instant::now(), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for (game, version) in games.iter().zip(versions) {
            let moves = &moves;
            scope.spawn(move || {
                while begin.elapsed() < time {
                    let made = store.append(next(*game, version.load(Relaxed))).unwrap();
                    version.store(made.version, Relaxed);
                    moves.fetch_add(1, Relaxed);
                }
            });
        }
    });
    moves.load(Relaxed) as f64 / begin.elapsed().as_secs_f64()
}

/// Counts what moves cost, one after the other over one connection; the disk makes no difference.
fn cost() {
    const GAMES: u64 = 200;
    const EACH: u64 = 10;
    let server = Server::start(&[&SETTINGS[..], &["-c", "fsync=off"]].concat());
    let (url, proxy) = (server.database(), Proxy::start(server.folder()));
    let store = open(&url.replace(&encoded(server.folder()), &encoded(&proxy.folder)), 1);
    (0..GAMES).for_each(|n| assert_eq!(store.create_game(game(n)).unwrap().version, 1));
    let all = |version| {
        (0..GAMES).for_each(|n| assert_eq!(store.append(next(id(n), version)).unwrap().version, version + 1))
    };
    all(1); // what is prepared is there
    server.sql(&url, "CREATE EXTENSION pg_stat_statements");
    let wal = || server.sql(&url, "SELECT pg_current_wal_insert_lsn() - '0/0'").parse::<u64>().unwrap();
    for (first, when) in [(2, "away from checkpoints"), (2 + EACH, "just after a checkpoint")] {
        if first > 2 {
            server.sql(&url, "CHECKPOINT");
        }
        server.sql(&url, "SELECT pg_stat_statements_reset()");
        let (trips, bytes) = (proxy.trips.load(Relaxed), wal());
        (first..first + EACH).for_each(all);
        let (trips, bytes) = (proxy.trips.load(Relaxed) - trips, wal() - bytes);
        let ours = "SELECT sum(calls) FROM pg_stat_statements WHERE query NOT LIKE '%pg_%'";
        let calls: u64 = server.sql(&url, ours).parse().unwrap();
        let each = |count: u64| count as f64 / (GAMES * EACH) as f64;
        let (calls, trips, bytes) = (each(calls), each(trips), each(bytes));
        println!("S9  a move, {when}: {calls} statements, {trips} round trips, {bytes:.0} B of WAL");
    }
    store.close().unwrap();
}

/// Stands between the store and the server and counts how often the store speaks after the server did.
struct Proxy {
    folder: String,
    trips: Arc<AtomicU64>,
    _directory: tempfile::TempDir,
}

impl Proxy {
    fn start(server: &str) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let folder = directory.path().display().to_string();
        let listener = UnixListener::bind(format!("{folder}/.s.PGSQL.5432")).unwrap();
        std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).unwrap();
        let (trips, server) = (Arc::new(AtomicU64::new(0)), format!("{server}/.s.PGSQL.5432"));
        let counted = Arc::clone(&trips);
        std::thread::spawn(move || {
            for store in listener.incoming().map_while(Result::ok) {
                let (server, counted) = (UnixStream::connect(&server).unwrap(), Arc::clone(&counted));
                let answered = Arc::new(AtomicBool::new(true));
                let (a, b) = (store.try_clone().unwrap(), server.try_clone().unwrap());
                let heard = Arc::clone(&answered);
                std::thread::spawn(move || {
                    forward(a, b, || {
                        if heard.swap(false, Relaxed) {
                            counted.fetch_add(1, Relaxed);
                        }
                    })
                });
                std::thread::spawn(move || forward(server, store, || answered.store(true, Relaxed)));
            }
        });
        Self { folder, trips, _directory: directory }
    }
}

fn forward(mut from: UnixStream, mut to: UnixStream, each: impl Fn()) {
    let mut buffer = [0; 1 << 16];
    while let Ok(read @ 1..) = from.read(&mut buffer) {
        each();
        if to.write_all(&buffer[..read]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(std::net::Shutdown::Both);
}

fn encoded(folder: &str) -> String {
    folder.replace('/', "%2F")
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

//! Measures the store on this machine:
//! `cargo run --release -p tapis-db --example measure [seconds] [directory] [part]`.
//!
//! Parts are `appends`, `results` and `queries`; without one all are measured. Every figure is of work whose answer
//! was checked. Commits wait for the disk, so the directory decides much.

#![allow(clippy::unwrap_used)] // a measurement may fail by panicking

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use tapis_db::Store;
use tapis_db::model::*;
use tapis_db::sqlite::{SqliteOptions, SqliteStore};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let seconds = arguments.next().map_or(2.0, |text| text.parse().unwrap());
    let directory = arguments.next().map_or_else(std::env::temp_dir, PathBuf::from);
    let directory = tempfile::tempdir_in(directory).unwrap();
    let store = SqliteStore::open(&directory.path().join("measure.db"), SqliteOptions::default()).unwrap();
    let time = Duration::from_secs_f64(seconds);

    let part = arguments.next();
    let wanted = |name| part.as_ref().is_none_or(|part| part == name);
    if wanted("appends") {
        [1, 32].into_iter().for_each(|clients| blocking(&store, clients, time));
        [32, 256, 1024].into_iter().for_each(|in_flight| pipelined(&store, in_flight, time));
    }
    if wanted("results") {
        simulated(&store, time);
    }
    if wanted("queries") {
        queries(&store, time);
    }
    println!("{:?}", store.writer_stats());
    store.close().unwrap();
}

/// One thread a client, each with a game of its own, each append waiting for its commit.
fn blocking(store: &SqliteStore, clients: u64, time: Duration) {
    let games = fresh_games(store, clients);
    let before = store.writer_stats();
    let started = Instant::now();
    let client = |id: GameId| {
        let (mut version, mut latencies) = (1, Vec::new());
        while started.elapsed() < time {
            let asked = Instant::now();
            version = store.append(append(id, version)).unwrap().version;
            latencies.push(asked.elapsed());
        }
        latencies
    };
    let mut latencies: Vec<Duration> = std::thread::scope(|scope| {
        let threads: Vec<_> = games.iter().map(|id| scope.spawn(|| client(*id))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    report(
        &format!("durable appends, {clients} blocking clients"),
        latencies.len() as u64,
        started.elapsed(),
    );
    let commits = store.writer_stats().commits - before.commits;
    latencies.sort_unstable();
    let share = |share: f64| latencies[((latencies.len() - 1) as f64 * share) as usize];
    let [median, p99, worst] = [0.5, 0.99, 1.0].map(share);
    let group = latencies.len() as f64 / commits as f64;
    println!("    {group:.1} a commit; median {median:.2?}, 99 % {p99:.2?}, worst {worst:.2?}");
    games.iter().for_each(|id| drop(store.load_game(*id).unwrap()));
}

/// Appends kept in flight without a thread each, as an asynchronous server does.
fn pipelined(store: &SqliteStore, in_flight: u64, time: Duration) {
    let games = fresh_games(store, in_flight);
    let (sender, answers) = mpsc::channel();
    let submit = |at: usize, version: u64| {
        let sender = sender.clone();
        let reply =
            move |answer: tapis_db::Result<Appended>| sender.send((at, answer.unwrap().version)).unwrap();
        store.append_then(append(games[at], version), Box::new(reply));
    };
    (0..games.len()).for_each(|at| submit(at, 1));
    let (started, mut done, mut open) = (Instant::now(), 0, games.len());
    while open > 0 {
        let (at, version) = answers.recv().unwrap();
        done += 1;
        open -= 1;
        if started.elapsed() < time {
            submit(at, version);
            open += 1;
        }
    }
    report(&format!("durable appends, {in_flight} in flight"), done, started.elapsed());
}

/// Results of simulated games, in batches.
fn simulated(store: &SqliteStore, time: Duration) {
    for batch in [1, 100] {
        let (started, mut done) = (Instant::now(), 0);
        while started.elapsed() < time {
            let games = (0..batch).map(|_| simulated_game()).collect();
            assert_eq!(store.record_simulated(games).unwrap().new, batch);
            done += batch;
        }
        report(
            &format!("results of 4 seats with 20 features each, batches of {batch}"),
            done,
            started.elapsed(),
        );
    }
    let started = Instant::now();
    assert!(store.verify_rollups().unwrap());
    println!("    rollups equal the facts: {:.2?}", started.elapsed());
}

/// Reads, one after the other.
fn queries(store: &SqliteStore, time: Duration) {
    store.record_simulated((0..200).map(|_| simulated_game()).collect()).unwrap();
    let filter = PopulationFilter {
        ruleset: ruleset().hash,
        source: Source::Bots,
        assisted: Assisted::Include,
        players: None,
    };
    repeat("summary", time, || assert_eq!(store.summary(&filter).unwrap().len(), 1));
    repeat("features", time, || assert!(store.features(&filter, None).unwrap().len() > 50));
    let ids = fresh_games(store, 100);
    repeat("idempotency look-ups", time, || {
        assert_eq!(store.idempotency("scope", "key", None, now()).unwrap(), None);
    });
    repeat("loads of a game with 1 event", time, || drop(store.load_game(ids[7]).unwrap()));
    for version in 1..=60 {
        store.append(append(ids[7], version)).unwrap();
    }
    repeat("loads of a game with 61 events", time, || {
        assert_eq!(store.load_game(ids[7]).unwrap().events.len(), 61);
    });
    repeat("pages of 20 games", time, || {
        assert_eq!(store.list_games(&GameFilter::default(), None, 20).unwrap().games.len(), 20);
    });
}

fn repeat(what: &str, time: Duration, mut work: impl FnMut()) {
    let (started, mut done) = (Instant::now(), 0);
    while started.elapsed() < time {
        work();
        done += 1;
    }
    report(what, done, started.elapsed());
}

fn report(what: &str, done: u64, elapsed: Duration) {
    let each = elapsed.as_secs_f64() / done as f64;
    println!("{what}: {:.0}/s ({:.1} µs each)", 1.0 / each, each * 1e6);
}

fn fresh_games(store: &SqliteStore, count: u64) -> Vec<GameId> {
    let new = |_| {
        let game = game();
        let id = game.id;
        store.create_game(game).unwrap();
        id
    };
    (0..count).map(new).collect()
}

/// Ids ascending as those of UUID version 7 do.
fn next_id() -> GameId {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    GameId::from_u128(u128::from(NEXT.fetch_add(1, Relaxed)) << 64 | 0x8000_0000_0000_0000)
}

fn now() -> Time {
    "2026-03-01T12:00:00Z".parse().unwrap()
}

fn ruleset() -> RulesetRecord {
    let options = Json::from("{}");
    RulesetRecord { hash: Digest([1; 32]), game: "richelieu".to_owned(), rules_version: 1, options }
}

fn event(kind: &str) -> NewEvent {
    NewEvent {
        kind: kind.to_owned(),
        seat: Some(0),
        notation: Some("take 2L pay reserve".to_owned()),
        chance: None,
        payload: Some(Json::from("{\"seen\":[".to_owned() + &"\"take 2L\",".repeat(20) + "0]}")),
        state_hash: Some(Digest([2; 32])),
        at: now(),
    }
}

fn game() -> NewGame {
    let seat = |kind| SeatRecord {
        kind,
        name: Some("Ada".to_owned()),
        level: None,
        generation: 0,
        left: false,
        settings: None,
    };
    NewGame {
        id: next_id(),
        ruleset: ruleset(),
        seats: vec![seat(SeatKind::Human), seat(SeatKind::Bot)],
        status: Status::Running,
        turn: Some(0),
        visibility: Visibility::Public,
        hints: "free".to_owned(),
        practice: false,
        seed: Secret([3; 32]),
        nonce: Secret([4; 32]),
        commitment: "sha256:".to_owned() + &"0".repeat(64),
        setup: event("setup"),
        idempotency: None,
    }
}

fn append(game: GameId, version: u64) -> Append {
    let record = IdempotencyRecord {
        scope: format!("seat-token-hash-of-32-characters {game}"),
        key: format!("key {version}"),
        fingerprint: Digest([5; 32]),
        status: 200,
        game: Some(game),
        version: Some(version + 1),
        response: None,
        expires_at: now().plus_seconds(86_400),
    };
    Append {
        game,
        expected_version: version,
        events: vec![event("ply")],
        status: Status::Running,
        turn: Some(1),
        seats: None,
        assisted: false,
        idempotency: Some(record),
        result: None,
    }
}

fn simulated_game() -> SimulatedGame {
    let id = next_id();
    let random = id.as_u128().wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835) >> 64;
    let winner = (random % 4) as usize;
    let seat = |seat: usize| SeatResult {
        score: (random >> (8 * seat)) as i64 % 40,
        rank: if seat == winner { 1 } else { 2 },
        win_share: if seat == winner { WinShare::WHOLE } else { WinShare::NONE },
        turns: 12,
        bot_level: Some("greedy".to_owned()),
        features: (0..20)
            .map(|feature| FeatureFact {
                name: format!("feature {feature}"),
                bucket: Bucket::Number((random >> feature) as i64 % 8),
            })
            .collect(),
    };
    let result = GameResult {
        source: Source::Bots,
        assisted: false,
        length: 40 + (random % 9) as u32,
        ended_at: now(),
        seats: (0..4).map(seat).collect(),
        measures: Vec::new(),
    };
    SimulatedGame { id, ruleset: ruleset(), result }
}

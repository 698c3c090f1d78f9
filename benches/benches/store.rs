//! The store: durable appends and queries of rollups.

use std::sync::mpsc;
use std::time::Instant;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tapis_db::model::{
    Append, Assisted, Bucket, Digest, FeatureFact, GameId, GameResult, Json, NewEvent, NewGame, Period,
    PopulationFilter, RulesetRecord, SeatKind, SeatRecord, SeatResult, Secret, SimulatedGame, Source, Status,
    Time, Visibility, WinShare,
};
use tapis_db::sqlite::{SqliteOptions, SqliteStore};
use tapis_db::{GameStore as _, ResultStore as _, StatisticsReader as _};

/// Games in the rollups.
const GAMES: u64 = 2_000;
const SEATS: usize = 4;
const FEATURES: usize = 20;
/// Buckets of each feature.
const BUCKETS: u64 = 8;

fn open() -> (tempfile::TempDir, SqliteStore) {
    let directory = tempfile::tempdir().expect("a folder");
    let store = SqliteStore::open(&directory.path().join("bench.db"), SqliteOptions::default());
    (directory, store.expect("a store"))
}

fn commits(criterion: &mut Criterion) {
    let (_directory, store) = open();
    let mut group = criterion.benchmark_group("store/commit");
    group.sample_size(10);
    for in_flight in [1, 64] {
        let mut games: Vec<(GameId, u64)> = (0..in_flight)
            .map(|n| {
                let id = GameId::from_u128(u128::from(in_flight << 32 | n) << 64 | 1);
                store.create_game(game(id)).expect("a game");
                (id, 1)
            })
            .collect();
        group.throughput(Throughput::Elements(in_flight));
        group.bench_function(BenchmarkId::from_parameter(in_flight), |bench| {
            bench.iter_custom(|rounds| {
                let began = Instant::now();
                (0..rounds).for_each(|_| append_to_all(&store, &mut games));
                began.elapsed()
            });
        });
        for (id, version) in games {
            assert_eq!(store.load_game(id).expect("it is whole").events.len() as u64, version);
        }
    }
    group.finish();
}

/// One event to each game, all in flight at once, each answered after it is durable.
fn append_to_all(store: &SqliteStore, games: &mut [(GameId, u64)]) {
    let (sender, answers) = mpsc::channel();
    for (at, &(id, version)) in games.iter().enumerate() {
        let sender = sender.clone();
        let reply = move |answer: tapis_db::Result<tapis_db::model::Appended>| {
            sender.send((at, answer.expect("appended").version)).expect("somebody waits");
        };
        store.append_then(append(id, version), Box::new(reply));
    }
    drop(sender);
    for (at, version) in answers {
        assert_eq!(version, games[at].1 + 1);
        games[at].1 = version;
    }
}

fn queries(criterion: &mut Criterion) {
    let (_directory, store) = open();
    let recorded = store.record_simulated((0..GAMES).map(simulated).collect()).expect("recorded");
    assert_eq!(recorded.new, GAMES);
    let filter = PopulationFilter {
        ruleset: ruleset().hash,
        source: Source::Bots,
        assisted: Assisted::Include,
        players: None,
        line_up: None,
        period: Period::default(),
    };
    let mut group = criterion.benchmark_group("store");
    group.bench_function("summary", |bench| {
        bench.iter(|| {
            let found = store.summary(&filter).expect("an answer");
            assert_eq!((found.len(), found[0].games), (1, GAMES));
        });
    });
    let rows = SEATS * FEATURES * BUCKETS as usize;
    group.bench_function("features", |bench| {
        bench.iter(|| {
            let found = store.features(&filter, None).expect("an answer");
            assert_eq!(found.len(), rows);
            assert_eq!(found.iter().map(|row| row.n).sum::<u64>(), GAMES * (SEATS * FEATURES) as u64);
        });
    });
    group.finish();
}

fn now() -> Time {
    "2026-03-01T12:00:00Z".parse().expect("a time")
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

fn game(id: GameId) -> NewGame {
    let seat = SeatRecord {
        kind: SeatKind::Human,
        name: Some("Ada".to_owned()),
        level: None,
        generation: 0,
        left: false,
        timed_out: false,
        settings: None,
    };
    NewGame {
        id,
        ruleset: ruleset(),
        seats: vec![seat.clone(), seat],
        status: Status::Running,
        turn: Some(0),
        deadline: None,
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
    Append {
        game,
        expected_version: version,
        events: vec![event("ply")],
        status: Status::Running,
        turn: Some(1),
        deadline: None,
        seats: None,
        assisted: false,
        idempotency: None,
        result: None,
        ranking: None,
    }
}

/// Game `n`: the seats win in turns; every feature goes through its buckets.
fn simulated(n: u64) -> SimulatedGame {
    let seat = |seat: usize| {
        let wins = n as usize % SEATS == seat;
        let fact = |feature: usize| FeatureFact {
            name: format!("feature {feature}"),
            bucket: Bucket::Number(((n + feature as u64) % BUCKETS) as i64),
        };
        SeatResult {
            score: (n % 40) as i64,
            rank: if wins { 1 } else { 2 },
            win_share: if wins { WinShare::WHOLE } else { WinShare::NONE },
            turns: 12,
            bot_level: Some("greedy".to_owned()),
            skill: None,
            features: (0..FEATURES).map(fact).collect(),
        }
    };
    let result = GameResult {
        source: Source::Bots,
        assisted: false,
        length: 40 + (n % 9) as u32,
        ended_at: now(),
        seats: (0..SEATS).map(seat).collect(),
        measures: Vec::new(),
    };
    SimulatedGame { id: GameId::from_u128(u128::from(n + 1) << 64 | 1), ruleset: ruleset(), result }
}

criterion_group!(benches, commits, queries);
criterion_main!(benches);

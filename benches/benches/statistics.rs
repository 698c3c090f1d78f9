//! A1: queries of the rollups of few and of many games. A2: recording finished games.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tapis_db::model::{
    Assisted, Bucket, Digest, FeatureFact, GameId, GameResult, Gone, Json, Period, PopulationFilter,
    RulesetRecord, SeatResult, SimulatedGame, Source, WinShare,
};
use tapis_db::sqlite::{SqliteOptions, SqliteStore};
use tapis_db::{ResultStore as _, ServedStore as _, StatisticsReader as _};

/// Games in the rollups that are asked.
const GAMES: [u64; 2] = [2_000, 20_000];
/// Games recorded in one transaction.
const BATCH: u64 = 500;
const SEATS: usize = 4;
const FEATURES: usize = 20;
/// Buckets of each feature.
const BUCKETS: u64 = 8;

fn open() -> (tempfile::TempDir, SqliteStore) {
    let directory = tempfile::tempdir().expect("a folder");
    let store = SqliteStore::open(&directory.path().join("bench.db"), SqliteOptions::default());
    (directory, store.expect("a store"))
}

fn queries(criterion: &mut Criterion) {
    let filter = PopulationFilter {
        ruleset: ruleset().hash,
        source: Source::Bots,
        assisted: Assisted::Include,
        players: None,
        line_up: None,
        period: Period::default(),
        gone: Gone::default(),
    };
    let mut group = criterion.benchmark_group("store");
    for games in GAMES {
        let (_directory, store) = open();
        (0..games).step_by(BATCH as usize).for_each(|first| record(&store, first));
        group.bench_function(BenchmarkId::new("summary", games), |bench| {
            bench.iter(|| {
                let found = store.summary(&filter).expect("an answer");
                assert_eq!((found.len(), found[0].games), (1, games));
            });
        });
        let rows = SEATS * FEATURES * BUCKETS as usize;
        group.bench_function(BenchmarkId::new("features", games), |bench| {
            bench.iter(|| {
                let found = store.features(&filter, None).expect("an answer");
                assert_eq!(found.len(), rows);
                assert_eq!(found.iter().map(|row| row.n).sum::<u64>(), games * (SEATS * FEATURES) as u64);
            });
        });
    }
    group.finish();
}

/// Finished games with facts and rollups, a batch a commit.
fn commits(criterion: &mut Criterion) {
    let (_directory, store) = open();
    let mut first = 0;
    let mut group = criterion.benchmark_group("store");
    group.sample_size(10).throughput(Throughput::Elements(BATCH));
    group.bench_function(BenchmarkId::new("record", BATCH), |bench| {
        bench.iter(|| {
            record(&store, first);
            first += BATCH;
        });
    });
    group.finish();
    assert!(store.verify_rollups().expect("an answer"), "the rollups are not what the facts say");
}

/// Records a batch of games, beginning with game `first`.
fn record(store: &SqliteStore, first: u64) {
    let recorded = store.record_simulated((first..first + BATCH).map(simulated).collect());
    assert_eq!(recorded.expect("recorded").new, BATCH);
}

fn ruleset() -> RulesetRecord {
    let options = Json::from("{}");
    RulesetRecord { hash: Digest([1; 32]), game: "richelieu".to_owned(), rules_version: 1, options }
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
            features: (0..FEATURES).map(fact).collect(),
        }
    };
    let result = GameResult {
        source: Source::Bots,
        assisted: false,
        length: 40 + (n % 9) as u32,
        ended_at: "2026-03-01T12:00:00Z".parse().expect("a time"),
        seats: (0..SEATS).map(seat).collect(),
        measures: Vec::new(),
    };
    SimulatedGame { id: GameId::from_u128(u128::from(n + 1) << 64 | 1), ruleset: ruleset(), result }
}

criterion_group!(benches, queries, commits);
criterion_main!(benches);

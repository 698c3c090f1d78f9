//! A1 and A2: asking for statistics, and recording what they are made of.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use tapis_db::model::{Assisted, Digest, Period, PopulationFilter, Source};
use tapis_db::sqlite::{SqliteOptions, SqliteStore};
use tapis_db::{ResultStore as _, StatisticsReader as _};
use tempfile::TempDir;

use super::facts::{Finished, Plain};
use crate::bench::Bench;
use crate::report::{Goal, Row, median};

/// Games recorded in one transaction.
const BATCH: usize = 500;
/// What DuckDB took for a scan of the facts of a million games on two threads, in milliseconds, measured elsewhere.
const DUCKDB_MS: f64 = 12.0;
/// For so many games.
const DUCKDB_GAMES: f64 = 1e6;

/// A1: the same questions to stores of few and of many games, in turn.
pub(super) fn ask(bench: &Bench) -> Result<Vec<Row>> {
    let sizes = (bench.games.iter().min(), bench.games.iter().max());
    let (Some(&few), Some(&many)) = sizes else { bail!("no numbers of games") };
    let (small, large) = (FilledStore::new(bench, few)?, FilledStore::new(bench, many)?);
    let mut rounds = Vec::with_capacity(bench.rounds);
    for round in 0..=bench.rounds {
        let times = (large.questions(bench)?, small.questions(bench)?);
        if round > 0 {
            rounds.push(times);
        }
    }
    let same = |what, which: fn(&Times) -> f64| Row {
        id: "A1",
        work: format!("{what}, {many} games against {few}"),
        unit: "ms",
        pairs: rounds.iter().map(|(large, small)| (which(large), which(small))).collect(),
        goal: Goal::AtMost(SAME),
    };
    // A scan grows with the number of games: at fewer it is taken to be quicker in proportion.
    let scan = DUCKDB_MS * many as f64 / DUCKDB_GAMES;
    Ok(vec![
        same("summary", |times| times.0),
        same("features", |times| times.1),
        Row {
            id: "A1",
            work: format!(
                "summary of {many} games, against DuckDB's scan on record, {DUCKDB_MS} ms a million"
            ),
            unit: "ms",
            pairs: rounds.iter().map(|(large, _)| (large.0, scan)).collect(),
            goal: Goal::AtMost(SCAN),
        },
    ])
}

/// The same time at both sizes, give or take what a cache does.
const SAME: f64 = 1.2;
/// A fiftieth of a scan.
const SCAN: f64 = 0.02;

/// Milliseconds of a summary and of all features.
type Times = (f64, f64);

fn open(directory: &Path) -> Result<SqliteStore> {
    Ok(SqliteStore::open(&directory.join("statistics.db"), SqliteOptions::default())?)
}

/// A store with so many finished games.
struct FilledStore {
    store: SqliteStore,
    games: u64,
    ruleset: Digest,
    _directory: TempDir,
}

impl FilledStore {
    fn new(bench: &Bench, games: u64) -> Result<Self> {
        let directory = bench.folder()?;
        let store = open(directory.path())?;
        let mut finished = Finished::new()?;
        let (began, mut recorded) = (Instant::now(), 0);
        while recorded < games {
            let batch = finished.batch(BATCH.min(usize::try_from(games - recorded)?));
            recorded += store.record_simulated(batch)?.new;
        }
        eprintln!("A1: {games} games recorded in {:.1} s", began.elapsed().as_secs_f64());
        Ok(Self { store, games, ruleset: finished.ruleset(), _directory: directory })
    }

    /// The median times of both questions, the answers checked.
    fn questions(&self, bench: &Bench) -> Result<Times> {
        let (ruleset, games) = (self.ruleset, self.games);
        let filter = PopulationFilter {
            ruleset,
            source: Source::Bots,
            assisted: Assisted::Include,
            players: None,
            line_up: None,
            period: Period::default(),
        };
        let summary = || {
            let found = self.store.summary(&filter)?;
            let counted = found.first().context("nothing was counted")?;
            let won: i64 = counted.seats.iter().map(|seat| seat.win_units).sum();
            let whole = 420 * i64::try_from(games)?;
            ensure!((counted.games, won) == (games, whole), "{} games, {won} won", counted.games);
            Ok(())
        };
        let features = || {
            let rows = self.store.features(&filter, None)?;
            let often = rows.iter().map(|row| row.n).max();
            ensure!(rows.len() > 20 && often.is_some_and(|n| n <= games), "{} features", rows.len());
            Ok(())
        };
        Ok((median_ms(bench, summary)?, median_ms(bench, features)?))
    }
}

fn median_ms(bench: &Bench, work: impl Fn() -> Result<()>) -> Result<f64> {
    let (began, mut times) = (Instant::now(), Vec::new());
    while began.elapsed() < bench.time / 4 {
        let asked = Instant::now();
        work()?;
        times.push(asked.elapsed().as_secs_f64() * 1e3);
    }
    Ok(median(times))
}

/// A2: finished games with facts and rollups against the rows of the facts alone.
pub(super) fn record(bench: &Bench) -> Result<Vec<Row>> {
    let directory = bench.folder()?;
    let store = open(directory.path())?;
    let mut plain = Plain::open(&directory.path().join("plain.db"))?;
    let (mut ours, mut theirs) = (Finished::new()?, Finished::new()?);
    let features = ours.features();
    let (mut games, mut pairs) = ((0, 0), Vec::new());
    for round in 0..=bench.rounds {
        let one = rate(bench, &mut ours, |batch| {
            let new = batch.len() as u64;
            ensure!(store.record_simulated(batch)?.new == new, "a game was known");
            Ok(())
        })?;
        let other = rate(bench, &mut theirs, |batch| plain.record(&batch))?;
        games = (games.0 + one.0, games.1 + other.0);
        if round > 0 {
            pairs.push((one.1, other.1));
        }
    }
    ensure!(store.verify_rollups()?, "the rollups are not what the facts say");
    let (stored, kept) = plain.counts()?;
    ensure!(stored == i64::try_from(games.1)? && kept > stored, "{stored} games in the plain tables");
    Ok(vec![Row {
        id: "A2",
        work: format!(
            "finished games of 2 seats and {features:.0} features, {BATCH} a commit, rollups or none"
        ),
        unit: "/s",
        pairs,
        goal: Goal::AtLeast(0.33),
    }])
}

/// Games recorded, and how many a second.
fn rate(
    bench: &Bench,
    finished: &mut Finished,
    mut record: impl FnMut(Vec<tapis_db::model::SimulatedGame>) -> Result<()>,
) -> Result<(u64, f64)> {
    let (mut games, mut spent) = (0, 0.0);
    while spent < bench.time.as_secs_f64() {
        let batch = finished.batch(BATCH);
        games += batch.len() as u64;
        let began = Instant::now();
        record(batch)?;
        spent += began.elapsed().as_secs_f64();
    }
    Ok((games, games as f64 / spent))
}

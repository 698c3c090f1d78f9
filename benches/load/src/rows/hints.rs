//! T1: how late hints are.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::bench::Bench;
use crate::client::{Connection, request};
use crate::drive::Sample;
use crate::report::{Goal, Row};
use crate::script::scripts;
use crate::table::{MoveAnswer, Table};

/// The games, each with its usual options.
const GAMES: [&str; 4] = ["richelieu", "sept-blasons", "malin", "parbourg"];
/// Positions a game is asked about, evenly from its beginning to its end.
const POSITIONS: usize = 5;
/// The lateness that may be reached by one in a hundred, in milliseconds.
const LATE_MS: f64 = 10.0;

/// What came of all hints.
#[derive(Default)]
struct HintOutcomes {
    /// How late those that used their time were.
    late: Vec<Duration>,
    /// Of these, how late the search itself was.
    searched: Vec<Duration>,
    /// By how much one that ended for its deadline came before it, at most.
    ahead: Duration,
    /// How many had a reason to be early.
    early: usize,
}

/// T1.
pub(super) async fn lateness(bench: &Bench) -> Result<Vec<Row>> {
    let directory = bench.folder()?;
    let service = bench.host.service(directory.path(), &[])?;
    let mut connection = Connection::open(service.address()).await?;
    let mut rows = Vec::new();
    let mut all = Vec::new();
    for game in GAMES {
        let mut came = HintOutcomes::default();
        let tables = (bench.hints / GAMES.len()).div_ceil(POSITIONS).max(1);
        for script in scripts(game, "{}", u32::try_from(tables)?)? {
            let mut table = Table::create(&mut connection, &script).await?;
            for position in 0..POSITIONS {
                while table.remaining() > script.plays.len() * (POSITIONS - position) / POSITIONS {
                    table.play(&mut connection, MoveAnswer::State).await?;
                }
                ask(bench, &mut connection, &table, &mut came).await?;
            }
        }
        let HintOutcomes { late, searched, ahead, early } = came;
        let quantiles = |times: &[Duration]| {
            let sample = Sample::new(times.to_vec(), Duration::from_secs(1));
            format!("p50 {:.1} ms, p99 {:.1} ms", sample.percentile(0.5), sample.percentile(0.99))
        };
        eprintln!("T1: {game}: late {}; the search {}", quantiles(&late), quantiles(&searched));
        eprintln!("T1: {game}: {} used their time, {early} were early with a reason", late.len());
        eprintln!("T1: {game}: at most {ahead:.1?} before the deadline");
        all.extend(late);
    }
    let hints = all.len();
    ensure!(hints > 0, "no hint used its time");
    let p99 = Sample::new(all, Duration::from_secs(1)).percentile(0.99);
    rows.push(Row {
        id: "T1",
        work: format!(
            "hints of {} ms in 4 games that used their time ({hints}): p99 late, against {LATE_MS} ms",
            bench.hint_ms
        ),
        unit: "ms",
        pairs: vec![(p99, LATE_MS)],
        goal: Goal::AtMost(1.0),
    });
    Ok(rows)
}

/// Asks for one hint; early only with a proof, enough confidence or the deadline in sight.
async fn ask(
    bench: &Bench,
    connection: &mut Connection,
    table: &Table,
    came: &mut HintOutcomes,
) -> Result<()> {
    let Some(seat) = table.turn() else { return Ok(()) };
    let body = format!("{{\"budget\":{{\"ms\":{}}},\"level\":\"full\"}}", bench.hint_ms);
    let request = request("POST", &format!("{}/hints", table.path), &table.bearer(seat), &body);
    let asked = Instant::now();
    let answer = connection.ask(&request).await?;
    let took = asked.elapsed();
    let hint = answer.json(200)?;
    ensure!(hint["moves"].as_array().is_some_and(|moves| !moves.is_empty()), "a hint without a move: {hint}");
    match took.checked_sub(Duration::from_millis(bench.hint_ms)) {
        Some(late) => {
            let searched = hint["timing"]["elapsed_ms"].as_u64().context("no time")?;
            came.searched.push(Duration::from_millis(searched.saturating_sub(bench.hint_ms)));
            came.late.push(late);
        }
        // What comes after a search takes a time that can only be guessed: by so much the answer may come before.
        None if hint["stop"] == "deadline" => {
            came.ahead = came.ahead.max(Duration::from_millis(bench.hint_ms).saturating_sub(took));
            came.searched.push(Duration::ZERO);
            came.late.push(Duration::ZERO);
        }
        None => {
            ensure!(has_reason(&hint), "early without a reason: {}", hint["stop"]);
            came.early += 1;
        }
    }
    Ok(())
}

fn has_reason(hint: &Value) -> bool {
    hint["stop"] == "proved" || hint["stop"] == "confident"
}

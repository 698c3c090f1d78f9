//! Recording finished games.

use std::collections::HashSet;

use rusqlite::{Connection, params_from_iter};

use super::dictionary::{Dictionary, Given};
use crate::engine::record::places;
use crate::engine::rows;
use crate::engine::statistics::FactRow;
use crate::engine::statistics::facts::{Finished, validate};
use crate::engine::statistics::rollup::upsert;
use crate::engine::statistics::tally::{StandardMeasures, Tally};
use crate::engine::tables::rulesets;
use crate::model::{RecordedCount, SimulatedGame};
use crate::sqlite::error::Outcome;

/// What results are recorded with.
pub(in crate::sqlite) struct Recorder<'a> {
    /// The writer's connection, inside the request's savepoint.
    pub conn: &'a Connection,
    /// Ids of names, remembered from one request to the next.
    pub dictionary: &'a mut Dictionary,
    /// What the request adds to the rollups: written once for the whole group, before its commit.
    pub tally: &'a mut Tally,
}

/// Writes the facts of a game and counts it; answers `false`, and does nothing, when the game was counted before.
pub(in crate::sqlite) fn record(recorder: &mut Recorder<'_>, finished: &Finished<'_>) -> Outcome<bool> {
    validate(finished.result)?;
    let mut ids = Given(recorder.conn, &mut *recorder.dictionary);
    let facts = finished.facts(&mut ids)?;
    let row = FactRow::of(finished, &facts)?;
    if !rows::insert(recorder.conn, &row, "ON CONFLICT (game) DO NOTHING")? {
        return Ok(false);
    }
    recorder.tally.count(&facts, StandardMeasures::of(&mut ids)?)?;
    Ok(true)
}

/// See [`crate::ResultStore::record_copied`].
pub(in crate::sqlite) fn record_all(
    recorder: &mut Recorder<'_>,
    games: &[SimulatedGame],
) -> Outcome<RecordedCount> {
    let mut recorded = RecordedCount { new: 0, known: 0 };
    let mut stored = HashSet::new();
    for game in games {
        if stored.insert(game.ruleset.hash) {
            rulesets::put(recorder.conn, &game.ruleset)?;
        }
        let count =
            if record(recorder, &Finished::copied(game))? { &mut recorded.new } else { &mut recorded.known };
        *count += 1;
    }
    Ok(recorded)
}

/// See [`Sql::add`](crate::engine::sql::Sql::add). There is one writer, so there is one slot.
pub(in crate::sqlite) fn add(conn: &Connection, tally: &Tally) -> Outcome<()> {
    let mut statement = conn.prepare_cached(&upsert(&format!("VALUES (0, {})", places(1, 10))))?;
    for ((rollup, key), sums) in &tally.0 {
        let kind = [*rollup as i64];
        statement.execute(params_from_iter(kind.iter().chain(key).chain(sums)))?;
    }
    Ok(())
}

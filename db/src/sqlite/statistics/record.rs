//! Recording finished games.

use std::collections::HashSet;

use rusqlite::Connection;

use super::dictionary::Dictionary;
use super::facts;
use crate::engine::statistics::dictionary::{Ids, Population};
use crate::engine::statistics::facts::{Finished, validate};
use crate::engine::statistics::tally::{StandardMeasures, Tally};
use crate::engine::tables::rulesets;
use crate::model::{FeatureFact, RecordedCount, SimulatedGame};
use crate::sqlite::error::{Failure, Outcome};

/// What results are recorded with.
pub(in crate::sqlite) struct Recorder<'a> {
    /// The writer's connection, inside the request's savepoint.
    pub conn: &'a Connection,
    /// Ids of names, remembered from one request to the next.
    pub dictionary: &'a mut Dictionary,
    /// What the request adds to the rollups: written once for the whole group, before its commit.
    pub tally: &'a mut Tally,
}

/// Ids from the dictionary, given now where they are new.
struct Given<'a>(&'a Connection, &'a mut Dictionary);

impl Ids for Given<'_> {
    type Error = Failure;

    fn population(&mut self, population: Population) -> Outcome<i64> {
        self.1.population(self.0, population)
    }

    fn measure(&mut self, name: &str) -> Outcome<i64> {
        self.1.measure(self.0, name)
    }

    fn feature(&mut self, feature: &FeatureFact) -> Outcome<i64> {
        self.1.feature(self.0, feature)
    }
}

/// Writes the facts of a game and counts it; answers `false`, and does nothing, when the game was counted before.
pub(in crate::sqlite) fn record(recorder: &mut Recorder<'_>, finished: &Finished<'_>) -> Outcome<bool> {
    validate(finished.result)?;
    let mut ids = Given(recorder.conn, &mut *recorder.dictionary);
    let facts = finished.facts(&mut ids)?;
    if !facts::insert(&facts, recorder.conn)? {
        return Ok(false);
    }
    recorder.tally.count(&facts, StandardMeasures::of(&mut ids)?)?;
    Ok(true)
}

/// See [`crate::ResultStore::record_simulated`].
pub(in crate::sqlite) fn record_simulated(
    recorder: &mut Recorder<'_>,
    games: &[SimulatedGame],
) -> Outcome<RecordedCount> {
    games.iter().try_for_each(|game| Finished::simulated(game).map(drop))?;
    record_copied(recorder, games)
}

/// See [`crate::ResultStore::record_copied`].
pub(in crate::sqlite) fn record_copied(
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

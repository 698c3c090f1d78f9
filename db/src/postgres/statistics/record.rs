//! Recording finished games.

use std::collections::HashSet;

use super::facts::{self, FactRow};
use super::names::Named;
use super::rollups;
use crate::engine::sql::Sql;
use crate::engine::statistics::facts::{Finished, validate};
use crate::engine::statistics::tally::{StandardMeasures, Tally};
use crate::engine::tables::{experiments, rulesets};
use crate::error::Result;
use crate::model::{ExperimentChunk, RecordedCount, SimulatedGame};
use crate::postgres::connection::transaction;
use crate::postgres::error::Outcome;
use crate::postgres::node::{Node, once};
use crate::postgres::sync::on_thread;

/// Finished games, ready to be counted: everything that may be refused has been.
pub(in crate::postgres) struct Prepared {
    /// By game: all write in the same order.
    rows: Vec<FactRow>,
    named: Named,
    standard: StandardMeasures,
}

impl Prepared {
    /// Checks results and looks up the ids of their names.
    pub(in crate::postgres) fn of(games: &[Finished<'_>]) -> Result<Self> {
        let mut named = Named::default();
        let standard = StandardMeasures::of(&mut named)?;
        let mut rows = Vec::with_capacity(games.len());
        for finished in games {
            validate(finished.result)?;
            rows.push(FactRow::of(finished, &mut named)?);
        }
        rows.sort_by_key(|row| row.facts.game);
        Ok(Self { rows, named, standard })
    }

    /// Stores the names, outside of any transaction.
    pub(in crate::postgres) fn name(&self, node: &Node, db: &dyn Sql) -> Outcome<()> {
        self.named.store(&node.names, db)
    }

    /// Stores the facts of those that were not counted before, and counts them.
    pub(in crate::postgres) fn record(&self, db: &dyn Sql) -> Outcome<RecordedCount> {
        let mut new: HashSet<_> = facts::insert(db, &self.rows)?.into_iter().collect();
        let recorded = RecordedCount { new: new.len() as u64, known: (self.rows.len() - new.len()) as u64 };
        let mut tally = Tally::default();
        for row in self.rows.iter().filter(|row| new.remove(&row.facts.game)) {
            tally.count(&row.facts, self.standard)?;
        }
        rollups::add(db, &tally)?;
        Ok(recorded)
    }
}

/// See [`crate::ResultStore::record_simulated`], and [`crate::ResultStore::record_chunk`] for those of a chunk.
pub(in crate::postgres) async fn record_simulated(
    node: &Node,
    games: &[SimulatedGame],
    chunk: Option<(&str, &ExperimentChunk)>,
) -> Outcome<RecordedCount> {
    let finished = games.iter().map(Finished::simulated).collect::<Result<Vec<_>>>()?;
    record(node, games, &finished, chunk).await
}

/// See [`crate::ResultStore::record_copied`].
pub(in crate::postgres) async fn record_copied(
    node: &Node,
    games: &[SimulatedGame],
) -> Outcome<RecordedCount> {
    let finished: Vec<_> = games.iter().map(Finished::copied).collect();
    record(node, games, &finished, None).await
}

async fn record(
    node: &Node,
    games: &[SimulatedGame],
    finished: &[Finished<'_>],
    chunk: Option<(&str, &ExperimentChunk)>,
) -> Outcome<RecordedCount> {
    let prepared = Prepared::of(finished)?;
    let work = |db: &dyn Sql| -> Outcome<RecordedCount> {
        if let Some((experiment, chunk)) = chunk
            && !experiments::put_chunk(db, experiment, chunk)?
        {
            return Ok(RecordedCount { new: 0, known: games.len() as u64 });
        }
        let mut stored = HashSet::new();
        for game in games.iter().filter(|game| stored.insert(game.ruleset.hash)) {
            rulesets::put(db, &game.ruleset)?;
        }
        prepared.record(db)
    };
    once!(node, |client| async {
        on_thread(client, |db| prepared.name(node, db)).await?;
        transaction(client, on_thread(client, work)).await
    })
}

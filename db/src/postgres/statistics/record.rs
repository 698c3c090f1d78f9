//! Recording finished games.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::names::Named;
use crate::engine::record::{Row as _, Value};
use crate::engine::sql::Sql;
use crate::engine::statistics::FactRow;
use crate::engine::statistics::facts::{Facts, Finished, validate};
use crate::engine::statistics::rollup::{KEY, SUMS, upsert};
use crate::engine::statistics::tally::{StandardMeasures, Tally};
use crate::engine::tables::{experiments, rulesets};
use crate::error::Result;
use crate::model::{ExperimentChunk, GameId, RecordedCount, SimulatedGame};
use crate::postgres::connection::transaction;
use crate::postgres::error::Outcome;
use crate::postgres::node::{Node, once};
use crate::postgres::sync::on_thread;

const PUT: &str = "INSERT INTO facts (game, population, ended_at, body) \
     SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::timestamptz[], $4::text[]) \
     ON CONFLICT (game) DO NOTHING RETURNING game";

/// How many rows a row of a rollup is spread over.
const SLOTS: u32 = 8;

/// The next slot; each node begins elsewhere.
fn slot() -> i64 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    (NEXT.fetch_add(1, Relaxed).wrapping_add(std::process::id()) % SLOTS).into()
}

/// See [`Sql::add`]. Key by key, in the same order as everybody.
pub(in crate::postgres) fn add(db: &dyn Sql, tally: &Tally) -> Outcome<()> {
    let mut columns: [Vec<i64>; 10] = Default::default();
    for ((rollup, key), sums) in &tally.0 {
        let row = [*rollup as i64].into_iter().chain(*key).chain(*sums);
        columns.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
    }
    let places = (2..12).map(|place| format!("${place}::bigint[]")).collect::<Vec<_>>().join(", ");
    let names = format!("{KEY}, {}", SUMS.join(", "));
    let sql = upsert(&format!("SELECT $1::smallint, added.* FROM unnest({places}) AS added ({names})"));
    let columns = columns.iter().map(|column| Value::Ints(column));
    let values: Vec<_> = std::iter::once(slot().into()).chain(columns).collect();
    db.execute(&sql, &values).map(drop)
}

/// Finished games, ready to be counted: everything that may be refused has been.
pub(in crate::postgres) struct Prepared {
    /// By game: all write in the same order.
    rows: Vec<(FactRow, Facts)>,
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
            let facts = finished.facts(&mut named)?;
            rows.push((FactRow::of(finished, &facts)?, facts));
        }
        rows.sort_by_key(|(row, _)| row.game);
        Ok(Self { rows, named, standard })
    }

    /// Stores the names, outside of any transaction.
    pub(in crate::postgres) fn name(&self, node: &Node, db: &dyn Sql) -> Outcome<()> {
        self.named.store(&node.names, db)
    }

    /// Stores the facts of those that were not counted before, and counts them.
    pub(in crate::postgres) fn record(&self, db: &dyn Sql) -> Outcome<RecordedCount> {
        let mut new = self.insert(db)?;
        let recorded = RecordedCount { new: new.len() as u64, known: (self.rows.len() - new.len()) as u64 };
        let mut tally = Tally::default();
        for (_, facts) in self.rows.iter().filter(|(row, _)| new.remove(&row.game)) {
            tally.count(facts, self.standard)?;
        }
        db.add(&tally)?;
        Ok(recorded)
    }

    /// Stores the facts of games that are not there yet; answers of which.
    fn insert(&self, db: &dyn Sql) -> Outcome<HashSet<GameId>> {
        let rows = || self.rows.iter().map(|(row, _)| row);
        let games: Vec<_> = rows().map(|row| row.game).collect();
        let populations: Vec<_> = rows().map(|row| row.population).collect();
        let times: Vec<_> = rows().map(|row| row.ended_at).collect();
        let bodies: Vec<_> = rows().map(|row| row.body.as_str()).collect();
        let values =
            [Value::Games(&games), Value::Ints(&populations), Value::Times(&times), Value::Texts(&bodies)];
        let mut new = HashSet::new();
        db.each(PUT, &values, &mut |row| {
            new.insert(row.id("game")?);
            Ok(())
        })?;
        Ok(new)
    }
}

/// Records games, with the chunk of an experiment that they belong to: nothing where that is there already.
pub(in crate::postgres) async fn record(
    node: &Node,
    games: &[SimulatedGame],
    chunk: Option<&(String, ExperimentChunk)>,
) -> Outcome<RecordedCount> {
    let finished: Vec<_> = games.iter().map(Finished::copied).collect();
    let prepared = Prepared::of(&finished)?;
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

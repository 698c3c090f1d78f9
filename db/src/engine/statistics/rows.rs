//! Facts as rows: one a game, counted once; a simulated game has no row in `games`. They never change.

use std::collections::HashMap;

use super::body::Body;
use super::dictionary::{Known, Population};
use super::facts::{Facts, Finished};
use crate::engine::corrupt;
use crate::engine::failure::Outcome;
use crate::engine::record::{self, Record, Value};
use crate::engine::sql::Sql;
use crate::error::Result;
use crate::model::{GameId, GameResult, Period, Time};

/// A row of facts.
pub(crate) struct FactRow {
    pub(crate) game: GameId,
    pub(crate) population: i64,
    pub(crate) ended_at: Time,
    pub(crate) body: String,
}

record::plain_record!(FactRow in "facts": game, population, ended_at, body);

impl FactRow {
    /// The row of a finished game that said `facts`.
    pub(crate) fn of(finished: &Finished<'_>, facts: &Facts) -> Result<Self> {
        let body = serde_json::to_string(&Body::of(finished.result));
        let body = body.map_err(|_| corrupt("a result is no JSON"))?;
        Ok(Self { game: facts.game, population: facts.population, ended_at: facts.ended_at, body })
    }

    /// What the game said, with its population.
    pub(super) fn result<'a>(
        &self,
        populations: &'a HashMap<i64, Population>,
    ) -> Result<(&'a Population, GameResult)> {
        let read = || {
            let of = populations.get(&self.population)?;
            let body: Body = serde_json::from_str(&self.body).ok()?;
            Some((of, body.result(of, self.ended_at)?))
        };
        read().ok_or_else(|| self.damaged())
    }

    /// Its facts.
    fn facts(&self, known: &mut Known) -> Result<Facts> {
        let (of, result) = self.result(&known.populations)?;
        let finished = Finished { game: self.game, ruleset: of.ruleset, result: &result };
        let facts = finished.facts(known)?;
        if facts.population == self.population { Ok(facts) } else { Err(self.damaged()) }
    }

    fn damaged(&self) -> crate::error::StoreError {
        corrupt(format!("the facts of game {}", self.game))
    }
}

/// Hands the facts of every game to `each`, or why they cannot be read.
pub(super) fn for_each(
    db: &dyn Sql,
    known: &mut Known,
    mut each: impl FnMut(Outcome<Facts>) -> Outcome<()>,
) -> Outcome<()> {
    db.scan(&record::select::<FactRow>(), &[], &mut |row| {
        each(FactRow::read(row).and_then(|row| Ok(row.facts(known)?)))
    })
}

/// Hands the facts of the games of some populations in a period to `each`.
pub(super) fn for_each_of(
    db: &dyn Sql,
    populations: &[i64],
    period: &Period,
    known: &mut Known,
    mut each: impl FnMut(Facts) -> Outcome<()>,
) -> Outcome<()> {
    let (from, before) = bounds(period);
    let sql = format!(
        "{} WHERE {} AND ended_at >= $2 AND ended_at < $3",
        record::select::<FactRow>(),
        db.among("population", 1)
    );
    db.scan(&sql, &[Value::Ints(populations), from.into(), before.into()], &mut |row| {
        each(FactRow::read(row)?.facts(known)?)
    })
}

/// The first and the last of all times where a period has no end: the year 1, for the server has no time before 4714 BC.
pub(super) fn bounds(period: &Period) -> (Time, Time) {
    let from = period.from.unwrap_or_else(|| Time::from(jiff::Timestamp::MIN));
    (from, period.before.unwrap_or_else(|| Time::from(jiff::Timestamp::MAX)))
}

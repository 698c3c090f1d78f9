//! Finished games one by one: in a file in the order they ended, at a server by their ids.

use std::collections::HashMap;

use super::dictionary::{Population, all_populations, populations};
use super::rows::{FactRow, bounds};
use crate::engine::corrupt;
use crate::engine::failure::Outcome;
use crate::engine::record::{Record as _, Row as _, Value};
use crate::engine::rows::{self, most as at_most};
use crate::engine::sql::Sql;
use crate::engine::tables::games::NO_GAME;
use crate::engine::tables::rulesets;
use crate::error::Result;
use crate::model::{FinishedFilter, FinishedGame, GameId, Period, PopulationFilter, StoredResult};

/// How many are read at once: short reads let the log of a running service shrink.
const PAGE: usize = 1_000;

/// Where a page begins: behind this game, which has this number.
pub(crate) type Place = (GameId, u64);

/// Before all games.
pub(crate) const FIRST: Place = (NO_GAME, 0);

/// Which finished games are gone through.
#[derive(Clone, Debug)]
pub(crate) enum Wanted {
    /// For a file.
    File(FinishedFilter),
    /// To count them together.
    Count(PopulationFilter),
}

impl Wanted {
    fn populations(&self, db: &dyn Sql) -> Outcome<Vec<(i64, Population)>> {
        match self {
            Self::File(_) => all_populations(db),
            Self::Count(filter) => populations(db, filter),
        }
    }

    /// Whether the games of a population, and of the game of this name, may be wanted.
    fn takes(&self, population: &Population, game: &str) -> bool {
        match self {
            Self::File(FinishedFilter { game: wanted, source }) => {
                wanted.as_ref().is_none_or(|wanted| wanted == game)
                    && source.as_ref().is_none_or(|wanted| *wanted == population.source)
            }
            // Asked for so already.
            Self::Count(_) => true,
        }
    }

    /// Refuses to go on where nobody waits.
    pub(super) fn check(&self) -> Result<()> {
        match self {
            Self::File(_) => Ok(()),
            Self::Count(filter) => filter.gone.check(),
        }
    }

    fn period(&self) -> Period {
        match self {
            Self::File(_) => Period::default(),
            Self::Count(filter) => filter.period,
        }
    }
}

/// The column by which games are ordered, and where a page begins.
fn order(db: &dyn Sql, (game, number): Place) -> (&'static str, Value<'static>) {
    match db.is_file() {
        true => ("no", i64::try_from(number).unwrap_or(i64::MAX).into()),
        false => ("game", game.into()),
    }
}

/// The number of the game that ended last in a file. At a server nobody knows of those under way.
pub(crate) fn last(db: &dyn Sql) -> Outcome<u64> {
    if !db.is_file() {
        return Ok(u64::MAX);
    }
    let last = rows::one(db, "SELECT max(no) AS no FROM facts", &[], |row| row.optional_number("no"))?;
    Ok(last.flatten().unwrap_or(0))
}

/// The results of the games behind a place, at most `most`, with the place of each.
pub(crate) fn results(db: &dyn Sql, after: Place, most: usize) -> Outcome<Vec<(Place, StoredResult)>> {
    let populations: HashMap<_, _> = all_populations(db)?.into_iter().collect();
    let (by, after) = order(db, after);
    let number = db.pick("no", "0 AS no");
    let sql = format!(
        "SELECT game, population, ended_at, body, {number}, \
         EXISTS (SELECT 1 FROM games WHERE games.id = facts.game) AS has_log FROM facts \
         WHERE {by} > $1 ORDER BY {by} LIMIT $2"
    );
    let mut results = Vec::new();
    db.each(&sql, &[after, at_most(most)], &mut |row| {
        let found = FactRow::read(row)?;
        let (of, result) = found.result(&populations)?;
        let (game, ruleset, has_log) = (found.game, of.ruleset, row.flag("has_log")?);
        results.push(((game, row.number("no")?), StoredResult { game, ruleset, result, has_log }));
        Ok(())
    })?;
    Ok(results)
}

/// Finished games with their ids, and where those behind them begin.
type Finished = (Vec<(GameId, FinishedGame)>, Option<Place>);

/// The finished games that are wanted, behind a place, some at a time, with their numbers among all. What has names is sorted by them:
/// ids depend on what was recorded first.
pub(crate) fn finished(db: &dyn Sql, after: Place, wanted: &Wanted) -> Outcome<Finished> {
    let names = rulesets::counted(db)?;
    let mut populations: HashMap<_, _> = wanted.populations(db)?.into_iter().collect();
    populations.retain(|_, of| wanted.takes(of, names.get(&of.ruleset).map_or("", String::as_str)));
    if populations.is_empty() {
        return Ok((Vec::new(), None));
    }
    let ids: Vec<i64> = populations.keys().copied().collect();
    let ((from, before), (by, behind)) = (bounds(&wanted.period()), order(db, after));
    let number = db.pick("no", "0 AS no");
    // However few are wanted, a read of a file is short.
    let window = if db.is_file() { format!(" AND no <= $1 + {PAGE}") } else { String::new() };
    // A simulated game has no row in `games`. A file is read in the order of its rows, not by an index of populations.
    let sql = format!(
        "SELECT game, population, ended_at, body, {number}, NOT EXISTS (SELECT 1 FROM games \
         WHERE games.id = facts.game AND games.visibility <> 'public') AS shown FROM facts \
         WHERE {by} > $1{window} AND {} AND ended_at >= $3 AND ended_at < $4 ORDER BY {by} LIMIT {PAGE}",
        db.among(db.pick("+population", "population"), 2)
    );
    let mut games = Vec::new();
    db.each(&sql, &[behind, Value::Ints(&ids), from.into(), before.into()], &mut |row| {
        let found = FactRow::read(row)?;
        let (Population { ruleset, line_up, .. }, mut result) = found.result(&populations)?;
        let game = names.get(ruleset).cloned();
        let game = game.ok_or_else(|| corrupt(format!("the ruleset of game {}", found.game)))?;
        result.measures.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        result.seats.iter_mut().for_each(|seat| seat.features.sort_unstable());
        let id = row.flag("shown")?.then_some(found.game);
        let (number, ruleset, line_up) = (row.number("no")?, *ruleset, line_up.clone());
        games.push((found.game, FinishedGame { number, id, game, ruleset, line_up, result }));
        Ok(())
    })?;
    if db.is_file() {
        return Ok((games, Some((NO_GAME, after.1.saturating_add(PAGE as u64)))));
    }
    number_all(db, after, &mut games)?;
    let next = games.last().map(|(id, game)| (*id, game.number));
    Ok((games, next))
}

/// Some games and their numbers among all after a game, up to the last of them.
const NUMBERS: &str = "SELECT game, number FROM (SELECT game, row_number() OVER (ORDER BY game) AS number FROM facts \
     WHERE game > $1 AND game <= $2) AS numbered WHERE game = ANY($3)";

/// Numbers games behind a place among all.
fn number_all(db: &dyn Sql, (after, before): Place, games: &mut [(GameId, FinishedGame)]) -> Outcome<()> {
    let ids: Vec<GameId> = games.iter().map(|(id, _)| *id).collect();
    let Some(last) = ids.last() else { return Ok(()) };
    let mut numbers: HashMap<GameId, u64> = HashMap::new();
    db.each(NUMBERS, &[after.into(), (*last).into(), Value::Games(&ids)], &mut |row| {
        numbers.insert(row.id("game")?, row.number("number")?);
        Ok(())
    })?;
    for (id, game) in games {
        let number = numbers.get(id).copied().ok_or_else(|| corrupt(format!("the facts of game {id}")))?;
        game.number = before + number;
    }
    Ok(())
}

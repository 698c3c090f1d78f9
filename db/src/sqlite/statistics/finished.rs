//! Finished games one by one, names instead of ids.

use std::collections::HashMap;

use rusqlite::{Connection, params};

use super::dictionary::{all_populations, feature_of_id, measure_names};
use super::facts;
use crate::engine::record::Row as _;
use crate::engine::statistics::dictionary::Population;
use crate::engine::statistics::facts::{Facts, SeatFacts};
use crate::engine::tables::rulesets;
use crate::model::{
    Digest, FeatureFact, FinishedFilter, FinishedGame, GameId, GameResult, Measure, Period, PopulationFilter,
    SeatResult, WinShare,
};
use crate::sqlite::error::{Outcome, corrupt};
use crate::sqlite::readers::read_consistently;

/// How many numbers are read in one transaction: short ones let the log of a running service shrink.
const PAGE: i64 = 2_000;

/// The games numbered from ?1 to ?2 of the populations ?3 that ended from ?4 to before ?5, and whether everybody may know their ids. A
/// simulated game has no row in `games`.
const PAGE_SQL: &str = "SELECT no, fact_games.game, population, length, ended_at, \
     games.id IS NULL OR games.visibility = 'public' AS shown \
     FROM fact_games LEFT JOIN games ON games.id = fact_games.game WHERE no BETWEEN ?1 AND ?2 \
     AND population IN (SELECT value FROM json_each(?3)) AND ended_at >= ?4 AND ended_at < ?5 ORDER BY no";

/// Results after the number ?1, at most ?2, and whether their games have a log.
const RESULTS: &str = "SELECT no, fact_games.game, population, length, ended_at, \
     games.id IS NOT NULL AS has_log \
     FROM fact_games LEFT JOIN games ON games.id = fact_games.game WHERE no > ?1 ORDER BY no LIMIT ?2";

/// See [`crate::sqlite::ReadOnlyDatabase::for_each_finished`]. Facts never change, so pages read one after the other are the
/// facts as they were at the beginning.
pub(in crate::sqlite) fn for_each_finished(
    conn: &mut Connection,
    filter: &FinishedFilter,
    each: &mut dyn FnMut(&FinishedGame) -> Outcome<()>,
) -> Outcome<()> {
    let wanted = |population: &Population, game: &str| {
        filter.game.as_ref().is_none_or(|wanted| wanted == game)
            && filter.source.as_ref().is_none_or(|wanted| *wanted == population.source)
    };
    for_each_of(conn, (&wanted, &Period::default()), each)
}

/// See [`crate::StatisticsReader::for_each_game`].
pub(in crate::sqlite) fn for_each_game(
    conn: &mut Connection,
    filter: &PopulationFilter,
    each: &mut dyn FnMut(&FinishedGame) -> Outcome<()>,
) -> Outcome<()> {
    let wanted = |population: &Population, _: &str| {
        population.ruleset == filter.ruleset
            && population.source == filter.source
            && population.is_wanted(filter)
    };
    for_each_of(conn, (&wanted, &filter.period), &mut |game| {
        if filter.takes(game) { each(game) } else { Ok(()) }
    })
}

/// Whether the games of a population, and of the game of this name, are wanted; and when they ended.
type Wanted<'a> = (&'a dyn Fn(&Population, &str) -> bool, &'a Period);

fn for_each_of(
    conn: &mut Connection,
    wanted: Wanted<'_>,
    each: &mut dyn FnMut(&FinishedGame) -> Outcome<()>,
) -> Outcome<()> {
    let last: i64 = conn.query_row("SELECT coalesce(max(no), 0) FROM fact_games", [], |row| row.get(0))?;
    let mut names = Names::default();
    let mut first = 1;
    while first <= last {
        let until = last.min(first + PAGE - 1);
        read_consistently(conn, |conn| page(conn, (first, until), wanted, &mut names, each))?;
        first = until + 1;
    }
    Ok(())
}

/// Hands the result of every game that has one to `each` with its id, its ruleset and whether its log is here; those up to the number
/// `after` are left out. Answers the last number.
pub(in crate::sqlite) fn for_each_result(
    conn: &Connection,
    after: i64,
    most: i64,
    each: &mut dyn FnMut(GameId, Digest, GameResult, bool) -> Outcome<()>,
) -> Outcome<Option<i64>> {
    let mut names = Names::default();
    names.learn(conn)?;
    let mut statement = conn.prepare_cached(RESULTS)?;
    let mut rows = statement.query([after, most])?;
    let mut last = None;
    while let Some(row) = rows.next()? {
        let (population, _) = names.population(row.get("population")?)?;
        let (population, facts) = (population.clone(), facts::read(conn, row)?);
        let game = facts.game;
        let result = names.result(conn, &population, facts)?;
        each(game, population.ruleset, result, row.get("has_log")?)?;
        last = Some(row.get("no")?);
    }
    Ok(last)
}

fn page(
    conn: &Connection,
    (first, last): (i64, i64),
    (wanted, period): Wanted<'_>,
    names: &mut Names,
    each: &mut dyn FnMut(&FinishedGame) -> Outcome<()>,
) -> Outcome<()> {
    names.learn(conn)?;
    let mut statement = conn.prepare_cached(PAGE_SQL)?;
    let (from, before) = facts::bounds(period);
    let mut rows = statement.query(params![first, last, names.wanted(wanted), from, before])?;
    while let Some(row) = rows.next()? {
        let (population, game) = names.population(row.get("population")?)?;
        let (population, game) = (population.clone(), game.clone());
        let facts = facts::read(conn, row)?;
        let id = row.get::<_, bool>("shown")?.then_some(facts.game);
        let result = names.result(conn, &population, facts)?;
        let Population { ruleset, line_up, .. } = population;
        each(&FinishedGame { number: row.number("no")?, id, game, ruleset, line_up, result })?;
    }
    Ok(())
}

/// What ids stand for. What was found is sorted by name: ids depend on what was recorded first.
#[derive(Default)]
struct Names {
    /// Populations with the name of their game.
    populations: HashMap<i64, (Population, String)>,
    measures: HashMap<i64, String>,
    features: HashMap<i64, FeatureFact>,
}

impl Names {
    /// Reads the short dictionaries: they may have grown.
    fn learn(&mut self, conn: &Connection) -> Outcome<()> {
        self.measures = measure_names(conn)?;
        let games = rulesets::all(conn)?.into_iter().map(|ruleset| (ruleset.hash, ruleset.game));
        let games: HashMap<Digest, String> = games.collect();
        for (id, population) in all_populations(conn)? {
            let game = games.get(&population.ruleset).cloned();
            let game = game.ok_or_else(|| corrupt("a population has no ruleset"))?;
            self.populations.insert(id, (population, game));
        }
        Ok(())
    }

    /// The ids of the populations that are wanted, as JSON.
    fn wanted(&self, wanted: &dyn Fn(&Population, &str) -> bool) -> String {
        let all = self.populations.iter().filter(|(_, (population, game))| wanted(population, game));
        let ids: Vec<String> = all.map(|(id, _)| id.to_string()).collect();
        format!("[{}]", ids.join(","))
    }

    fn population(&self, id: i64) -> Outcome<&(Population, String)> {
        self.populations.get(&id).ok_or_else(|| corrupt("a population cannot be found"))
    }

    fn result(&mut self, conn: &Connection, population: &Population, facts: Facts) -> Outcome<GameResult> {
        let Facts { length, ended_at, seats, measures, .. } = facts;
        let measure = |(id, value): (i64, i64)| {
            let name = self.measures.get(&id).ok_or_else(|| corrupt("a measure has no name"))?;
            Ok(Measure { name: name.clone(), value })
        };
        let mut measures: Vec<Measure> = measures.into_iter().map(measure).collect::<Outcome<_>>()?;
        measures.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        Ok(GameResult {
            source: population.source.clone(),
            assisted: population.assisted,
            length: whole(length)?,
            ended_at,
            measures,
            seats: seats.into_iter().map(|seat| self.seat(conn, seat)).collect::<Outcome<_>>()?,
        })
    }

    fn seat(&mut self, conn: &Connection, seat: SeatFacts) -> Outcome<SeatResult> {
        let SeatFacts { score, rank, win_units, turns, player, features, .. } = seat;
        let win_share = WinShare::from_units(whole(win_units)?);
        let features = features.into_iter().map(|id| self.feature(conn, id));
        let mut features: Vec<FeatureFact> = features.collect::<Outcome<_>>()?;
        features.sort_unstable();
        Ok(SeatResult {
            score,
            rank: whole(rank)?,
            win_share: win_share.ok_or_else(|| corrupt("more than a whole win"))?,
            turns: whole(turns)?,
            bot_level: player,
            features,
        })
    }

    fn feature(&mut self, conn: &Connection, id: i64) -> Outcome<FeatureFact> {
        if let Some(feature) = self.features.get(&id) {
            return Ok(feature.clone());
        }
        let feature = feature_of_id(conn, id)?;
        self.features.insert(id, feature.clone());
        Ok(feature)
    }
}

fn whole<T: TryFrom<i64>>(value: i64) -> Outcome<T> {
    T::try_from(value).map_err(|_| corrupt("a fact is out of range"))
}

//! What a finished game said, as one row.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::names::{Named, all_populations, populations};
use crate::engine::corrupt;
use crate::engine::record::{Columns, Record, Row as _, Value};
use crate::engine::rows::most as at_most;
use crate::engine::sql::Sql;
use crate::engine::statistics::dictionary::Population;
use crate::engine::statistics::facts::{Facts, Finished};
use crate::engine::tables::rulesets;
use crate::error::Result;
use crate::model::{
    Bucket, Digest, FeatureFact, FinishedFilter, FinishedGame, GameId, GameResult, Measure, Period,
    PopulationFilter, SeatResult, StoredResult, Time, WinShare,
};
use crate::postgres::error::Outcome;

const PUT: &str = "INSERT INTO facts (game, population, ended_at, body) \
     SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::timestamptz[], $4::text[]) \
     ON CONFLICT (game) DO NOTHING RETURNING game";

const PAGE: &str =
    "SELECT game, population, ended_at, body FROM facts WHERE game > $1 ORDER BY game LIMIT 1000";

/// Before all ids.
const NO_GAME: GameId = GameId::from_u128(0);

const OF_PERIOD: &str = "SELECT game, population, ended_at, body FROM facts \
     WHERE population = ANY($1) AND ended_at >= $2 AND ended_at < $3";

const RESULTS: &str = "SELECT game, population, ended_at, body, \
     EXISTS (SELECT 1 FROM games WHERE games.id = facts.game) AS has_log FROM facts \
     WHERE game > $1 ORDER BY game LIMIT $2";

/// Those of some populations in a period, with whether everybody may know the game's id. A simulated game has no row in `games`.
const FINISHED: &str = "SELECT game, population, ended_at, body, NOT EXISTS (SELECT 1 FROM games \
     WHERE games.id = facts.game AND games.visibility <> 'public') AS shown FROM facts \
     WHERE game > $1 AND population = ANY($2) AND ended_at >= $3 AND ended_at < $4 ORDER BY game LIMIT 1000";

/// Some games and their numbers among all after a game, up to the last of them.
const NUMBERS: &str = "SELECT game, number FROM (SELECT game, row_number() OVER (ORDER BY game) AS number FROM facts \
     WHERE game > $1 AND game <= $2) AS numbered WHERE game = ANY($3)";

/// The column `body`.
#[derive(Serialize, Deserialize)]
struct Body {
    length: u32,
    seats: Vec<Seat>,
    measures: Vec<(String, i64)>,
}

#[derive(Serialize, Deserialize)]
struct Seat {
    score: i64,
    rank: u8,
    win_units: u32,
    turns: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bot: Option<String>,
    numbers: Vec<(String, i64)>,
    words: Vec<(String, String)>,
}

/// A row of `facts`.
struct FactRecord {
    game: GameId,
    population: i64,
    ended_at: Time,
    body: String,
}

impl Record for FactRecord {
    const TABLE: &'static str = "facts";
    const COLUMNS: &'static [&'static str] = &["game", "population", "ended_at", "body"];

    fn values(&self) -> Result<Vec<Value<'_>>> {
        Ok(vec![self.game.into(), self.population.into(), self.ended_at.into(), (&self.body).into()])
    }

    fn read(row: &dyn Columns) -> Outcome<Self> {
        Ok(Self {
            game: row.id("game")?,
            population: row.number("population")?,
            ended_at: row.at("ended_at")?,
            body: row.word("body")?,
        })
    }
}

/// A finished game to store.
pub(super) struct FactRow {
    pub facts: Facts,
    record: FactRecord,
}

impl FactRow {
    /// The row of a finished game; its names are added to `named`.
    pub(super) fn of(finished: &Finished<'_>, named: &mut Named) -> Result<Self> {
        let facts = finished.facts(named)?;
        let body = serde_json::to_string(&Body::of(finished.result));
        let body = body.map_err(|_| corrupt("a result is no JSON"))?;
        let (game, population, ended_at) = (facts.game, facts.population, facts.ended_at);
        Ok(Self { facts, record: FactRecord { game, population, ended_at, body } })
    }
}

/// Stores rows of games that are not there yet; answers which.
pub(super) fn insert(db: &dyn Sql, rows: &[FactRow]) -> Outcome<Vec<GameId>> {
    let games: Vec<_> = rows.iter().map(|row| row.facts.game).collect();
    let populations: Vec<_> = rows.iter().map(|row| row.facts.population).collect();
    let times: Vec<_> = rows.iter().map(|row| row.facts.ended_at).collect();
    let bodies: Vec<_> = rows.iter().map(|row| row.record.body.as_str()).collect();
    let values =
        [Value::Games(&games), Value::Ints(&populations), Value::Times(&times), Value::Texts(&bodies)];
    let mut new = Vec::new();
    db.each(PUT, &values, &mut |row| {
        new.push(row.id("game")?);
        Ok(())
    })?;
    Ok(new)
}

/// Hands the facts of every game to `each`.
pub(super) fn for_each(db: &dyn Sql, mut each: impl FnMut(Facts) -> Outcome<()>) -> Outcome<()> {
    let (populations, mut after) = (all_populations(db)?, NO_GAME);
    loop {
        let mut last = None;
        db.each(PAGE, &[after.into()], &mut |row| {
            let facts = read(row, &populations)?;
            last = Some(facts.game);
            each(facts)
        })?;
        let Some(last) = last else { return Ok(()) };
        after = last;
    }
}

/// Hands the facts of the games of some populations in a period to `each`.
pub(super) fn for_each_of(
    db: &dyn Sql,
    populations: &[(i64, Population)],
    period: &Period,
    mut each: impl FnMut(Facts) -> Outcome<()>,
) -> Outcome<()> {
    let ids: Vec<i64> = populations.iter().map(|(id, _)| *id).collect();
    let populations = populations.iter().cloned().collect();
    let (from, before) = bounds(period);
    db.each(OF_PERIOD, &[Value::Ints(&ids), from.into(), before.into()], &mut |row| {
        each(read(row, &populations)?)
    })
}

/// The first and the last of all times where a period has no end: the year 1, for the server has no time before 4714 BC.
fn bounds(period: &Period) -> (Time, Time) {
    let from = period.from.unwrap_or_else(|| Time::from(jiff::Timestamp::MIN));
    (from, period.before.unwrap_or_else(|| Time::from(jiff::Timestamp::MAX)))
}

/// Which finished games are gone through.
#[derive(Clone, Debug)]
pub(crate) enum Wanted {
    /// For a file.
    File(FinishedFilter),
    /// To count them together.
    Count(PopulationFilter),
}

impl Wanted {
    fn populations(&self, db: &dyn Sql) -> Outcome<HashMap<i64, Population>> {
        match self {
            Self::File(_) => all_populations(db),
            Self::Count(filter) => Ok(populations(db, filter)?.into_iter().collect()),
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

    fn period(&self) -> Period {
        match self {
            Self::File(_) => Period::default(),
            Self::Count(filter) => filter.period,
        }
    }
}

/// The results of the games after `after`, by id, at most `most`.
pub(in crate::postgres) fn results(
    db: &dyn Sql,
    after: Option<GameId>,
    most: usize,
) -> Outcome<Vec<StoredResult>> {
    let populations = all_populations(db)?;
    let mut results = Vec::new();
    db.each(RESULTS, &[after.unwrap_or(NO_GAME).into(), at_most(most)], &mut |row| {
        let (facts, ruleset, result) = read_whole(row, &populations)?;
        results.push(StoredResult { game: facts.game, ruleset, result, has_log: row.flag("has_log")? });
        Ok(())
    })?;
    Ok(results)
}

/// The finished games that are wanted, after `after`, by id, some at a time, with their numbers among all after it. What has names is
/// sorted by them, as SQLite has it.
pub(in crate::postgres) fn finished(
    db: &dyn Sql,
    after: Option<GameId>,
    wanted: &Wanted,
) -> Outcome<Vec<(GameId, FinishedGame)>> {
    let names: HashMap<Digest, String> =
        rulesets::all(db)?.into_iter().map(|one| (one.hash, one.game)).collect();
    let mut populations = wanted.populations(db)?;
    populations.retain(|_, of| wanted.takes(of, names.get(&of.ruleset).map_or("", String::as_str)));
    let ids: Vec<i64> = populations.keys().copied().collect();
    let (from, before) = bounds(&wanted.period());
    let after = after.unwrap_or(NO_GAME);
    let mut games = Vec::new();
    db.each(FINISHED, &[after.into(), Value::Ints(&ids), from.into(), before.into()], &mut |row| {
        let (facts, ruleset, mut result) = read_whole(row, &populations)?;
        let damaged = || corrupt(format!("the ruleset of game {}", facts.game));
        let game = names.get(&ruleset).cloned().ok_or_else(damaged)?;
        let line_up = populations.get(&facts.population).ok_or_else(damaged)?.line_up.clone();
        result.measures.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        result.seats.iter_mut().for_each(|seat| seat.features.sort_unstable());
        let id = row.flag("shown")?.then_some(facts.game);
        games.push((facts.game, FinishedGame { number: 0, id, game, ruleset, line_up, result }));
        Ok(())
    })?;
    number(db, after, &mut games)?;
    Ok(games)
}

/// Numbers games among all after a game.
fn number(db: &dyn Sql, after: GameId, games: &mut [(GameId, FinishedGame)]) -> Outcome<()> {
    let ids: Vec<GameId> = games.iter().map(|(id, _)| *id).collect();
    let Some(last) = ids.last() else { return Ok(()) };
    let mut numbers: HashMap<GameId, u64> = HashMap::new();
    db.each(NUMBERS, &[after.into(), (*last).into(), Value::Games(&ids)], &mut |row| {
        numbers.insert(row.id("game")?, row.number("number")?);
        Ok(())
    })?;
    for (id, game) in games {
        game.number = numbers.get(id).copied().ok_or_else(|| corrupt(format!("the facts of game {id}")))?;
    }
    Ok(())
}

fn read(row: &dyn Columns, populations: &HashMap<i64, Population>) -> Outcome<Facts> {
    read_whole(row, populations).map(|(facts, _, _)| facts)
}

fn read_whole(
    row: &dyn Columns,
    populations: &HashMap<i64, Population>,
) -> Outcome<(Facts, Digest, GameResult)> {
    let found = FactRecord::read(row)?;
    let damaged = || corrupt(format!("the facts of game {}", found.game));
    let (game, population, ended_at) = (found.game, found.population, found.ended_at);
    let of = populations.get(&population).ok_or_else(damaged)?;
    let body: Body = serde_json::from_str(&found.body).map_err(|_| damaged())?;
    let result = body.result(of, ended_at).ok_or_else(damaged)?;
    let facts = Finished { game, ruleset: of.ruleset, result: &result }.facts(&mut Named::default())?;
    if facts.population != population {
        return Err(damaged().into());
    }
    Ok((facts, of.ruleset, result))
}

impl Body {
    fn of(result: &GameResult) -> Self {
        let measures = result.measures.iter().map(|measure| (measure.name.clone(), measure.value));
        let seats = result.seats.iter().map(Seat::of).collect();
        Self { length: result.length, seats, measures: measures.collect() }
    }

    fn result(self, of: &Population, ended_at: Time) -> Option<GameResult> {
        let measures = self.measures.into_iter().map(|(name, value)| Measure { name, value });
        Some(GameResult {
            source: of.source.clone(),
            assisted: of.assisted,
            length: self.length,
            ended_at,
            seats: self.seats.into_iter().map(Seat::result).collect::<Option<_>>()?,
            measures: measures.collect(),
        })
    }
}

impl Seat {
    fn of(result: &SeatResult) -> Self {
        let (mut numbers, mut words) = (Vec::new(), Vec::new());
        for FeatureFact { name, bucket } in &result.features {
            match bucket {
                Bucket::Number(number) => numbers.push((name.clone(), *number)),
                Bucket::Category(word) => words.push((name.clone(), word.clone())),
            }
        }
        let (score, rank, turns, bot) = (result.score, result.rank, result.turns, result.bot_level.clone());
        Self { score, rank, win_units: result.win_share.units(), turns, bot, numbers, words }
    }

    fn result(self) -> Option<SeatResult> {
        let numbers = self
            .numbers
            .into_iter()
            .map(|(name, number)| FeatureFact { name, bucket: Bucket::Number(number) });
        let words =
            self.words.into_iter().map(|(name, word)| FeatureFact { name, bucket: Bucket::Category(word) });
        Some(SeatResult {
            score: self.score,
            rank: self.rank,
            win_share: WinShare::from_units(self.win_units)?,
            turns: self.turns,
            bot_level: self.bot,
            features: numbers.chain(words).collect(),
        })
    }
}

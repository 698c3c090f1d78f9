//! Facts as rows: what a finished game said, names replaced by ids.

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::engine::record::Row as _;
use crate::engine::statistics::facts::{Facts, SeatFacts};
use crate::model::Period;
use crate::sqlite::error::Outcome;

/// Stores the facts; answers whether the game is new. Facts of a game already stored are left as they are.
pub(super) fn insert(facts: &Facts, conn: &Connection) -> Outcome<bool> {
    let no: Option<i64> = conn
        .prepare_cached(
            "INSERT INTO fact_games (game, population, length, ended_at) VALUES (?1, ?2, ?3, ?4) \
             ON CONFLICT (game) DO NOTHING RETURNING no",
        )?
        .query_row(
            params![facts.game.to_string(), facts.population, facts.length, facts.ended_at.to_string()],
            |row| row.get(0),
        )
        .optional()?;
    let Some(no) = no else { return Ok(false) };
    facts.seats.iter().try_for_each(|seat| insert_seat(seat, conn, no))?;
    let mut measure =
        conn.prepare_cached("INSERT INTO fact_measures (no, measure, value) VALUES (?1, ?2, ?3)")?;
    for (id, value) in &facts.measures {
        measure.execute(params![no, id, value])?;
    }
    Ok(true)
}

fn insert_seat(facts: &SeatFacts, conn: &Connection, no: i64) -> Outcome<()> {
    conn.prepare_cached(
        "INSERT INTO fact_seats (no, seat, score, rank, win_units, turns, bot_level) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?
    .execute(params![
        no,
        facts.seat,
        facts.score,
        facts.rank,
        facts.win_units,
        facts.turns,
        facts.player
    ])?;
    let mut insert =
        conn.prepare_cached("INSERT INTO fact_features (no, seat, feature) VALUES (?1, ?2, ?3)")?;
    for feature in &facts.features {
        insert.execute([no, facts.seat, *feature])?;
    }
    Ok(())
}

/// Hands the facts of every game to `each`, or why they cannot be read.
pub(super) fn for_each(
    conn: &Connection,
    mut each: impl FnMut(Outcome<Facts>) -> Outcome<()>,
) -> Outcome<()> {
    let mut statement = conn.prepare("SELECT no, game, population, length, ended_at FROM fact_games")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        each(read(conn, row))?;
    }
    Ok(())
}

/// The games of a population that ended from ?2 to before ?3.
const OF_PERIOD: &str = "SELECT no, game, population, length, ended_at FROM fact_games \
     WHERE population = ?1 AND ended_at >= ?2 AND ended_at < ?3";

/// Hands the facts of a population's games of a period to `each`.
pub(super) fn for_each_of(
    conn: &Connection,
    population: i64,
    period: &Period,
    mut each: impl FnMut(Facts) -> Outcome<()>,
) -> Outcome<()> {
    let (from, before) = bounds(period);
    let mut statement = conn.prepare_cached(OF_PERIOD)?;
    let mut rows = statement.query(params![population, from, before])?;
    while let Some(row) = rows.next()? {
        each(read(conn, row)?)?;
    }
    Ok(())
}

/// The bounds of a period. Times are text that sorts as they do, and every year has four digits.
pub(super) fn bounds(period: &Period) -> (String, String) {
    let from = period.from.map_or_else(|| "0".to_owned(), |time| time.to_string());
    (from, period.before.map_or_else(|| ":".to_owned(), |time| time.to_string()))
}

/// Reads a row of `fact_games` with what belongs to it.
pub(super) fn read(conn: &Connection, row: &Row<'_>) -> Outcome<Facts> {
    let no = row.get("no")?;
    Ok(Facts {
        game: row.id("game")?,
        population: row.get("population")?,
        length: row.get("length")?,
        ended_at: row.at("ended_at")?,
        seats: seats(conn, no)?,
        measures: measures(conn, no)?,
    })
}

fn seats(conn: &Connection, no: i64) -> Outcome<Vec<SeatFacts>> {
    let mut statement = conn.prepare_cached(
        "SELECT seat, score, rank, win_units, turns, bot_level FROM fact_seats WHERE no = ?1 ORDER BY seat",
    )?;
    let mut rows = statement.query([no])?;
    let mut seats = Vec::new();
    while let Some(row) = rows.next()? {
        let seat = row.get("seat")?;
        seats.push(SeatFacts {
            seat,
            score: row.get("score")?,
            rank: row.get("rank")?,
            win_units: row.get("win_units")?,
            turns: row.get("turns")?,
            player: row.get("bot_level")?,
            features: features(conn, no, seat)?,
        });
    }
    Ok(seats)
}

fn features(conn: &Connection, no: i64, seat: i64) -> Outcome<Vec<i64>> {
    let mut statement = conn
        .prepare_cached("SELECT feature FROM fact_features WHERE no = ?1 AND seat = ?2 ORDER BY feature")?;
    let features = statement.query_map([no, seat], |row| row.get(0))?;
    Ok(features.collect::<Result<_, _>>()?)
}

fn measures(conn: &Connection, no: i64) -> Outcome<Vec<(i64, i64)>> {
    let mut statement =
        conn.prepare_cached("SELECT measure, value FROM fact_measures WHERE no = ?1 ORDER BY measure")?;
    let measures = statement.query_map([no], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(measures.collect::<Result<_, _>>()?)
}

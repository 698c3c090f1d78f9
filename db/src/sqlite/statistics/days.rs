//! Sums by the day on which games ended.

use rusqlite::{Connection, params_from_iter};

use super::query::populations;
use super::rollup;
use super::rollup::rows;
use crate::engine::statistics::days::{ByDay, days_of};
use crate::engine::statistics::rollup::{Key, Rollup, Sums};
use crate::model::{PopulationFilter, PopulationSummary};
use crate::sqlite::error::Outcome;

/// The rows of a population from day ?2 to day ?3.
pub(in crate::sqlite) const OF_DAYS: &str = "WHERE population = ?1 AND day BETWEEN ?2 AND ?3";

/// See [`crate::StatisticsReader::summary_by_day`].
pub(in crate::sqlite) fn summary_by_day(
    conn: &Connection,
    filter: &PopulationFilter,
) -> Outcome<Vec<(String, Vec<PopulationSummary>)>> {
    let (first, last) = days_of(&filter.period)?;
    let mut days = ByDay::default();
    for (id, population) in populations(conn, filter)? {
        let games = rows(conn, Rollup::Days, OF_DAYS, [id, first, last])?;
        let seats = rows(conn, Rollup::DaySeats, OF_DAYS, [id, first, last])?;
        days.add(&population, &games, &seats)?;
    }
    Ok(days.finish())
}

/// Games of each day, and seats of each day: population, day and seat, then the sums.
const FROM_FACTS: [(Rollup, &str); 2] = [
    (
        Rollup::Days,
        "SELECT population, CAST(replace(substr(ended_at, 1, 10), '-', '') AS INTEGER) AS day, 0, count(*), \
         sum(no IN (SELECT no FROM fact_seats WHERE win_units BETWEEN 1 AND 419)), \
         sum(length), sum(length * length), 0 FROM fact_games GROUP BY 1, 2",
    ),
    (
        Rollup::DaySeats,
        "SELECT population, CAST(replace(substr(ended_at, 1, 10), '-', '') AS INTEGER) AS day, seat, count(*), \
         sum(win_units), sum(win_units * win_units), sum(win_units = 420), sum(win_units BETWEEN 1 AND 419) \
         FROM fact_games JOIN fact_seats USING (no) GROUP BY 1, 2, 3",
    ),
];

/// Fills the sums of a database that was kept without them. The statements are those of its schema version, and do not change.
pub(in crate::sqlite) fn fill(conn: &Connection) -> rusqlite::Result<()> {
    for (rollup, sql) in FROM_FACTS {
        let (keys, sums) = (rollup.key_columns().len(), rollup.sum_columns().len());
        let mut insert = conn.prepare(&rollup::upsert(rollup))?;
        let mut statement = conn.prepare(sql)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let key: Key = [row.get(0)?, row.get(1)?, row.get(2)?, 0];
            let read: Sums = [row.get(3)?, row.get(4)?, row.get(5)?, row.get(6)?, row.get(7)?];
            let check = rollup.checksum(&key, &read);
            insert.execute(params_from_iter(key[..keys].iter().chain(&read[..sums]).chain([&check])))?;
        }
    }
    Ok(())
}

//! Sums by the day on which games ended.

use rusqlite::Connection;

use super::query::populations;
use super::rollup::rows;
use crate::engine::statistics::days::{ByDay, days_of};
use crate::engine::statistics::rollup::Rollup;
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

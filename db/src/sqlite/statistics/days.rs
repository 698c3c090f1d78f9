//! Sums by the day on which games ended.

use std::collections::BTreeMap;

use rusqlite::{Connection, params_from_iter};

use super::LENGTH;
use super::counted::select;
use super::dictionary::Population;
use super::query::{count, populations, seat_number};
use super::rollup::{Key, Rollup, Sums};
use crate::model::{LineUp, Moments, Period, PopulationFilter, PopulationSummary, SeatSummary, Time};
use crate::sqlite::error::{Outcome, corrupt};

/// The rows of a population from day ?2 to day ?3.
pub(in crate::sqlite) const OF_DAYS: &str = "WHERE population = ?1 AND day BETWEEN ?2 AND ?3";

/// Later than every day.
const NO_DAY: i64 = 99_999_999;

/// The day of a time in UTC, in digits that sort: 20260131.
pub(super) fn day_of(time: Time) -> Outcome<i64> {
    let digits: String = time.day().chars().filter(char::is_ascii_digit).collect();
    digits.parse().map_err(|_| corrupt("a game ended on no day"))
}

/// A day as it is said: `2026-01-31`.
fn said(day: i64) -> String {
    format!("{:04}-{:02}-{:02}", day / 10_000, day / 100 % 100, day % 100)
}

/// The first and the last day of a period. A day that it takes in only in part counts as a whole.
fn days_of(period: &Period) -> Outcome<(i64, i64)> {
    let last = match period.before {
        // Times are whole milliseconds.
        Some(before) => match before.timestamp().checked_sub(jiff::SignedDuration::from_millis(1)) {
            Ok(last) => day_of(Time::from(last))?,
            Err(_) => return Ok((1, 0)),
        },
        None => NO_DAY,
    };
    Ok((period.from.map_or(Ok(0), day_of)?, last))
}

/// See [`crate::StatisticsReader::summary_by_day`].
pub(in crate::sqlite) fn summary_by_day(
    conn: &Connection,
    filter: &PopulationFilter,
) -> Outcome<Vec<(String, Vec<PopulationSummary>)>> {
    let (first, last) = days_of(&filter.period)?;
    let mut days: BTreeMap<i64, BTreeMap<(u8, LineUp), PopulationSummary>> = BTreeMap::new();
    for (id, Population { players, line_up, .. }) in populations(conn, filter)? {
        let mut of_day = |day: i64, add: &mut dyn FnMut(&mut PopulationSummary) -> Outcome<()>| {
            let strata = days.entry(day).or_default();
            add(strata.entry((players, line_up.clone())).or_insert_with(|| none(players, line_up.clone())))
        };
        for ([_, day, ..], sums) in select(conn, Rollup::Days, OF_DAYS, [id, first, last])? {
            of_day(day, &mut |summary| add_games(summary, sums))?;
        }
        for ([_, day, seat, _], sums) in select(conn, Rollup::DaySeats, OF_DAYS, [id, first, last])? {
            of_day(day, &mut |summary| add_seat(summary, seat, sums))?;
        }
    }
    Ok(days.into_iter().map(|(day, strata)| (said(day), strata.into_values().collect())).collect())
}

fn none(players: u8, line_up: LineUp) -> PopulationSummary {
    PopulationSummary {
        players,
        line_up,
        games: 0,
        tied: 0,
        seats: vec![SeatSummary::default(); players.into()],
        measures: vec![(LENGTH.to_owned(), Moments::default())],
    }
}

fn add_games(summary: &mut PopulationSummary, [n, tied, total, squares, _]: Sums) -> Outcome<()> {
    summary.games += count(n)?;
    summary.tied += count(tied)?;
    for (_, length) in &mut summary.measures {
        length.n += count(n)?;
        length.sum += total;
        length.sum_squares += squares;
    }
    Ok(())
}

fn add_seat(summary: &mut PopulationSummary, seat: i64, sums: Sums) -> Outcome<()> {
    let [n, win_units, win_squares, sole_wins, shared_wins] = sums;
    let seat = summary.seats.get_mut(usize::from(seat_number(seat)?));
    let seat = seat.ok_or_else(|| corrupt("a seat that no game has"))?;
    seat.n += count(n)?;
    seat.win_units += win_units;
    seat.win_units_squared += win_squares;
    seat.sole_wins += count(sole_wins)?;
    seat.shared_wins += count(shared_wins)?;
    Ok(())
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
        let mut insert = conn.prepare(&rollup.upsert())?;
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

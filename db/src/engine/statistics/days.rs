//! Sums by the day on which games ended.

use std::collections::BTreeMap;

use super::LENGTH;
use super::answers::{plus, plus_count, seat_number};
use super::dictionary::Population;
use super::rollup::{Key, Sums};
use super::tally::day_of;
use crate::engine::corrupt;
use crate::error::Result;
use crate::model::{LineUp, Moments, Period, PopulationSummary, SeatSummary, Time};

/// Later than every day.
const NO_DAY: i64 = 99_999_999;

/// A day as it is said: `2026-01-31`.
fn said(day: i64) -> String {
    format!("{:04}-{:02}-{:02}", day / 10_000, day / 100 % 100, day % 100)
}

/// The first and the last day of a period. A day that it takes in only in part counts as a whole.
pub(crate) fn days_of(period: &Period) -> Result<(i64, i64)> {
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

/// Days under way.
#[derive(Default)]
pub(crate) struct ByDay(BTreeMap<i64, BTreeMap<(u8, LineUp), PopulationSummary>>);

impl ByDay {
    /// Adds the days of a population: the rows of its games and of its seats.
    pub(crate) fn add(
        &mut self,
        of: &Population,
        games: &[(Key, Sums)],
        seats: &[(Key, Sums)],
    ) -> Result<()> {
        for ([_, day, ..], sums) in games {
            add_games(self.summary(*day, of), *sums)?;
        }
        for ([_, day, seat, _], sums) in seats {
            add_seat(self.summary(*day, of), *seat, *sums)?;
        }
        Ok(())
    }

    fn summary(&mut self, day: i64, of: &Population) -> &mut PopulationSummary {
        let strata = self.0.entry(day).or_default();
        let stratum = strata.entry((of.players, of.line_up.clone()));
        stratum.or_insert_with(|| none(of.players, of.line_up.clone()))
    }

    /// The days in their order.
    pub(crate) fn finish(self) -> Vec<(String, Vec<PopulationSummary>)> {
        self.0.into_iter().map(|(day, strata)| (said(day), strata.into_values().collect())).collect()
    }
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

fn add_games(summary: &mut PopulationSummary, [n, tied, total, squares, _]: Sums) -> Result<()> {
    plus_count(&mut summary.games, n)?;
    plus_count(&mut summary.tied, tied)?;
    for (_, length) in &mut summary.measures {
        plus_count(&mut length.n, n)?;
        plus(&mut length.sum, total)?;
        plus(&mut length.sum_squares, squares)?;
    }
    Ok(())
}

fn add_seat(summary: &mut PopulationSummary, seat: i64, sums: Sums) -> Result<()> {
    let [n, win_units, win_squares, sole_wins, shared_wins] = sums;
    let seat = summary.seats.get_mut(usize::from(seat_number(seat)?));
    let seat = seat.ok_or_else(|| corrupt("a seat that no game has"))?;
    plus_count(&mut seat.n, n)?;
    plus(&mut seat.win_units, win_units)?;
    plus(&mut seat.win_units_squared, win_squares)?;
    plus_count(&mut seat.sole_wins, sole_wins)?;
    plus_count(&mut seat.shared_wins, shared_wins)
}

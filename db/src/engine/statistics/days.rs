//! Sums by the day on which games ended.

use std::collections::BTreeMap;

use super::answers::{add_wins, no_games, plus, plus_count, seat_number};
use super::dictionary::Population;
use super::rollup::{Rollup, Sums};
use super::tally::{Tally, day_of};
use crate::engine::corrupt;
use crate::error::Result;
use crate::model::{LineUp, Period, PopulationSummary, Time};

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
    /// Adds the days of a population.
    pub(crate) fn add(&mut self, id: i64, of: &Population, sums: &Tally) -> Result<()> {
        for ([_, day, ..], sums) in sums.rows(Rollup::Days, &[id]) {
            add_games(self.summary(*day, of), *sums)?;
        }
        for (&[_, day, seat, _], sums) in sums.rows(Rollup::DaySeats, &[id]) {
            let seats = &mut self.summary(day, of).seats;
            let seat = seats.get_mut(usize::from(seat_number(seat)?));
            add_wins(seat.ok_or_else(|| corrupt("a seat that no game has"))?, *sums)?;
        }
        Ok(())
    }

    fn summary(&mut self, day: i64, of: &Population) -> &mut PopulationSummary {
        let strata = self.0.entry(day).or_default();
        let stratum = strata.entry((of.players, of.line_up.clone()));
        stratum.or_insert_with(|| no_games(of.players, of.line_up.clone()))
    }

    /// The days in their order.
    pub(crate) fn finish(self) -> Vec<(String, Vec<PopulationSummary>)> {
        self.0.into_iter().map(|(day, strata)| (said(day), strata.into_values().collect())).collect()
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

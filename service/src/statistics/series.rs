//! What came of games over time: by the day, week or month on which they ended.

use jiff::ToSpan;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use tapis_db::model::{Moments, PopulationSummary, SeatSummary};
use utoipa::ToSchema;

use super::{Estimate, Population, Shares, mean_of, share};

/// The figures of each day, week or month with games.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Series {
    #[serde(flatten)]
    #[allow(missing_docs)]
    pub population: Population,
    /// What a point stands for.
    pub by: Unit,
    /// The points, the earliest first. A day without games has none.
    pub points: Vec<SeriesPoint>,
}

/// What a point of a series stands for; days are those of UTC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SeriesUnit)]
pub enum Unit {
    /// A day.
    #[default]
    Day,
    /// A week, from Monday on.
    Week,
    /// A month.
    Month,
}

/// The games that ended in one day, week or month. All line-ups are counted together.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SeriesPoint {
    /// Its first day.
    #[schema(format = Date, example = "2026-01-26")]
    pub from: String,
    /// How many games.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_u64, example = 120)]
    pub games: u64,
    /// The share of games whose win was shared.
    pub ties: Estimate,
    /// The win share of each seat.
    pub win_shares: Vec<Estimate>,
    /// The number of plies.
    pub length: Estimate,
}

impl Unit {
    /// The first day of the day, week or month of a day.
    fn first_day(self, day: Date) -> Date {
        match self {
            Self::Day => day,
            Self::Week => {
                day.checked_sub(i64::from(day.weekday().to_monday_zero_offset()).days()).unwrap_or(day)
            }
            Self::Month => day.first_of_month(),
        }
    }
}

impl Series {
    /// The series of days with the summaries of their line-ups, days ascending.
    pub(super) fn new(population: Population, by: Unit, days: Vec<(String, Vec<PopulationSummary>)>) -> Self {
        let mut groups: Vec<(String, Sums)> = Vec::new();
        for (day, strata) in days {
            let first = day.parse().map_or(day, |date: Date| by.first_day(date).to_string());
            if groups.last().is_none_or(|(from, _)| *from != first) {
                groups.push((first, Sums::default()));
            }
            if let Some((_, sums)) = groups.last_mut() {
                strata.iter().for_each(|stratum| sums.add(stratum));
            }
        }
        let points = groups.into_iter().map(|(from, sums)| sums.point(from)).collect();
        Self { population, by, points }
    }
}

/// What the games of a point add up to.
#[derive(Default)]
struct Sums {
    games: u64,
    tied: u64,
    seats: Vec<SeatSummary>,
    length: Moments,
}

impl Sums {
    fn add(&mut self, stratum: &PopulationSummary) {
        self.games += stratum.games;
        self.tied += stratum.tied;
        self.seats.resize(self.seats.len().max(stratum.seats.len()), SeatSummary::default());
        for (sum, seat) in self.seats.iter_mut().zip(&stratum.seats) {
            *sum = sum.and(seat);
        }
        let length = stratum.measures.iter().find(|(name, _)| name == "length");
        self.length = self.length.and(length.map(|(_, moments)| *moments).unwrap_or_default());
    }

    fn point(self, from: String) -> SeriesPoint {
        let Moments { n, sum, sum_squares, .. } = self.length;
        SeriesPoint {
            from,
            games: self.games,
            ties: share(Shares::proportion(self.tied, self.games), 1),
            win_shares: self.seats.iter().map(|seat| share(Shares::of(seat), 1)).collect(),
            length: mean_of(n, sum, sum_squares, 2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weeks_begin_on_monday_and_months_on_the_first() {
        let first = |by: Unit, day: &str| by.first_day(day.parse().unwrap()).to_string();
        assert_eq!(first(Unit::Week, "2026-02-01"), "2026-01-26");
        assert_eq!(first(Unit::Week, "2026-01-26"), "2026-01-26");
        assert_eq!(first(Unit::Month, "2026-02-28"), "2026-02-01");
        assert_eq!(first(Unit::Day, "2026-02-28"), "2026-02-28");
    }
}

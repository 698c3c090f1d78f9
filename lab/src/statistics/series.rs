//! What came of games over time: by the day, week or month on which they ended.

use std::collections::BTreeMap;

use jiff::ToSpan;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use tapis_db::model::{LineUp, PopulationSummary};
use utoipa::ToSchema;

use super::summary::{length, merge, seat_shares, ties};
use super::{Estimate, Population, share_of_strata};

/// The figures of each day, week or month with games.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Series {
    #[serde(flatten)]
    #[allow(missing_docs)]
    pub population: Population,
    /// The period of a point.
    pub by: SeriesUnit,
    /// The points, the earliest first. A day without games has none.
    pub points: Vec<SeriesPoint>,
}

/// The period of a point of a series; days are those of UTC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeriesUnit {
    /// A day.
    #[default]
    Day,
    /// A week, from Monday on.
    Week,
    /// A month.
    Month,
}

/// The games that ended in one day, week or month. With several line-ups, each counts the same. Do not compare points with
/// different line-ups.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SeriesPoint {
    /// Its first day.
    #[schema(format = Date, example = "2026-01-26")]
    pub from: String,
    /// The number of games.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_u64, example = 120)]
    pub games: u64,
    /// The line-ups that played, by name.
    #[schema(max_items = 100_000, example = json!(["club,greedy", "greedy,club"]))]
    pub lineups: Vec<String>,
    /// The share of games whose win was shared.
    pub ties: Estimate,
    /// The win share of each seat.
    pub win_shares: Vec<Estimate>,
    /// The number of plies.
    pub length: Estimate,
}

impl SeriesUnit {
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
    pub(super) fn new(
        population: Population,
        by: SeriesUnit,
        days: Vec<(String, Vec<PopulationSummary>)>,
    ) -> Self {
        let mut groups: Vec<(String, BTreeMap<LineUp, PopulationSummary>)> = Vec::new();
        for (day, strata) in days {
            let first = day.parse().map_or(day, |date: Date| by.first_day(date).to_string());
            if groups.last().is_none_or(|(from, _)| *from != first) {
                groups.push((first, BTreeMap::new()));
            }
            let Some((_, group)) = groups.last_mut() else { continue };
            for stratum in strata {
                match group.get_mut(&stratum.line_up) {
                    Some(sum) => merge(sum, &stratum),
                    None => drop(group.insert(stratum.line_up.clone(), stratum)),
                }
            }
        }
        let points =
            groups.into_iter().map(|(from, group)| point(from, &group.into_values().collect::<Vec<_>>()));
        Self { population, by, points: points.collect() }
    }
}

fn point(from: String, strata: &[PopulationSummary]) -> SeriesPoint {
    let seats = strata.iter().map(|stratum| stratum.seats.len()).max().unwrap_or_default();
    SeriesPoint {
        from,
        games: strata.iter().map(|stratum| stratum.games).sum(),
        lineups: strata.iter().map(|stratum| stratum.line_up.to_string()).collect(),
        ties: ties(strata),
        win_shares: (0..seats).map(|seat| share_of_strata(&seat_shares(strata, seat), 1)).collect(),
        length: length(strata).mean,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weeks_begin_on_monday_and_months_on_the_first() {
        let first = |by: SeriesUnit, day: &str| by.first_day(day.parse().unwrap()).to_string();
        assert_eq!(first(SeriesUnit::Week, "2026-02-01"), "2026-01-26");
        assert_eq!(first(SeriesUnit::Week, "2026-01-26"), "2026-01-26");
        assert_eq!(first(SeriesUnit::Month, "2026-02-28"), "2026-02-01");
        assert_eq!(first(SeriesUnit::Day, "2026-02-28"), "2026-02-28");
    }
}

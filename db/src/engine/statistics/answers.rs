//! Questions to the statistics, answered from sums wherever they lie.

use std::collections::{BTreeMap, HashMap};

use super::dictionary::Population;
use super::rollup::{Rollup, Sums};
use super::tally::Tally;
use super::{LENGTH, SCORE, TURNS, WHOLE_GAME};
use crate::engine::corrupt;
use crate::error::Result;
use crate::model::{
    FeatureFact, FeatureRow, HistogramRow, LineUp, Moments, PopulationSummary, SeatSummary, Together,
};

/// See [`crate::StatisticsReader::summary`].
pub(crate) fn summary(
    populations: &[(i64, Population)],
    sums: &Tally,
    names: &HashMap<i64, String>,
) -> Result<Vec<PopulationSummary>> {
    let mut strata = BTreeMap::new();
    for (id, Population { players, line_up, .. }) in populations {
        let new = || Summary { counted: no_games(*players, line_up.clone()), measures: BTreeMap::new() };
        strata.entry((*players, line_up.clone())).or_insert_with(new).add(sums, *id, names)?;
    }
    Ok(strata.into_values().filter(|summary| summary.counted.games > 0).map(Summary::finish).collect())
}

/// See [`crate::StatisticsReader::features`]. `values` are those that are asked for.
pub(crate) fn features(
    populations: &[(i64, Population)],
    counted: &Tally,
    values: &HashMap<i64, FeatureFact>,
) -> Result<Vec<FeatureRow>> {
    let mut sums: HashMap<(u8, LineUp, i64, i64), Sums> = HashMap::new();
    let mut together: HashMap<(u8, LineUp, i64), Sums> = HashMap::new();
    for (id, Population { players, line_up, .. }) in populations {
        for ([_, feature, ..], row) in counted.rows(Rollup::FeatureGames, &[*id]) {
            add(together.entry((*players, line_up.clone(), *feature)).or_default(), row)?;
        }
        for ([_, seat, feature, _], row) in counted.rows(Rollup::Features, &[*id]) {
            if values.contains_key(feature) {
                add(sums.entry((*players, line_up.clone(), *seat, *feature)).or_default(), row)?;
            }
        }
    }
    feature_rows(sums, &together, values)
}

fn feature_rows(
    sums: HashMap<(u8, LineUp, i64, i64), Sums>,
    together: &HashMap<(u8, LineUp, i64), Sums>,
    values: &HashMap<i64, FeatureFact>,
) -> Result<Vec<FeatureRow>> {
    let row = |((players, line_up, seat, feature), sums): ((u8, LineUp, i64, i64), Sums)| {
        let value = values.get(&feature).ok_or_else(|| corrupt("a feature has no name"))?;
        let together = together.get(&(players, line_up.clone(), feature)).copied().unwrap_or_default();
        feature_row((players, line_up, seat), value, sums, together)
    };
    let mut rows: Vec<FeatureRow> = sums.into_iter().map(row).collect::<Result<_>>()?;
    rows.sort_unstable_by(|a, b| {
        let key = |row: &FeatureRow| (row.players, row.line_up.clone(), row.seat);
        key(a).cmp(&key(b)).then_with(|| (&a.name, &a.bucket).cmp(&(&b.name, &b.bucket)))
    });
    Ok(rows)
}

fn feature_row(
    (players, line_up, seat): (u8, LineUp, i64),
    value: &FeatureFact,
    sums: Sums,
    [seats_squared, seats_units, units_squared, ..]: Sums,
) -> Result<FeatureRow> {
    let [n, win_units, win_units_squared, score_sum, score_sum_squares] = sums;
    let FeatureFact { name, bucket } = value.clone();
    let (seat, n) = (seat_number(seat)?, count(n)?);
    Ok(FeatureRow {
        players,
        line_up,
        seat,
        name,
        bucket,
        n,
        win_units,
        win_units_squared,
        score_sum,
        score_sum_squares,
        together: Together { seats_squared, seats_units, units_squared },
    })
}

/// See [`crate::StatisticsReader::histogram`]; of the measure of this id.
pub(crate) fn histogram(
    populations: &[(i64, Population)],
    counted: &Tally,
    measure: i64,
) -> Result<Vec<HistogramRow>> {
    let mut counts: BTreeMap<(u8, Option<u8>, i64), Sums> = BTreeMap::new();
    for (id, Population { players, .. }) in populations {
        for seat in WHOLE_GAME..i64::from(*players) {
            for ([.., value], row) in counted.rows(Rollup::Values, &[*id, seat, measure]) {
                let seat = if seat == WHOLE_GAME { None } else { Some(seat_number(seat)?) };
                add(counts.entry((*players, seat, *value)).or_default(), row)?;
            }
        }
    }
    let row = |((players, seat, value), [n, ..]): (_, Sums)| {
        Ok(HistogramRow { players, seat, value, n: count(n)? })
    };
    counts.into_iter().map(row).collect()
}

/// A summary under way.
struct Summary {
    counted: PopulationSummary,
    measures: BTreeMap<String, Moments>,
}

impl Summary {
    /// Adds the rollups of a population.
    fn add(&mut self, sums: &Tally, population: i64, names: &HashMap<i64, String>) -> Result<()> {
        for (_, &[n, tied, ..]) in sums.rows(Rollup::Games, &[population]) {
            plus_count(&mut self.counted.games, n)?;
            plus_count(&mut self.counted.tied, tied)?;
        }
        for (&[_, seat, ..], sums) in sums.rows(Rollup::Seats, &[population]) {
            add_wins(self.seat(seat)?, *sums)?;
        }
        for (&[_, seat, measure, _], &[n, total, squares, ..]) in sums.rows(Rollup::Moments, &[population]) {
            let of = [population, seat, measure];
            let mut values = sums.rows(Rollup::Values, &of).map(|([.., value], _)| *value);
            let min = values.next().ok_or_else(|| corrupt("a measure has no histogram"))?;
            let max = values.last().unwrap_or(min);
            let more = Moments { n: count(n)?, sum: total, sum_squares: squares, min, max };
            let name = names.get(&measure).ok_or_else(|| corrupt("a measure has no name"))?;
            let moments = match (seat, name.as_str()) {
                (WHOLE_GAME, _) => self.measures.entry(name.clone()).or_default(),
                (_, SCORE) => &mut self.seat(seat)?.score,
                (_, TURNS) => &mut self.seat(seat)?.turns,
                _ => return Err(corrupt("a seat has an unknown measure")),
            };
            *moments = merge(*moments, more)?;
        }
        Ok(())
    }

    fn seat(&mut self, seat: i64) -> Result<&mut SeatSummary> {
        let found = usize::try_from(seat).ok().and_then(|seat| self.counted.seats.get_mut(seat));
        found.ok_or_else(|| corrupt("a seat that no game has"))
    }

    fn finish(mut self) -> PopulationSummary {
        self.measures.entry(LENGTH.to_owned()).or_default();
        self.counted.measures = self.measures.into_iter().collect();
        self.counted
    }
}

/// A summary of no games yet.
pub(super) fn no_games(players: u8, line_up: LineUp) -> PopulationSummary {
    PopulationSummary {
        players,
        line_up,
        games: 0,
        tied: 0,
        seats: vec![SeatSummary::default(); players.into()],
        measures: vec![(LENGTH.to_owned(), Moments::default())],
    }
}

/// Adds the wins of a seat.
pub(super) fn add_wins(seat: &mut SeatSummary, sums: Sums) -> Result<()> {
    let [n, win_units, win_squares, sole_wins, shared_wins] = sums;
    plus_count(&mut seat.n, n)?;
    plus(&mut seat.win_units, win_units)?;
    plus(&mut seat.win_units_squared, win_squares)?;
    plus_count(&mut seat.sole_wins, sole_wins)?;
    plus_count(&mut seat.shared_wins, shared_wins)
}

fn merge(a: Moments, b: Moments) -> Result<Moments> {
    if a.n == 0 {
        return Ok(b);
    }
    let too_large = || corrupt("a sum is too large");
    Ok(Moments {
        n: a.n.checked_add(b.n).ok_or_else(too_large)?,
        sum: a.sum.checked_add(b.sum).ok_or_else(too_large)?,
        sum_squares: a.sum_squares.checked_add(b.sum_squares).ok_or_else(too_large)?,
        min: a.min.min(b.min),
        max: a.max.max(b.max),
    })
}

fn add(sums: &mut Sums, more: &Sums) -> Result<()> {
    sums.iter_mut().zip(more).try_for_each(|(sum, more)| plus(sum, *more))
}

/// Adds a sum that may be damaged.
pub(crate) fn plus(sum: &mut i64, more: i64) -> Result<()> {
    *sum = sum.checked_add(more).ok_or_else(|| corrupt("a sum is too large"))?;
    Ok(())
}

/// Adds a count that may be damaged.
pub(crate) fn plus_count(sum: &mut u64, more: i64) -> Result<()> {
    *sum = sum.checked_add(count(more)?).ok_or_else(|| corrupt("a count is too large"))?;
    Ok(())
}

pub(crate) fn count(n: i64) -> Result<u64> {
    u64::try_from(n).map_err(|_| corrupt("a negative count"))
}

pub(crate) fn seat_number(seat: i64) -> Result<u8> {
    u8::try_from(seat).map_err(|_| corrupt("a seat that no game has"))
}

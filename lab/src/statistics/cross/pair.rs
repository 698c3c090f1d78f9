//! One pair of values: the lift of the one with and without the other.
//!
//! A pair may have few seats in each of many line-ups and seats, and the spread of few seats about their own mean is less than the
//! true one. So each seat's distance from the mean of its cell is enlarged by what that mean took from it: the bias-reduced
//! linearisation of Bell and McCaffrey (2002), which for clusters whose seats lie in different cells is this division. The degrees of
//! freedom of the variance are theirs as well: Satterthwaite's (1946), of the sum of the cells' variances.

use statrs::distribution::{ContinuousCDF, StudentsT};
use tapis_db::model::Bucket;

use super::{CrossedCell, Row};
use crate::statistics::{CONFIDENCE, Estimate, MINIMUM_N, Method};

/// Rows as they are counted for all pairs: which of the frequent values a seat has, as bits.
pub(super) struct Pairs {
    rows: Vec<Marked>,
    strata: usize,
    games: usize,
    mode: CrossMode,
}

/// How lifts are taken.
#[derive(Clone, Copy)]
pub(super) struct CrossMode {
    /// The other value is the player of the seat, which is the same in all games of a stratum: lifts of different strata are compared.
    pub is_cohort: bool,
    /// A value is compared with the other values that were dealt, not with its absence.
    pub other_values: bool,
}

struct Marked {
    game: usize,
    stratum: usize,
    share: f64,
    values: u128,
    with: u32,
    /// How many values the seat has, frequent or not.
    count: f64,
}

/// Those with the value and those they are compared with, in one stratum and group.
#[derive(Clone, Copy, Default)]
struct PairCell {
    n: f64,
    sum: f64,
    /// The sum of the squares of what the seats count.
    squares: f64,
    /// How many seats are in it, whatever each counts.
    seats: u64,
}

impl PairCell {
    fn add(&mut self, weight: f64, share: f64) {
        if weight > 0.0 {
            self.n += weight;
            self.sum += weight * share;
            self.squares += weight * weight;
            self.seats += 1;
        }
    }

    fn mean(self) -> f64 {
        self.sum / self.n
    }

    /// The variance of the mean where that of a share is 1: one divided by the number of seats, if each counts the same.
    fn of_mean(self) -> f64 {
        self.squares / (self.n * self.n)
    }

    /// Whether its seats have a spread: as much as two that count the same.
    fn has_spread(self) -> bool {
        self.n > 0.0 && self.of_mean() <= 0.5
    }

    /// What a seat with this share adds to the mean less the truth, as large as it would be about the true mean.
    fn influence(self, weight: f64, share: f64) -> f64 {
        let left = 1.0 - 2.0 * weight / self.n + self.of_mean();
        weight / self.n * (share - self.mean()) / left.sqrt()
    }
}

/// Of a stratum: by group (0 without the other value, 1 with it) and by whether the seat has the value.
type Cells = [[PairCell; 2]; 2];

impl Pairs {
    pub(super) fn new(
        rows: &[Row],
        (values, with): (&[usize], &[usize]),
        (strata, games): (usize, usize),
        mode: CrossMode,
    ) -> Self {
        let bits = |of: &[usize], frequent: &[usize]| {
            let places = frequent.iter().enumerate().filter(|(_, number)| of.contains(number));
            places.fold(0_u128, |bits, (at, _)| bits | 1 << at)
        };
        let marked = |row: &Row| Marked {
            game: row.game,
            stratum: row.stratum,
            share: row.share,
            values: bits(&row.values, values),
            with: bits(&row.with, with) as u32,
            count: row.values.len() as f64,
        };
        Self { rows: rows.iter().map(marked).collect(), strata, games, mode }
    }

    /// The pair of these frequent values, by name and not judged yet; `None` where too few seats have or lack either.
    pub(super) fn compare(
        &self,
        value: usize,
        with: usize,
        [bucket, with_bucket]: [Bucket; 2],
    ) -> Option<CrossedCell> {
        let mut cells: Vec<Cells> = vec![Cells::default(); self.strata];
        for row in &self.rows {
            let group = &mut cells[row.stratum][(row.with >> with & 1) as usize];
            let [others, own] = self.weights(row, value);
            group[0].add(others, row.share);
            group[1].add(own, row.share);
        }
        let weights: Vec<[f64; 2]> = cells.iter().map(|cells| self.strata_weights(cells)).collect();
        let totals = [0, 1].map(|group| weights.iter().map(|weights| weights[group]).sum::<f64>());
        let seats = |group: usize, has: usize| {
            let used = cells.iter().zip(&weights).filter(|(_, weights)| weights[group] > 0.0);
            used.map(|(cells, _)| cells[group][has].seats).sum::<u64>()
        };
        let least =
            [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(group, has)| seats(group, has)).into_iter().min()?;
        if least < MINIMUM_N || totals.contains(&0.0) {
            return None;
        }
        let lifts = [0, 1].map(|group| {
            let of = cells.iter().zip(&weights).filter(|(_, weights)| weights[group] > 0.0);
            let sum: f64 = of.map(|(cells, weights)| weights[group] * lift(&cells[group])).sum();
            sum / totals[group]
        });
        let [without, own, both] = self.variances((value, with), &cells, &weights, totals);
        let difference = lifts[1] - lifts[0];
        Some(CrossedCell {
            bucket,
            with: with_bucket,
            n: seats(1, 1),
            lift: own.estimate(seats(1, 1), lifts[1], 1.0)?,
            lift_without: without.estimate(seats(0, 1), lifts[0], 1.0)?,
            difference: both.estimate(seats(1, 1), difference, 2.0)?,
            p_value: Some(both.p_value(difference)?),
            discovery: None,
        })
    }

    /// How much a seat counts among those it is compared with, and among those with the value.
    fn weights(&self, row: &Marked, value: usize) -> [f64; 2] {
        let own = f64::from(u8::from(row.values >> value & 1 == 1));
        let all = if self.mode.other_values { row.count } else { 1.0 };
        [all - own, own]
    }

    /// How much the lifts of a stratum count. With a feature both groups have the same weights, so that nothing but the feature
    /// differs between them; of cohorts every stratum has one group alone.
    fn strata_weights(&self, cells: &Cells) -> [f64; 2] {
        let of = |[others, own]: &[PairCell; 2]| match others.has_spread() && own.has_spread() {
            true => others.n * own.n / (others.n + own.n),
            false => 0.0,
        };
        let [without, with] = [of(&cells[0]), of(&cells[1])];
        if self.mode.is_cohort {
            return [without, with];
        }
        let both = if without > 0.0 && with > 0.0 { without * with / (without + with) } else { 0.0 };
        [both, both]
    }

    /// The variances of the two lifts and of their difference, of sums over whole games.
    fn variances(
        &self,
        (value, with): (usize, usize),
        cells: &[Cells],
        weights: &[[f64; 2]],
        totals: [f64; 2],
    ) -> [Variance; 3] {
        let mut of_games = vec![[0.0_f64; 2]; self.games];
        for row in &self.rows {
            let group = (row.with >> with & 1) as usize;
            let weight = weights[row.stratum][group] / totals[group];
            if weight == 0.0 {
                continue;
            }
            let [others, own] = cells[row.stratum][group];
            let [of_others, of_own] = self.weights(row, value);
            let added = own.influence(of_own, row.share) - others.influence(of_others, row.share);
            of_games[row.game][group] += weight * added;
        }
        let squares = |of: fn(&[f64; 2]) -> f64| of_games.iter().map(|game| of(game).powi(2)).sum::<f64>();
        let [without, own] = [0, 1].map(|group| Parts::of(group, cells, weights, totals[group]));
        let most = (self.games as f64 - 1.0).max(1.0);
        let of = |value: f64, parts: Parts| Variance { value, degrees: parts.degrees().min(most) };
        [
            of(squares(|game| game[0]), without),
            of(squares(|game| game[1]), own),
            of(squares(|game| game[1] - game[0]), without.and(own)),
        ]
    }
}

/// A variance that was estimated, with its degrees of freedom.
#[derive(Clone, Copy)]
struct Variance {
    value: f64,
    degrees: f64,
}

impl Variance {
    fn student(self) -> Option<StudentsT> {
        StudentsT::new(0.0, 1.0, self.degrees).ok()
    }

    /// The interval of what has this variance, which is at most `most` either way.
    fn estimate(self, n: u64, centre: f64, most: f64) -> Option<Estimate> {
        let reach = self.student()?.inverse_cdf(0.5 + 0.5 * CONFIDENCE) * self.value.sqrt();
        let ends = ((centre - reach).max(-most), centre, (centre + reach).min(most));
        Some(Estimate::new(n, ends, Method::Stratified, MINIMUM_N))
    }

    fn p_value(self, difference: f64) -> Option<f64> {
        let t = if self.value > 0.0 { difference.abs() / self.value.sqrt() } else { 0.0 };
        Some((2.0 * self.student()?.sf(t)).min(1.0))
    }
}

/// The variances of means that a variance is the sum of, where that of a share is 1.
#[derive(Clone, Copy, Default)]
struct Parts {
    sum: f64,
    /// The sum of their squares, each divided by its degrees of freedom.
    squares: f64,
}

impl Parts {
    /// Those of a lift.
    fn of(group: usize, cells: &[Cells], weights: &[[f64; 2]], total: f64) -> Self {
        let mut parts = Self::default();
        for (cells, weights) in cells.iter().zip(weights).filter(|(_, weights)| weights[group] > 0.0) {
            for cell in &cells[group] {
                let part = (weights[group] / total).powi(2) * cell.of_mean();
                parts.sum += part;
                parts.squares += part * part / (1.0 / cell.of_mean() - 1.0);
            }
        }
        parts
    }

    fn and(self, other: Self) -> Self {
        Self { sum: self.sum + other.sum, squares: self.squares + other.squares }
    }

    fn degrees(self) -> f64 {
        self.sum * self.sum / self.squares
    }
}

/// What those with the value won more than those they are compared with.
fn lift(group: &[PairCell; 2]) -> f64 {
    group[1].mean() - group[0].mean()
}

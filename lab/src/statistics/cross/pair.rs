//! One pair of values: the lift of the one with and without the other.
//!
//! A pair may have few seats in each of many line-ups and seats, and the spread of few seats about their own mean is less than the
//! true one. So each seat's distance from the mean of its cell is enlarged by what that mean took from it: the bias-reduced
//! linearisation of Bell and McCaffrey (2002), which for clusters whose seats lie in different cells is this division. The degrees of
//! freedom of the variance are theirs as well: Satterthwaite's (1946), of the sum of the cells' variances.

use statrs::distribution::{ContinuousCDF, StudentsT};
use tapis_db::model::Bucket;

use super::{CrossedCell, Row};
use crate::statistics::{CONFIDENCE, Estimate, Held, MINIMUM_N, Method, lift};

/// Rows as they are counted for all pairs.
pub(super) struct Pairs<'a> {
    rows: &'a [Row],
    /// Of each frequent value, how many copies each row has.
    values: Vec<Vec<u8>>,
    /// The same of what they are crossed with.
    with: Vec<Vec<u8>>,
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

/// The seats of a stratum with the other value, or without it.
#[derive(Clone, Copy, Default)]
struct PairGroup {
    /// How many there are, each as often as the value has copies.
    seats: f64,
    /// Those they are compared with, and those with the value.
    cells: [PairCell; 2],
}

impl PairGroup {
    fn held(&self) -> Held {
        let [others, own] = self.cells;
        let mean = (others.sum + own.sum) / (others.n + own.n);
        Held { seats: self.seats, holders: own.n, won: own.sum, mean }
    }

    /// How much it counts: nothing where either cell has no spread.
    fn weight(&self) -> f64 {
        let have_spread = self.cells.iter().all(|cell| cell.has_spread());
        if have_spread { self.held().weight().max(0.0) } else { 0.0 }
    }

    /// What the lift is of the difference between the means of the two cells: 1 where each seat has one value or none.
    fn scale(&self) -> f64 {
        let [others, own] = self.cells;
        others.n * own.n / (others.n + own.n) / self.held().weight()
    }
}

/// Of a stratum: without the other value, and with it.
type Groups = [PairGroup; 2];

impl<'a> Pairs<'a> {
    pub(super) fn new(
        rows: &'a [Row],
        (values, with): (&[usize], &[usize]),
        (strata, games): (usize, usize),
        mode: CrossMode,
    ) -> Self {
        let copies = |of: &[usize], number: usize| of.iter().filter(|own| **own == number).count() as u8;
        let values = values.iter().map(|of| rows.iter().map(|row| copies(&row.values, *of)).collect());
        let with = with.iter().map(|of| rows.iter().map(|row| copies(&row.with, *of)).collect());
        Self { rows, values: values.collect(), with: with.collect(), strata, games, mode }
    }

    /// Each row with its group, and with how many copies of the value it has.
    fn rows_of(&self, (value, with): (usize, usize)) -> impl Iterator<Item = (&Row, usize, u8)> {
        let had = self.values[value].iter().zip(&self.with[with]);
        self.rows.iter().zip(had).map(|(row, (own, with))| (row, usize::from(*with > 0), *own))
    }

    /// The pair of these frequent values, the first with so many copies, by name and not judged yet; `None` where too few seats have
    /// or lack either.
    pub(super) fn compare(
        &self,
        pair: (usize, usize),
        copies: usize,
        [bucket, with]: [Bucket; 2],
    ) -> Option<CrossedCell> {
        let mut groups: Vec<Groups> = vec![Groups::default(); self.strata];
        for (row, group, own) in self.rows_of(pair) {
            let group = &mut groups[row.stratum][group];
            group.seats += copies as f64;
            for (cell, weight) in group.cells.iter_mut().zip(self.weights(row, own)) {
                cell.add(weight, row.share);
            }
        }
        let weights: Vec<[f64; 2]> = groups.iter().map(|groups| self.strata_weights(groups)).collect();
        let totals = [0, 1].map(|group| weights.iter().map(|weights| weights[group]).sum::<f64>());
        let seats = |group: usize, has: usize| {
            let used = groups.iter().zip(&weights).filter(|(_, weights)| weights[group] > 0.0);
            used.map(|(groups, _)| groups[group].cells[has].seats).sum::<u64>()
        };
        let least =
            [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(group, has)| seats(group, has)).into_iter().min()?;
        if least < MINIMUM_N || totals.contains(&0.0) {
            return None;
        }
        let lifts = [0, 1].map(|group| {
            let of = groups.iter().zip(&weights).filter(|(_, weights)| weights[group] > 0.0);
            let lifts = of.filter_map(|(of, weights)| Some(weights[group] * lift([of[group].held()])?));
            lifts.sum::<f64>() / totals[group]
        });
        let [without, own, both] = self.variances(pair, &groups, &weights, totals);
        let difference = lifts[1] - lifts[0];
        Some(CrossedCell {
            bucket,
            with,
            n: seats(1, 1),
            lift: own.estimate(seats(1, 1), lifts[1], 1.0)?,
            lift_without: without.estimate(seats(0, 1), lifts[0], 1.0)?,
            difference: both.estimate(seats(1, 1), difference, 2.0)?,
            p_value: Some(both.p_value(difference)?),
            discovery: None,
        })
    }

    /// How much a seat counts among those it is compared with, and among those with the value.
    fn weights(&self, row: &Row, own: u8) -> [f64; 2] {
        let all = if self.mode.other_values { row.values.len() as f64 } else { 1.0 };
        [all - f64::from(own), f64::from(own)]
    }

    /// How much the lifts of a stratum count. With a feature both groups have the same weights, so that nothing but the feature
    /// differs between them; of cohorts every stratum has one group alone.
    fn strata_weights(&self, groups: &Groups) -> [f64; 2] {
        let [without, with] = groups.map(|group| group.weight());
        if self.mode.is_cohort {
            return [without, with];
        }
        let both = if without > 0.0 && with > 0.0 { without * with / (without + with) } else { 0.0 };
        [both, both]
    }

    /// The variances of the two lifts and of their difference, of sums over whole games.
    fn variances(
        &self,
        pair: (usize, usize),
        groups: &[Groups],
        weights: &[[f64; 2]],
        totals: [f64; 2],
    ) -> [Variance; 3] {
        let counts = |(groups, weights): (&Groups, &[f64; 2])| {
            let of = |group: usize| weights[group] / totals[group] * groups[group].scale();
            [0, 1].map(|group| if weights[group] > 0.0 { of(group) } else { 0.0 })
        };
        let counts: Vec<[f64; 2]> = groups.iter().zip(weights).map(counts).collect();
        let mut of_games = vec![[0.0_f64; 2]; self.games];
        for (row, group, own_copies) in self.rows_of(pair) {
            let counted = counts[row.stratum][group];
            if counted == 0.0 {
                continue;
            }
            let [others, own] = groups[row.stratum][group].cells;
            let [of_others, of_own] = self.weights(row, own_copies);
            let added = own.influence(of_own, row.share) - others.influence(of_others, row.share);
            of_games[row.game][group] += counted * added;
        }
        let squares = |of: fn(&[f64; 2]) -> f64| of_games.iter().map(|game| of(game).powi(2)).sum::<f64>();
        let [without, own] = [0, 1].map(|group| Parts::of(group, groups, &counts));
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
    fn of(group: usize, groups: &[Groups], counts: &[[f64; 2]]) -> Self {
        let mut parts = Self::default();
        for (groups, counts) in groups.iter().zip(counts).filter(|(_, counts)| counts[group] > 0.0) {
            for cell in &groups[group].cells {
                let part = counts[group].powi(2) * cell.of_mean();
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

//! The lift of a value, and differences between lifts, deal by deal.
//!
//! A lift is no mean: it is the win share of the seats that had the value less that of the seats of the same games that had it
//! not. With the means over deals of what the holders won, *a*, and of how many they were, *c*, among *p* players whose win
//! shares sum to 1, it is *a* / *c* − (1 − *a*) / (*p* − *c*). Near the truth it moves as a mean of influences (the delta
//! method), so the asymptotic confidence sequence of means holds for it (Waudby-Smith and others 2024, whose theorem is on
//! asymptotically linear estimators). Arms are paired: influences of one deal in two arms are subtracted.

use tapis_solver::confidence::Sum;

use super::known::Weighed;
use crate::Sequence;

/// So many seats at least with the value, and without it, in each arm.
const LEAST: f64 = 30.0;

/// A weighted sum of the lifts of arms that play the same deals.
#[derive(Clone, Debug)]
pub(super) struct Lift {
    arms: Vec<Weighed>,
    n: f64,
    /// Of each arm, what the holders of a deal won and how many they were: the means, and the sums of products of deviations.
    means: Vec<f64>,
    products: Vec<Vec<f64>>,
    plans: Vec<u64>,
    /// The sums at the end of each plan that is over, with the number of the plan.
    ended: Vec<(usize, Sum)>,
}

impl Lift {
    pub(super) fn new(arms: Vec<Weighed>, plans: &[u64]) -> Self {
        let size = 2 * arms.len();
        Self {
            arms,
            n: 0.0,
            means: vec![0.0; size],
            products: vec![vec![0.0; size]; size],
            plans: plans.to_vec(),
            ended: Vec::new(),
        }
    }

    /// Adds a deal: of each arm what the holders won, and how many they were.
    pub(super) fn push(&mut self, values: &[f64]) {
        self.n += 1.0;
        let before: Vec<f64> = values.iter().zip(&self.means).map(|(value, mean)| value - mean).collect();
        self.means.iter_mut().zip(&before).for_each(|(mean, off)| *mean += off / self.n);
        let after: Vec<f64> = values.iter().zip(&self.means).map(|(value, mean)| value - mean).collect();
        for (row, off) in self.products.iter_mut().zip(&before) {
            row.iter_mut().zip(&after).for_each(|(sum, other)| *sum += off * other);
        }
        let over = self.plans.iter().enumerate().filter(|(_, planned)| **planned == self.n as u64);
        let over: Vec<usize> = over.map(|(plan, _)| plan).collect();
        let sum = self.sum();
        self.ended.extend(over.into_iter().filter_map(|plan| Some((plan, sum?))));
    }

    pub(super) fn n(&self) -> u64 {
        self.n as u64
    }

    /// How many seats had the value: of the first arm, where there are several.
    pub(super) fn holders(&self) -> u64 {
        (self.means.get(1).copied().unwrap_or_default() * self.n).round() as u64
    }

    /// The mean of the influences with its interval; `None` where too few seats had the value, or had it not.
    pub(super) fn sequence(&self) -> Option<Sequence> {
        Some(Sequence::of_sums(&self.plans, self.sum()?, self.ended.clone()))
    }

    fn sum(&self) -> Option<Sum> {
        let (mut value, mut slopes) = (0.0, Vec::new());
        for (Weighed { weight, players }, of_arm) in self.arms.iter().zip(self.means.chunks(2)) {
            let [won, had] = *of_arm else { return None };
            let without = *players as f64 - had;
            if had * self.n < LEAST || without * self.n < LEAST {
                return None;
            }
            value += weight * (won / had - (1.0 - won) / without);
            slopes.push(weight * (1.0 / had + 1.0 / without));
            slopes.push(-weight * (won / (had * had) + (1.0 - won) / (without * without)));
        }
        let row = |(slope, row): (&f64, &Vec<f64>)| {
            slope * row.iter().zip(&slopes).map(|(product, other)| product * other).sum::<f64>()
        };
        let squares = slopes.iter().zip(&self.products).map(row).sum::<f64>();
        Some(Sum { n: self.n, sum: self.n * value, squares: squares.max(0.0) })
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    const PLAYERS: usize = 3;

    /// One game: each seat has the card with the chance of a third, and it multiplies the odds of winning.
    fn game(odds: f64, rng: &mut ChaCha8Rng) -> [f64; 2] {
        let had: Vec<bool> = (0..PLAYERS).map(|_| rng.random_bool(1.0 / 3.0)).collect();
        let weight = |seat: usize| if had[seat] { odds } else { 1.0 };
        let mut toss = rng.random_range(0.0..1.0) * (0..PLAYERS).map(weight).sum::<f64>();
        let winner = (0..PLAYERS).find(|seat| {
            toss -= weight(*seat);
            toss < 0.0
        });
        let won = winner.is_some_and(|winner| had[winner]);
        [f64::from(u8::from(won)), had.iter().filter(|had| **had).count() as f64]
    }

    fn difference(odds: [f64; 2], deals: u64, seed: u64) -> Lift {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let arm = |weight| Weighed { weight, players: PLAYERS };
        let mut lift = Lift::new(vec![arm(-1.0), arm(1.0)], &[deals]);
        for _ in 0..deals {
            let [first, second] = odds.map(|odds| game(odds, &mut rng));
            lift.push(&[first, second].concat());
        }
        lift
    }

    #[test]
    fn the_lift_is_that_of_the_counts() {
        let mut lift = Lift::new(vec![Weighed { weight: 1.0, players: 3 }], &[]);
        for _ in 0..40 {
            lift.push(&[1.0, 1.0]);
            lift.push(&[0.0, 1.0]);
        }
        // Half of what 80 holders could win, against half of what 160 others could: 1/2 − 1/4.
        let found = lift.sequence().unwrap().interval(0.05);
        assert!((found.value.unwrap() - 0.25).abs() < 1e-12, "{found:?}");
        assert!(found.low.unwrap() < 0.25 && found.high.unwrap() > 0.25);
    }

    #[test]
    fn without_holders_there_is_no_lift() {
        let mut lift = Lift::new(vec![Weighed { weight: 1.0, players: 3 }], &[]);
        (0..100).for_each(|_| lift.push(&[0.0, 0.0]));
        assert!(lift.sequence().is_none());
        let mut all = Lift::new(vec![Weighed { weight: 1.0, players: 3 }], &[]);
        (0..100).for_each(|_| all.push(&[1.0, 3.0]));
        assert!(all.sequence().is_none(), "everybody has it");
    }

    /// Looked at after every 50 deals: equal arms are told apart in at most 5 % of the runs, and a card that doubles the odds is
    /// nearly always found.
    #[test]
    fn differences_are_found_and_none_is_made_up() {
        let found = |odds: [f64; 2], seed: u64| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let arm = |weight| Weighed { weight, players: PLAYERS };
            let mut lift = Lift::new(vec![arm(-1.0), arm(1.0)], &[1_000]);
            (1..=1_000).any(|deal| {
                let [first, second] = odds.map(|odds| game(odds, &mut rng));
                lift.push(&[first, second].concat());
                let looked = (deal % 50 == 0).then(|| lift.sequence()).flatten();
                looked.is_some_and(|of| of.leans(0.05, 0.0).is_ne())
            })
        };
        let made_up = (0..400).filter(|seed| found([1.0, 1.0], *seed)).count();
        assert!(made_up <= 20, "{made_up} of 400");
        let missed = (0..100).filter(|seed| !found([1.0, 2.0], 900 + seed)).count();
        assert!(missed <= 2, "{missed} of 100");
        let of = difference([1.0, 2.0], 20_000, 3).sequence().unwrap().interval(0.05);
        assert!(of.low.unwrap() > 0.1 && of.high.unwrap() < 0.25, "{of:?}");
    }
}

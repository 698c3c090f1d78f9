//! How even the places in the order of play are, and differences of that between arms.
//!
//! The balance is 1 less the largest difference between the win shares of two places. A largest difference is no mean: where places
//! are nearly alike, chance alone makes one the largest. So its interval is what the intervals of all differences between two
//! places leave possible, which share the error probability.

use super::known::Weighed;
use crate::{Interval, Sequence};

/// The weighted sum of the balances of some arms.
#[derive(Clone, Debug)]
pub(super) struct Balance(Vec<BalanceArm>);

/// The differences between every two places of an arm.
#[derive(Clone, Debug)]
struct BalanceArm {
    weight: f64,
    players: usize,
    differences: Vec<Sequence>,
}

impl BalanceArm {
    fn new(Weighed { numbers: players, weight }: Weighed, plans: &[u64]) -> Self {
        let one = Sequence::of_differences().planned(plans);
        Self { weight, players, differences: vec![one; pairs(players).count()] }
    }

    fn push(&mut self, shares: &[f64]) {
        for (difference, (a, b)) in self.differences.iter_mut().zip(pairs(self.players)) {
            difference.push(shares[a] - shares[b]);
        }
    }

    fn n(&self) -> u64 {
        self.differences.first().map_or(0, Sequence::n)
    }

    fn value(&self) -> Option<f64> {
        let means: Option<Vec<f64>> = self.differences.iter().map(Sequence::mean).collect();
        Some(1.0 - means?.into_iter().map(f64::abs).fold(0.0, f64::max))
    }

    /// Both ends: the largest difference is at least what each is away from 0, and at most what one of them can be.
    fn bounds(&self, alpha: f64) -> Option<(f64, f64)> {
        let part = alpha / self.differences.len().max(1) as f64;
        let (mut least, mut most) = (0.0_f64, 0.0_f64);
        for difference in &self.differences {
            let Interval { low: Some(low), high: Some(high), .. } = difference.interval(part) else {
                return None;
            };
            least = least.max(low).max(-high);
            most = most.max(low.abs()).max(high.abs());
        }
        Some((1.0 - most, 1.0 - least))
    }
}

/// Every two of the places, or of whatever else there are so many of.
pub(super) fn pairs(players: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..players).flat_map(move |a| (a + 1..players).map(move |b| (a, b)))
}

impl Balance {
    pub(super) fn new(arms: &[Weighed], plans: &[u64]) -> Self {
        Self(arms.iter().map(|arm| BalanceArm::new(*arm, plans)).collect())
    }

    /// Adds a deal: the win shares of the places of each arm.
    pub(super) fn push(&mut self, values: &[f64]) {
        let mut rest = values;
        for arm in &mut self.0 {
            let (own, others) = rest.split_at(arm.players.min(rest.len()));
            if own.len() == arm.players {
                arm.push(own);
            }
            rest = others;
        }
    }

    pub(super) fn n(&self) -> u64 {
        self.0.first().map_or(0, BalanceArm::n)
    }

    pub(super) fn mean(&self) -> Option<f64> {
        self.0.iter().map(|arm| Some(arm.weight * arm.value()?)).sum()
    }

    pub(super) fn interval(&self, alpha: f64) -> Interval {
        let part = alpha / self.0.len().max(1) as f64;
        let bounds = self.0.iter().map(|arm| {
            let (low, high) = arm.bounds(part)?;
            let ends = [arm.weight * low, arm.weight * high];
            Some((ends[0].min(ends[1]), ends[0].max(ends[1])))
        });
        let bounds: Option<Vec<(f64, f64)>> = bounds.collect();
        let sum =
            |of: Vec<(f64, f64)>| of.into_iter().fold((0.0, 0.0), |(a, b), (low, high)| (a + low, b + high));
        let (low, high) = bounds.map(sum).unzip();
        Interval { value: self.mean(), low, high, n: self.n() }
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// The win share of each of three places, where the first has an advantage.
    fn shares(first: f64, rng: &mut ChaCha8Rng) -> [f64; 3] {
        let toss = rng.random_range(0.0..1.0);
        let mut shares = [0.0; 3];
        shares[if toss < first { 0 } else { 1 + usize::from(rng.random_bool(0.5)) }] = 1.0;
        shares
    }

    fn after(first: [f64; 2], deals: u32) -> Balance {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut balance =
            Balance::new(&[-1.0, 1.0].map(|weight| Weighed { numbers: 3, weight }), &[u64::from(deals)]);
        for _ in 0..deals {
            balance.push(&first.map(|first| shares(first, &mut rng)).concat());
        }
        balance
    }

    #[test]
    fn a_balance_is_one_less_the_largest_difference() {
        let mut balance = Balance::new(&[Weighed { numbers: 3, weight: 1.0 }], &[]);
        [[1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
            .iter()
            .for_each(|shares| balance.push(shares));
        assert_eq!((balance.mean(), balance.n()), (Some(0.75), 4));
    }

    #[test]
    fn an_arm_that_is_fairer_is_found_and_equal_arms_are_not_told_apart() {
        let found = after([0.6, 1.0 / 3.0], 4_000).interval(0.05);
        assert!(found.low.unwrap() > 0.2 && found.value.unwrap() > 0.3, "{found:?}");
        let alike = after([1.0 / 3.0, 1.0 / 3.0], 4_000).interval(0.05);
        assert!(alike.low.unwrap() < 0.0 && alike.high.unwrap() > 0.0, "{alike:?}");
    }
}

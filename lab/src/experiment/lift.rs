//! The lift of a value, and differences between lifts, deal by deal.
//!
//! A lift is no mean: it is a quotient of sums over strata ([`crate::statistics::lift()`]), here the seats of every seating of a deal. Near
//! the truth it moves as a mean of influences (the delta method), so the asymptotic confidence sequence of means holds for it
//! (Waudby-Smith and others 2024, whose theorem is on asymptotically linear estimators). Arms are paired: influences of one deal in two
//! arms are subtracted.

use tapis_solver::confidence::Sum;

use super::known::Weighed;
use crate::statistics::{Held, lift};
use crate::{Interval, Sequence};

/// So many seats at least with the value, and without it, in each arm.
const LEAST: f64 = 30.0;

/// The numbers of a seat: see [`crate::Metric::values`].
type Seat = [f64; 4];

/// A weighted sum of the lifts of arms that play the same deals.
#[derive(Clone, Debug)]
pub(super) struct Lift {
    arms: Vec<Weighed>,
    n: f64,
    /// Of each arm the numbers of its seats: the means.
    means: Vec<f64>,
    /// Of each arm what a deal adds to the excess and to the weight of its strata: the means, and the sums of products of deviations.
    added: Vec<f64>,
    products: Vec<Vec<f64>>,
    plans: Vec<u64>,
    /// The sums at the end of each plan that is over, with the number of the plan.
    ended: Vec<(usize, Sum)>,
}

impl Lift {
    pub(super) fn new(arms: Vec<Weighed>, plans: &[u64]) -> Self {
        let size = 2 * arms.len();
        Self {
            means: vec![0.0; arms.iter().map(|arm| arm.numbers).sum()],
            arms,
            n: 0.0,
            added: vec![0.0; size],
            products: vec![vec![0.0; size]; size],
            plans: plans.to_vec(),
            ended: Vec::new(),
        }
    }

    /// Adds a deal: of each arm the numbers of its seats.
    pub(super) fn push(&mut self, values: &[f64]) {
        self.n += 1.0;
        self.means.iter_mut().zip(values).for_each(|(mean, value)| *mean += (value - *mean) / self.n);
        let arms = self.seats(values).into_iter().zip(self.seats(&self.means));
        let values: Vec<f64> = arms.flat_map(|(deal, means)| adds(deal, means)).collect();
        let before: Vec<f64> = values.iter().zip(&self.added).map(|(value, mean)| value - mean).collect();
        self.added.iter_mut().zip(&before).for_each(|(mean, off)| *mean += off / self.n);
        let after: Vec<f64> = values.iter().zip(&self.added).map(|(value, mean)| value - mean).collect();
        for (row, off) in self.products.iter_mut().zip(&before) {
            row.iter_mut().zip(&after).for_each(|(sum, other)| *sum += off * other);
        }
        let (sum, n) = (self.sum(), self.n as u64);
        let over = self.plans.iter().enumerate().filter(|(_, planned)| **planned == n);
        self.ended.extend(over.filter_map(|(plan, _)| Some((plan, sum?))));
    }

    /// The seats of each arm.
    fn seats<'v>(&self, mut values: &'v [f64]) -> Vec<&'v [Seat]> {
        let of_arm = |arm: &Weighed| {
            let (own, others) = values.split_at(arm.numbers.min(values.len()));
            values = others;
            own.as_chunks::<4>().0
        };
        self.arms.iter().map(of_arm).collect()
    }

    /// How many seats had the value: of the first arm, where there are several.
    pub(super) fn holders(&self) -> u64 {
        let had: f64 =
            self.seats(&self.means).first().map_or(0.0, |seats| seats.iter().map(|[_, had, ..]| had).sum());
        (had * self.n).round() as u64
    }

    /// The mean of the influences with its interval; `None` where too few seats had the value, or had it not.
    pub(super) fn sequence(&self) -> Option<Sequence> {
        Some(Sequence::of_sums(&self.plans, self.sum()?, self.ended.clone()))
    }

    pub(super) fn interval(&self, alpha: f64) -> Interval {
        let nothing = Interval { value: None, low: None, high: None, n: self.n as u64 };
        self.sequence().map_or(nothing, |of| of.interval(alpha))
    }

    fn sum(&self) -> Option<Sum> {
        let (mut value, mut slopes) = (0.0, Vec::new());
        for (Weighed { weight, .. }, seats) in self.arms.iter().zip(self.seats(&self.means)) {
            let counts = || seats.iter().map(held).filter(|held| held.weight() > 0.0);
            let holders: f64 = counts().map(|held| held.holders).sum();
            if holders.min(counts().count() as f64 - holders) * self.n < LEAST {
                return None;
            }
            let (lift, all) = (lift(counts())?, counts().map(Held::weight).sum::<f64>());
            value += weight * lift;
            slopes.extend([weight / all, -weight * lift / all]);
        }
        let row = |(slope, row): (&f64, &Vec<f64>)| {
            slope * row.iter().zip(&slopes).map(|(product, other)| product * other).sum::<f64>()
        };
        let squares = slopes.iter().zip(&self.products).map(row).sum::<f64>();
        Some(Sum { n: self.n, sum: self.n * value, squares: squares.max(0.0) })
    }
}

/// The stratum of a seat, by its means over deals.
fn held([won, had, dealt_won, dealt]: &Seat) -> Held {
    Held { seats: 1.0, holders: *had, won: *won, mean: dealt_won / dealt }
}

/// What a deal adds to the excess and to the weight of the strata of an arm, near their means.
fn adds(deal: &[Seat], means: &[Seat]) -> [f64; 2] {
    let strata = deal.iter().zip(means).map(|(of, means)| (of, held(means), means[3]));
    let counts = strata.filter(|(_, held, _)| held.weight() > 0.0);
    counts.fold(
        [0.0; 2],
        |[excess, weight], ([won, had, dealt_won, dealt], Held { holders, mean, .. }, all)| {
            let others = holders / all * (dealt_won - mean * dealt);
            [excess + won - mean * had - others, weight + (1.0 - 2.0 * holders) * had]
        },
    )
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    const PLAYERS: usize = 3;

    /// One game: each seat has the card with the chance of a third, and it multiplies the odds of winning.
    fn game(odds: f64, rng: &mut ChaCha8Rng) -> Vec<f64> {
        let had: Vec<bool> = (0..PLAYERS).map(|_| rng.random_bool(1.0 / 3.0)).collect();
        let weight = |seat: usize| if had[seat] { odds } else { 1.0 };
        let mut toss = rng.random_range(0.0..1.0) * (0..PLAYERS).map(weight).sum::<f64>();
        let winner = (0..PLAYERS).find(|seat| {
            toss -= weight(*seat);
            toss < 0.0
        });
        let of = |seat: usize| seat_of(had[seat], winner == Some(seat));
        (0..PLAYERS).flat_map(of).collect()
    }

    /// The numbers of a seat without other values.
    fn seat_of(had: bool, won: bool) -> [f64; 4] {
        let [had, won] = [had, won].map(|is| f64::from(u8::from(is)));
        [had * won, had, won, 1.0]
    }

    const fn arm(weight: f64) -> Weighed {
        Weighed { weight, numbers: 4 * PLAYERS }
    }

    fn difference(odds: [f64; 2], deals: u64, seed: u64) -> Lift {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut lift = Lift::new(vec![arm(-1.0), arm(1.0)], &[deals]);
        for _ in 0..deals {
            let [first, second] = odds.map(|odds| game(odds, &mut rng));
            lift.push(&[first, second].concat());
        }
        lift
    }

    #[test]
    fn the_lift_is_that_of_the_counts() {
        let mut lift = Lift::new(vec![arm(1.0)], &[]);
        for at in 0..120 {
            let of = |seat: usize| seat_of(seat == at % 3, seat == at % 2 * (at % 3));
            lift.push(&(0..PLAYERS).flat_map(of).collect::<Vec<_>>());
        }
        let found = lift.sequence().unwrap().interval(0.05);
        // The first seat wins all its 40 games with the card and 40 of 80 without it; the others 20 of 40, and none of 80.
        assert!((found.value.unwrap() - 0.5).abs() < 1e-12, "{found:?}");
        assert!(found.low.unwrap() < 0.5 && found.high.unwrap() > 0.5);
        assert_eq!(lift.holders(), 120);
    }

    /// The mean square of the influences is n times the variance of the lift: the intervals of many samples are as wide as the lifts differ.
    #[test]
    fn the_width_is_that_of_the_spread() {
        let mut spread = crate::moments::Moments::default();
        let mut squares = 0.0;
        for seed in 0..150 {
            let sum = difference([1.0, 2.0], 400, seed).sum().unwrap();
            spread.push(sum.sum / sum.n);
            squares += sum.squares / (sum.n * sum.n) / 150.0;
        }
        let ratio = squares / spread.variance();
        assert!((0.7..1.4).contains(&ratio), "{ratio}");
    }

    #[test]
    fn without_holders_there_is_no_lift() {
        for has in [false, true] {
            let mut lift = Lift::new(vec![arm(1.0)], &[]);
            let deal: Vec<f64> = (0..PLAYERS).flat_map(|seat| seat_of(has, seat == 0)).collect();
            (0..100).for_each(|_| lift.push(&deal));
            assert!(lift.sequence().is_none(), "nobody or everybody has it");
        }
    }

    /// Looked at after every 50 deals: equal arms are told apart in at most 5 % of the runs, and a card that doubles the odds is
    /// nearly always found.
    #[test]
    fn differences_are_found_and_none_is_made_up() {
        let found = |odds: [f64; 2], seed: u64| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
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

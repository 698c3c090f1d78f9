//! A mean with a confidence sequence: an interval that holds at all looks at once.
//!
//! The interval is the narrower of bounds that hold together. The *open* bound holds without end (see
//! [`tapis_solver::confidence`]); it has a small part of the error probability and finds great differences soon. A
//! *planned* bound holds for as many observations as are planned. It is constant for the sum: within N
//! observations of standard deviation σ, a sum of deviations leaves ± c σ √N with the probability that a Brownian motion
//! leaves ± c before time 1 (Donsker 1951). This is the boundary of O'Brien and Fleming ("A multiple testing procedure for
//! clinical trials", Biometrics 1979), looked at all the time.
//!
//! A plan may be made larger after a look: every plan has a bound of its own, with its own part of the error probability (see
//! [`super::spending`]). What a plan said at its end goes on to hold.
//!
//! Both kinds are needed. No bound without an end finds a difference within 1.5 times the games of a test of fixed size (made for
//! 80 %) in 90 % of the runs: even the test of Wald (1945), which knows the true difference, does not. The planned bound
//! does, where so many games are planned.

use std::cmp::Ordering;

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};
use tapis_solver::confidence::{Kind, Sum};
use utoipa::ToSchema;

use crate::luck::ShareOfVariance;
use crate::statistics::Estimate;

use super::spending::{MOST_PLANS, OPEN_PART, part_of_plan};

/// From how many observations on a mean of unbounded numbers has an interval.
const POINTS_FROM: u64 = 30;
/// From how many observations on, and for shares from which sum of squares on, sums are near enough to a Brownian motion.
const PLANNED_FROM: f64 = 30.0;
const PLANNED_SQUARES: f64 = 8.0;

/// A mean with an interval that holds however often you look at it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = SequenceInterval)]
pub struct Interval {
    /// The mean; absent before the first deal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Lower end; absent if there are too few deals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// Upper end; absent if there are too few deals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
    /// The number of deals.
    pub n: u64,
}

impl Interval {
    /// Lower end, value and upper end; absent where there are too few values.
    pub fn place(&self) -> Option<[f64; 3]> {
        Some([self.low?, self.value?, self.high?])
    }
}

impl From<ShareOfVariance> for Interval {
    fn from(ShareOfVariance { value, low, high }: ShareOfVariance) -> Self {
        Self { value: Some(value), low, high, n: 0 }
    }
}

impl From<&Estimate> for Interval {
    fn from(Estimate { value, low, high, n, .. }: &Estimate) -> Self {
        Self { value: *value, low: *low, high: *high, n: *n }
    }
}

/// The mean of observations that come one after the other.
#[derive(Clone, Debug)]
pub struct Sequence {
    kind: Kind,
    /// The range of bounded observations; what is summed is in its unit, so that no deviation is greater than 1.
    range: (f64, f64),
    sum: Sum,
    /// The parameter of the mixture for shares.
    rho: f64,
    /// The planned numbers of observations, in the order in which they were planned; none where there is no plan.
    plans: Vec<u64>,
    /// The sums at the end of each plan that is over, with the number of the plan.
    ended: Vec<(usize, Sum)>,
}

/// The variance of a share, in the unit of the range, for which sequences are tuned: about that of the win of two alike.
const USUAL_VARIANCE: f64 = 0.1;
/// The interval is tightest where the sum of squares is about so many times the parameter of the mixture.
const TIGHTEST: f64 = 10.0;
/// The least and the greatest parameter.
const RHO: (f64, f64) = (6.0, 400.0);

impl Sequence {
    /// Of shares, from 0 to 1.
    pub fn of_shares() -> Self {
        let (plans, ended) = (Vec::new(), Vec::new());
        Self { kind: Kind::Share, range: (0.0, 1.0), sum: Sum::default(), rho: RHO.0, plans, ended }
    }

    /// Of differences between shares, from −1 to 1.
    pub fn of_differences() -> Self {
        Self::between(-1.0, 1.0)
    }

    /// Of numbers between two bounds.
    pub(super) fn between(least: f64, most: f64) -> Self {
        Self { range: (least, most), ..Self::of_shares() }
    }

    /// Of numbers without known bounds.
    pub fn of_points() -> Self {
        Self { kind: Kind::Points, ..Self::of_shares() }
    }

    /// Of numbers without known bounds, of which these are the sums so far and those at the end of the plans that are over.
    pub(super) fn of_sums(plans: &[u64], sum: Sum, ended: Vec<(usize, Sum)>) -> Self {
        Self { sum, ended, ..Self::of_points().planned(plans) }
    }

    /// The same for at most so many observations, in the order in which these numbers were planned. The open bound is tightest in
    /// the middle of the first plan.
    #[must_use]
    pub fn planned(self, plans: &[u64]) -> Self {
        let first = plans.first().copied().unwrap_or_default();
        let rho = (first / 2) as f64 * USUAL_VARIANCE / TIGHTEST;
        Self { rho: rho.clamp(RHO.0, RHO.1), plans: plans.to_vec(), ..self }
    }

    /// Adds an observation.
    pub fn push(&mut self, value: f64) {
        let x = (value - self.range.0) / self.scale();
        // The prediction is made before the observation: the mean so far, a half before the first.
        let prediction = match self.kind {
            _ if self.sum.n > 0.0 => self.sum.mean(),
            Kind::Share => 0.5,
            Kind::Points => x,
        };
        self.sum.n += 1.0;
        self.sum.sum += x;
        self.sum.squares += (x - prediction).powi(2);
        let over = self.plans.iter().enumerate().filter(|(_, planned)| **planned == self.sum.n as u64);
        self.ended.extend(over.map(|(plan, _)| (plan, self.sum)));
    }

    /// The same; of numbers that never varied, with a doubt: the square of an imaginary deviation.
    pub(super) fn doubting(&self, square: f64) -> Self {
        let mut doubting = self.clone();
        if self.kind == Kind::Points && self.sum.squares <= 0.0 {
            doubting.sum.squares = square / self.scale().powi(2);
        }
        doubting
    }

    /// How many observations there are.
    pub fn n(&self) -> u64 {
        self.sum.n as u64
    }

    /// Their mean; `None` without any.
    pub fn mean(&self) -> Option<f64> {
        (self.sum.n > 0.0).then(|| self.value(self.sum.mean()))
    }

    /// The standard deviation of one observation.
    pub(super) fn deviation(&self) -> f64 {
        self.scale() * (self.sum.squares / self.sum.n.max(1.0)).sqrt()
    }

    /// The interval that holds at all looks at once with probability 1 − `alpha`.
    pub fn interval(&self, alpha: f64) -> Interval {
        let (low, high) = self.bounds(alpha).unzip();
        Interval { value: self.mean(), low, high, n: self.n() }
    }

    /// On which side of `from` the interval lies: `Equal` where `from` is in it.
    pub(super) fn leans(&self, alpha: f64, from: f64) -> Ordering {
        let away = ((from - self.range.0) / self.scale() - self.sum.mean()).abs();
        if self.ended.is_empty() && away < self.least_radius(alpha) {
            return Ordering::Equal;
        }
        match self.bounds(alpha) {
            Some((low, _)) if low > from => Ordering::Greater,
            Some((_, high)) if high < from => Ordering::Less,
            _ => Ordering::Equal,
        }
    }

    /// Half the width of the interval after `n` observations in all, if they vary as those so far. Where so many are not planned
    /// yet, another plan is made for them.
    pub(super) fn radius_after(&self, n: u64, alpha: f64) -> f64 {
        let times = n as f64 / self.sum.n.max(1.0);
        let grown = Sum { n: n as f64, sum: self.sum.sum * times, squares: self.sum.squares * times };
        let planned = self.planned_radius(&grown, alpha);
        let more = self.plans.iter().all(|planned| *planned < n);
        let more = more.then(|| self.radius_of_plan(&grown, n, self.plans.len(), alpha)).flatten();
        let radius = planned.min(more.unwrap_or(f64::INFINITY));
        self.scale() * if radius.is_finite() { radius } else { self.open_radius(&grown, alpha * OPEN_PART) }
    }

    fn scale(&self) -> f64 {
        self.range.1 - self.range.0
    }

    fn value(&self, x: f64) -> f64 {
        self.range.0 + self.scale() * x
    }

    /// Both ends: where the bounds of now and those of the plans that are over all hold.
    fn bounds(&self, alpha: f64) -> Option<(f64, f64)> {
        // The bounds of points are asymptotic. Where nothing varies, nothing is known of how much it might.
        let least = if self.kind == Kind::Share { 2 } else { POINTS_FROM };
        let radius = self.radius(alpha);
        if self.n() < least || !radius.is_finite() || radius <= 0.0 {
            return None;
        }
        let around = |sum: &Sum, radius: f64| {
            let (low, high) = (self.value(sum.mean() - radius), self.value(sum.mean() + radius));
            match self.kind {
                Kind::Share => (low.max(self.range.0), high.min(self.range.1)),
                Kind::Points => (low, high),
            }
        };
        let now = around(&self.sum, radius);
        let over = self.ended.iter().filter(|(_, sum)| sum.n < self.sum.n);
        let both = over.fold(now, |(low, high), (plan, sum)| {
            match self.radius_of_plan(sum, sum.n as u64, *plan, alpha) {
                Some(radius) if radius > 0.0 => {
                    let then = around(sum, radius);
                    (low.max(then.0), high.min(then.1))
                }
                _ => (low, high),
            }
        });
        // Bounds that exclude each other do not all hold: the last word is that of now.
        Some(if both.0 <= both.1 { both } else { now })
    }

    /// Half the width of the interval, in the unit of the sum.
    fn radius(&self, alpha: f64) -> f64 {
        self.open_radius(&self.sum, self.open_part(alpha)).min(self.planned_radius(&self.sum, alpha))
    }

    /// The error probability of the open bound: all of it where nothing is planned.
    fn open_part(&self, alpha: f64) -> f64 {
        if self.plans.is_empty() { alpha } else { alpha * OPEN_PART }
    }

    /// No radius is less: that of the plans, and what the mixture is above (a normal bound with the error probability of one look).
    fn least_radius(&self, alpha: f64) -> f64 {
        let least = match self.kind {
            Kind::Share => {
                (2.0 * self.sum.squares * (2.0 / self.open_part(alpha)).ln()).sqrt() / self.sum.n.max(1.0)
            }
            Kind::Points => 0.0,
        };
        least.min(self.planned_radius(&self.sum, alpha))
    }

    fn open_radius(&self, sum: &Sum, alpha: f64) -> f64 {
        match self.kind {
            Kind::Share => sum.radius_of_share(alpha, self.rho),
            Kind::Points => sum.radius(self.kind, alpha),
        }
    }

    /// That of the plans that are not over.
    fn planned_radius(&self, sum: &Sum, alpha: f64) -> f64 {
        let open = self.plans.iter().enumerate().filter(|(_, planned)| sum.n <= **planned as f64);
        let radii = open.filter_map(|(plan, planned)| self.radius_of_plan(sum, *planned, plan, alpha));
        radii.fold(f64::INFINITY, f64::min)
    }

    /// `None` where the bound does not hold yet.
    fn radius_of_plan(&self, sum: &Sum, planned: u64, plan: usize, alpha: f64) -> Option<f64> {
        let enough = match self.kind {
            Kind::Share => sum.squares >= PLANNED_SQUARES,
            Kind::Points => sum.squares > 0.0,
        };
        if !enough || sum.n < PLANNED_FROM || plan >= MOST_PLANS {
            return None;
        }
        // By reflection, a Brownian motion leaves ± c before time 1 with a probability of at most 4 (1 − Φ(c)).
        let c = Normal::standard().inverse_cdf(1.0 - alpha * part_of_plan(plan) / 4.0);
        let variance = sum.squares / sum.n;
        Some(c * (variance * planned as f64).sqrt() / sum.n)
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// Differences of two fair coins, looked at after each: the interval leaves out 0 in at most 5 % of the runs.
    #[test]
    fn looking_often_does_not_deceive() {
        let runs = crate::repeated_tests::of(400);
        let wrong = (0..runs).filter(|&run| {
            let mut rng = ChaCha8Rng::seed_from_u64(run);
            let mut sequence = Sequence::of_differences();
            (0..1_000).any(|_| {
                let mut toss = || f64::from(u8::from(rng.random_bool(0.5)));
                sequence.push(toss() - toss());
                let Interval { low, high, .. } = sequence.interval(0.05);
                low.is_some_and(|low| low > 0.0) || high.is_some_and(|high| high < 0.0)
            })
        });
        assert!(20 * wrong.count() as u64 <= runs, "more than 5 % of {runs}");
    }

    #[test]
    fn a_difference_is_found_and_an_interval_narrows() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut sequence = Sequence::of_differences();
        let mut widths = Vec::new();
        for n in 1..=4_000 {
            let mut toss = |p| f64::from(u8::from(rng.random_bool(p)));
            sequence.push(toss(0.6) - toss(0.5));
            if n % 1_000 == 0 {
                let Interval { low, high, .. } = sequence.interval(0.05);
                widths.push(high.unwrap() - low.unwrap());
            }
        }
        assert!(widths.is_sorted_by(|a, b| a > b), "{widths:?}");
        let found = sequence.interval(0.05);
        assert!(found.low.unwrap() > 0.0 && found.high.unwrap() > 0.1 && found.n == 4_000, "{found:?}");
    }

    #[test]
    fn one_observation_has_no_interval() {
        let mut sequence = Sequence::of_points();
        assert_eq!(sequence.interval(0.05), Interval { value: None, low: None, high: None, n: 0 });
        sequence.push(95.0);
        assert_eq!(sequence.interval(0.05), Interval { value: Some(95.0), low: None, high: None, n: 1 });
    }
}

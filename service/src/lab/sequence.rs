//! A mean with a confidence sequence: an interval that holds at all looks at once.
//!
//! The interval is the narrower of two bounds that hold together. The *open* bound holds without end (see
//! [`tapis_solver::confidence`]); it has a small part of the error probability and finds great differences soon. The
//! *planned* bound has the rest and holds for as many observations as are planned. It is constant for the sum: within N
//! observations of standard deviation σ, a sum of deviations leaves ± c σ √N with the probability that a Brownian motion
//! leaves ± c before time 1 (Donsker 1951). This is the boundary of O'Brien and Fleming (1979), looked at all the time.
//!
//! Both are needed. No bound without an end finds a difference within 1.5 times the games of a test of fixed size (made for
//! 80 %) in 90 % of the runs: even the test of Wald (1945), which knows the true difference, does not. The planned bound
//! does, where so many games are planned.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};
use tapis_solver::confidence::{Kind, Sum};
use utoipa::ToSchema;

/// From how many observations on a mean of unbounded numbers has an interval.
const POINTS_FROM: u64 = 30;
/// The part of the error probability that the open bound has.
const OPEN_PART: f64 = 0.02;
/// From how many observations on, and for shares from which sum of squares on, sums are near enough to a Brownian motion.
const PLANNED_FROM: u64 = 30;
const PLANNED_SQUARES: f64 = 8.0;

/// A mean and an interval that holds however often it is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = SequenceInterval)]
pub struct Interval {
    /// The mean.
    pub value: f64,
    /// Lower end; absent where there are too few deals for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// Upper end; absent where there are too few deals for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
    /// The number of deals.
    pub n: u64,
}

/// The mean of observations that come one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Sequence {
    kind: Kind,
    /// The range of bounded observations; what is summed is in its unit, so that no deviation is greater than 1.
    range: (f64, f64),
    sum: Sum,
    /// The parameter of the mixture for shares.
    rho: f64,
    /// The planned number of observations; none where there is no plan.
    planned: Option<u64>,
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
        Self { kind: Kind::Share, range: (0.0, 1.0), sum: Sum::default(), rho: RHO.0, planned: None }
    }

    /// Of differences between shares, from −1 to 1.
    pub fn of_differences() -> Self {
        Self { range: (-1.0, 1.0), ..Self::of_shares() }
    }

    /// Of numbers without known bounds.
    pub fn of_points() -> Self {
        Self { kind: Kind::Points, range: (0.0, 1.0), sum: Sum::default(), rho: RHO.0, planned: None }
    }

    /// The same for at most so many observations. The open bound is tightest in the middle of them.
    #[must_use]
    pub fn planned(self, observations: u64) -> Self {
        let rho = (observations / 2) as f64 * USUAL_VARIANCE / TIGHTEST;
        Self { rho: rho.clamp(RHO.0, RHO.1), planned: Some(observations), ..self }
    }

    /// Adds an observation.
    pub fn push(&mut self, value: f64) {
        let x = (value - self.range.0) / (self.range.1 - self.range.0);
        // The prediction is made before the observation: the mean so far, a half before the first.
        let prediction = match self.kind {
            _ if self.sum.n > 0.0 => self.sum.mean(),
            Kind::Share => 0.5,
            Kind::Points => x,
        };
        self.sum.n += 1.0;
        self.sum.sum += x;
        self.sum.squares += (x - prediction).powi(2);
    }

    /// How many observations there are.
    pub fn n(&self) -> u64 {
        self.sum.n as u64
    }

    /// The interval that holds at all looks at once with probability 1 − `alpha`.
    pub fn interval(&self, alpha: f64) -> Interval {
        let scale = self.range.1 - self.range.0;
        let value = self.range.0 + scale * self.sum.mean();
        let radius = scale * self.radius(alpha);
        // The bounds of points are asymptotic. Where nothing varies, nothing is known of how much it might.
        let known = match self.kind {
            Kind::Share => self.n() >= 2,
            Kind::Points => self.n() >= POINTS_FROM,
        };
        let known = known && radius.is_finite() && radius > 0.0;
        let cut = |end: f64| match self.kind {
            Kind::Share => end.clamp(self.range.0, self.range.1),
            Kind::Points => end,
        };
        Interval {
            value: if self.sum.n > 0.0 { value } else { 0.0 },
            low: known.then(|| cut(value - radius)),
            high: known.then(|| cut(value + radius)),
            n: self.n(),
        }
    }

    /// Half the width of the interval, in the unit of the sum.
    fn radius(&self, alpha: f64) -> f64 {
        match self.planned {
            None => self.open_radius(alpha),
            Some(planned) => {
                let closed = self.planned_radius(planned, alpha * (1.0 - OPEN_PART));
                self.open_radius(alpha * OPEN_PART).min(closed.unwrap_or(f64::INFINITY))
            }
        }
    }

    fn open_radius(&self, alpha: f64) -> f64 {
        match self.kind {
            Kind::Share => self.sum.radius_of_share(alpha, self.rho),
            Kind::Points => self.sum.radius(self.kind, alpha),
        }
    }

    /// `None` where the planned bound does not hold: too early, or later than planned.
    fn planned_radius(&self, planned: u64, alpha: f64) -> Option<f64> {
        let enough = match self.kind {
            Kind::Share => self.sum.squares >= PLANNED_SQUARES,
            Kind::Points => self.sum.squares > 0.0,
        };
        if !enough || !(PLANNED_FROM..=planned).contains(&self.n()) {
            return None;
        }
        // By reflection, a Brownian motion leaves ± c before time 1 with a probability of at most 4 (1 − Φ(c)).
        let c = Normal::standard().inverse_cdf(1.0 - alpha / 4.0);
        let variance = self.sum.squares / self.sum.n;
        Some(c * (variance * planned as f64).sqrt() / self.sum.n)
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
        let wrong = (0..400).filter(|&run| {
            let mut rng = ChaCha8Rng::seed_from_u64(run);
            let mut sequence = Sequence::of_differences();
            (0..1_000).any(|_| {
                let mut toss = || f64::from(u8::from(rng.random_bool(0.5)));
                sequence.push(toss() - toss());
                let Interval { low, high, .. } = sequence.interval(0.05);
                low.is_some_and(|low| low > 0.0) || high.is_some_and(|high| high < 0.0)
            })
        });
        assert!(wrong.count() <= 20, "more than 5 % of 400");
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
        assert_eq!(sequence.interval(0.05), Interval { value: 0.0, low: None, high: None, n: 0 });
        sequence.push(95.0);
        assert_eq!(sequence.interval(0.05), Interval { value: 95.0, low: None, high: None, n: 1 });
    }
}

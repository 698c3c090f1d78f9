//! A mean with a confidence sequence: an interval that holds at all looks at once.

use serde::Serialize;
use tapis_solver::confidence::{Kind, Sum};
use utoipa::ToSchema;

/// From how many observations on a mean of unbounded numbers has an interval.
const POINTS_FROM: u64 = 30;

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
        Self { kind: Kind::Share, range: (0.0, 1.0), sum: Sum::default(), rho: RHO.0 }
    }

    /// Of differences between shares, from −1 to 1.
    pub fn of_differences() -> Self {
        Self { range: (-1.0, 1.0), ..Self::of_shares() }
    }

    /// Of numbers without known bounds.
    pub fn of_points() -> Self {
        Self { kind: Kind::Points, range: (0.0, 1.0), sum: Sum::default(), rho: RHO.0 }
    }

    /// The same, tightest at about so many observations. It holds at all looks however it is tuned.
    #[must_use]
    pub fn tuned_to(self, observations: u64) -> Self {
        let rho = observations as f64 * USUAL_VARIANCE / TIGHTEST;
        Self { rho: rho.clamp(RHO.0, RHO.1), ..self }
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
        let radius = scale
            * match self.kind {
                Kind::Share => self.sum.radius_of_share(alpha, self.rho),
                Kind::Points => self.sum.radius(self.kind, alpha),
            };
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

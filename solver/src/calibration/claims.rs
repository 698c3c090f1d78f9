//! From what was measured to what is claimed.

use serde::{Deserialize, Serialize};

use crate::report::TOLERANCE;

/// What keeps the log-odds of 0 and of 1 finite.
const MARGIN: f64 = 0.01;
/// How far apart values stay that the map would put on the wrong side of a proved one, relative to what was measured.
const BESIDE: f64 = 1e-6;

/// The parameters of the claims. The half-width of an interval is `quantile` × √(`bias`² + the variance of the sample), so no
/// number of lines makes it 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Claims {
    /// The map from means to values; absent if values are the means themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<Map>,
    /// The part of a value's error that lines do not remove, as a standard deviation.
    pub bias: f64,
    /// The quantile with which intervals of values hold in 95 %.
    pub quantile: f64,
    /// Like `bias`, for the difference to the first move.
    pub difference_bias: f64,
    /// Like `quantile`, for the difference to the first move.
    pub difference_quantile: f64,
    /// The error of differences with which the probabilities of sets hold.
    pub model_error: f64,
}

/// A logistic map: the log-odds of the value are `shift` + `slope` × the log-odds of the mean.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Map {
    /// Added to the log-odds.
    pub shift: f64,
    /// Multiplies the log-odds; above 0, so that the order of moves stays.
    pub slope: f64,
}

impl Map {
    /// Log-odds of a mean.
    pub(super) fn odds(mean: f64) -> f64 {
        let inside = (mean.clamp(0.0, 1.0) + MARGIN) / (1.0 + 2.0 * MARGIN);
        (inside / (1.0 - inside)).ln()
    }

    /// The value of a mean: between 0 and 1, and greater for a greater mean.
    pub fn value(&self, mean: f64) -> f64 {
        1.0 / (1.0 + (-(self.shift + self.slope * Self::odds(mean))).exp())
    }
}

impl Claims {
    /// What may be claimed where nothing was measured at all.
    #[cfg(feature = "testing")]
    pub(super) const CAUTIOUS: Self = Self {
        map: None,
        bias: 0.01,
        quantile: 1.96,
        difference_bias: 0.01,
        difference_quantile: 1.96,
        model_error: 0.01,
    };

    /// Those of a game that was not measured, at least: the widest that were once measured, without learned values.
    pub(super) const UNMEASURED: Self = Self {
        map: None,
        bias: 0.1,
        quantile: 2.8,
        difference_bias: 0.08,
        difference_quantile: 2.8,
        model_error: 0.1,
    };

    /// The value of a mean.
    pub fn value(&self, mean: f64) -> f64 {
        self.map.map_or(mean, |map| map.value(mean))
    }

    /// The value of a mean among others that are proved and stay as they are: it stays on the same side of each.
    pub fn value_among(&self, mean: f64, proved: &[f64]) -> f64 {
        let mut value = self.value(mean);
        for &exact in proved {
            if (mean - exact).abs() <= TOLERANCE {
                return exact;
            }
            let beside = exact + BESIDE * (mean - exact);
            value = if mean < exact { value.min(beside) } else { value.max(beside) };
        }
        value
    }

    /// Half the width of the interval of a value that rests on so many samples; `mean` is what they say.
    pub fn radius(&self, mean: f64, samples: u64) -> f64 {
        self.quantile * self.bias.hypot(sampling_error(mean, samples))
    }

    /// Half the width of the interval of a difference with this standard error.
    pub fn difference_radius(&self, error: f64) -> f64 {
        self.difference_quantile * self.difference_bias.hypot(error)
    }

    /// The claims at `share` of the way to others.
    pub(super) fn towards(&self, other: &Self, share: f64) -> Self {
        let between = |one: f64, two: f64| one + share * (two - one);
        let map = self.map.zip(other.map).map(|(one, two)| Map {
            shift: between(one.shift, two.shift),
            slope: between(one.slope, two.slope),
        });
        Self { map, ..self.join(other, between) }
    }

    /// The claims of a search with so many times fewer lines.
    pub(super) fn with_fewer(&self, times: f64) -> Self {
        let wider = |error: f64| (error * times.sqrt()).min(1.0);
        let [bias, difference_bias, model_error] =
            [self.bias, self.difference_bias, self.model_error].map(wider);
        Self { bias, difference_bias, model_error, ..*self }
    }

    /// The wider of both, without a map.
    pub(super) fn or_wider(&self, other: &Self) -> Self {
        Self { map: None, ..self.join(other, f64::max) }
    }

    fn join(&self, other: &Self, of: impl Fn(f64, f64) -> f64) -> Self {
        Self {
            map: self.map,
            bias: of(self.bias, other.bias),
            quantile: of(self.quantile, other.quantile),
            difference_bias: of(self.difference_bias, other.difference_bias),
            difference_quantile: of(self.difference_quantile, other.difference_quantile),
            model_error: of(self.model_error, other.model_error),
        }
    }
}

/// The standard error of a mean of shares: at most that of coins. Few equal samples do not mean that all are.
pub(super) fn sampling_error(mean: f64, samples: u64) -> f64 {
    let (n, mean) = (samples as f64 + 1.0, mean.clamp(0.0, 1.0));
    ((mean * (1.0 - mean) + 0.25 / n) / n).sqrt()
}

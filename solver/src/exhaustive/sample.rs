//! Estimates the mean over all worlds from a sample.

use crate::answer::Behind;

/// Mean and variance of weighted values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightedSample {
    /// Weighted mean.
    pub mean: f64,
    variance: f64,
    /// Effective sample size (Kish).
    size: f64,
}

impl WeightedSample {
    /// The sample of these values and weights.
    pub fn of(values: impl Iterator<Item = (f64, f64)> + Clone) -> Self {
        let total: f64 = values.clone().map(|(_, weight)| weight).sum();
        let squares: f64 = values.clone().map(|(_, weight)| weight * weight).sum();
        let mean = values.clone().map(|(value, weight)| weight * value).sum::<f64>() / total;
        let deviation = |value: f64| (value - mean) * (value - mean);
        let variance = values.map(|(value, weight)| weight * deviation(value)).sum::<f64>() / total;
        Self { mean, variance, size: total * total / squares }
    }

    /// The radius of a confidence interval of the mean with error probability `delta`, for values in an interval of
    /// length `range` (empirical Bernstein bound, Audibert, Munos & Szepesvári 2009).
    pub fn radius(&self, range: f64, delta: f64) -> f64 {
        let x = (3.0 / delta).ln();
        (2.0 * self.variance * x / self.size).sqrt() + 3.0 * range * x / self.size
    }

    /// The mean with its standard error, if it is a lead over another move. A deviation of half the `unit` of values counts as if it
    /// had been seen: worlds that are equal so far do not mean that all are.
    pub fn behind(&self, unit: f64) -> Behind {
        let variance = self.variance + (0.5 * unit).powi(2) / self.size;
        Behind { mean: self.mean, error: (variance / self.size).sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coins(heads: u32, of: u32) -> WeightedSample {
        WeightedSample::of((0..of).map(move |i| (f64::from(u8::from(i < heads)), 1.0)))
    }

    #[test]
    fn more_worlds_say_more() {
        let (few, many) = (coins(60, 100), coins(6000, 10_000));
        assert!((few.mean - 0.6).abs() < 1e-12);
        assert!(many.radius(1.0, 0.01) < few.radius(1.0, 0.01) / 5.0);
    }

    #[test]
    fn weights_count() {
        let sample = WeightedSample::of([(1.0, 3.0), (0.0, 1.0)].into_iter());
        assert!((sample.mean - 0.75).abs() < 1e-12);
        assert!((sample.size - 1.6).abs() < 1e-12);
    }
}

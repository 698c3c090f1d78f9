//! Means and shares with their 95 % intervals.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The estimate.
    pub mean: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// The number of observations.
    pub n: u64,
}

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

impl Estimate {
    /// The mean of independent observations between `low` and `high`, by Student's distribution. With fewer than two
    /// observations the interval is that range. Observations that do not vary still leave a doubt: where their range is
    /// bounded it is that of a share, by Wilson's interval; shares of a given mean vary most when they are 0 or 1.
    pub fn of_mean(values: &[f64], (low, high): (f64, f64)) -> Self {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n.max(1.0);
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        if squares == 0.0 && values.len() > 1 && (high - low).is_finite() {
            let share = Self::of_share((mean - low) / (high - low) * n, values.len() as u64);
            let scaled = |share: f64| low + share * (high - low);
            return Self { mean, low: scaled(share.low), high: scaled(share.high), n: share.n };
        }
        let freedom = n - 1.0;
        let radius = match StudentsT::new(0.0, 1.0, freedom.max(1.0)) {
            Ok(student) if freedom >= 1.0 => student.inverse_cdf(0.975) * (squares / freedom / n).sqrt(),
            _ => f64::INFINITY,
        };
        Self { mean, low: (mean - radius).max(low), high: (mean + radius).min(high), n: values.len() as u64 }
    }

    /// The share of successes in `n` independent trials, by Wilson's score interval. A tie may count as half a
    /// success.
    pub fn of_share(successes: f64, n: u64) -> Self {
        if n == 0 {
            return Self { mean: 0.5, low: 0.0, high: 1.0, n };
        }
        let trials = n as f64;
        let share = successes / trials;
        let centre = share + Z * Z / (2.0 * trials);
        let radius = Z * (share * (1.0 - share) / trials + Z * Z / (4.0 * trials * trials)).max(0.0).sqrt();
        let scale = 1.0 + Z * Z / trials;
        let (low, high) = ((centre - radius) / scale, (centre + radius) / scale);
        Self { mean: share, low: low.max(0.0).min(share), high: high.min(1.0).max(share), n }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANY: (f64, f64) = (f64::MIN, f64::MAX);

    /// Student's t for nine degrees of freedom is 2.262.
    #[test]
    fn means_have_students_interval() {
        let values: Vec<f64> = (0..10).map(f64::from).collect();
        let estimate = Estimate::of_mean(&values, ANY);
        let radius = 2.262_157 * (82.5_f64 / 9.0 / 10.0).sqrt();
        assert_eq!((estimate.mean, estimate.n), (4.5, 10));
        assert!((estimate.high - 4.5 - radius).abs() < 1e-4, "{estimate:?}");
        assert!((estimate.low - 4.5 + radius).abs() < 1e-4, "{estimate:?}");
    }

    #[test]
    fn one_observation_says_nothing_of_its_spread() {
        let estimate = Estimate::of_mean(&[0.75], (0.0, 1.0));
        assert_eq!((estimate.low, estimate.mean, estimate.high), (0.0, 0.75, 1.0));
    }

    #[test]
    fn no_interval_of_a_share_is_without_width() {
        let won = Estimate::of_mean(&[1.0; 20], (0.0, 1.0));
        assert_eq!((won.mean, won.high, won.n), (1.0, 1.0, 20));
        assert!((won.low - 0.8389).abs() < 1e-3, "{won:?}");
        let even = Estimate::of_mean(&[0.5; 20], (0.0, 1.0));
        assert!(even.low < 0.31 && even.high > 0.69, "{even:?}");
    }

    /// Wilson's interval of 60 in 100 is 0.502 to 0.691.
    #[test]
    fn shares_have_wilsons_interval() {
        let estimate = Estimate::of_share(60.0, 100);
        assert!(
            (estimate.low - 0.5020).abs() < 1e-3 && (estimate.high - 0.6906).abs() < 1e-3,
            "{estimate:?}"
        );
        assert_eq!(Estimate::of_share(100.0, 100).high, 1.0);
        assert_eq!(Estimate::of_share(0.0, 0).high, 1.0);
    }
}

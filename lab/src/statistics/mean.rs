//! Means of whole numbers.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};
use tapis_db::model::Moments;
use utoipa::ToSchema;

use super::{CONFIDENCE, Estimate, Method, z};

/// The fewest values that have a spread.
const MINIMUM: u64 = 2;

/// A mean with the spread of the values.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct MeanSpread {
    /// The mean and its interval.
    pub mean: Estimate,
    /// The standard deviation of the values (with n − 1); absent below two values.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 9.4)]
    pub sd: Option<f64>,
    /// The least value; absent without values.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = -12)]
    pub min: Option<i64>,
    /// The greatest value; absent without values.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 58)]
    pub max: Option<i64>,
}

/// The mean of values of which the moments are known, with Student's interval; none of fewer than `minimum_n`.
pub fn mean(moments: &Moments, minimum_n: u64) -> MeanSpread {
    let variance = variance(moments.n, i128::from(moments.sum), i128::from(moments.sum_squares));
    let some = |value: i64| (moments.n > 0).then_some(value);
    MeanSpread {
        mean: estimate_at(moments.n, moments.sum as f64, variance, minimum_n.max(MINIMUM), CONFIDENCE),
        sd: variance.map(f64::sqrt),
        min: some(moments.min),
        max: some(moments.max),
    }
}

/// The mean of `n` values that sum to `sum`, with Student's interval of this confidence.
pub(super) fn estimate_at(
    n: u64,
    sum: f64,
    variance: Option<f64>,
    minimum: u64,
    confidence: f64,
) -> Estimate {
    match variance {
        Some(variance) if n >= minimum.max(MINIMUM) => {
            let mean = sum / n as f64;
            let half = student(n - 1, confidence) / (n as f64).sqrt() * variance.sqrt();
            let ends = (mean - half, mean, mean + half);
            Estimate { confidence, ..Estimate::new(n, ends, Method::StudentT, minimum) }
        }
        _ => Estimate::insufficient(n, Method::StudentT, minimum),
    }
}

/// The mean of values with Student's interval; `more` is a standard error that all of them have in common.
pub(crate) fn mean_of_values(values: &[f64], more: f64, minimum_n: u64) -> Estimate {
    let n = values.len() as u64;
    if n < minimum_n.max(MINIMUM) {
        return Estimate::insufficient(n, Method::StudentT, minimum_n);
    }
    let mean = values.iter().sum::<f64>() / n as f64;
    let half = student(n - 1, CONFIDENCE) * (variance_of_values(values) / n as f64).sqrt().hypot(more);
    Estimate::new(n, (mean - half, mean, mean + half), Method::StudentT, minimum_n)
}

/// The unbiased variance of values.
pub(crate) fn variance_of_values(values: &[f64]) -> f64 {
    let n = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / n;
    values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0)
}

/// The unbiased variance from exact integer sums, in the squared unit of the values; `None` below two values.
pub(super) fn variance(n: u64, sum: i128, sum_squares: i128) -> Option<f64> {
    let count = i128::from(n);
    let numerator = count.checked_mul(sum_squares)?.checked_sub(sum.checked_mul(sum)?)?;
    (n >= MINIMUM).then(|| numerator.max(0) as f64 / (n as f64 * (n as f64 - 1.0)))
}

/// The two-sided quantile of Student's t with so many degrees of freedom; that of the normal distribution without any.
fn student(degrees: u64, confidence: f64) -> f64 {
    let quantile = |t: StudentsT| t.inverse_cdf(0.5 + 0.5 * confidence);
    StudentsT::new(0.0, 1.0, degrees as f64).map_or_else(|_| z(confidence), quantile)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(values: &[i64]) -> Moments {
        Moments {
            n: values.len() as u64,
            sum: values.iter().sum(),
            sum_squares: values.iter().map(|value| value * value).sum(),
            min: values.iter().copied().min().unwrap_or_default(),
            max: values.iter().copied().max().unwrap_or_default(),
        }
    }

    fn close(found: Option<f64>, expected: f64) {
        let found = found.unwrap();
        assert!((found - expected).abs() < 5e-4, "{found} is not {expected}");
    }

    #[test]
    fn textbook_values() {
        // Mean 30, s² = 250/4; t(0.975; 4) = 2.7764.
        let spread = mean(&moments(&[20, 25, 30, 35, 40]), 2);
        close(spread.sd, 7.9057);
        close(spread.mean.value, 30.0);
        close(spread.mean.low, 20.1838);
        close(spread.mean.high, 39.8162);
        assert_eq!((spread.min, spread.max, spread.mean.n), (Some(20), Some(40), 5));
        assert_eq!(spread.mean.method, Method::StudentT);
    }

    #[test]
    fn two_values_have_one_degree_of_freedom() {
        // t(0.975; 1) = 12.7062.
        let spread = mean(&moments(&[0, 2]), 2);
        close(spread.mean.low, 1.0 - 12.7062);
        close(spread.mean.high, 1.0 + 12.7062);
    }

    #[test]
    fn one_value_or_none_is_insufficient() {
        for values in [&[][..], &[7]] {
            let spread = mean(&moments(values), 2);
            assert!(spread.mean.insufficient_data);
            assert_eq!((spread.mean.value, spread.sd, spread.mean.n), (None, None, values.len() as u64));
        }
        assert_eq!(mean(&moments(&[]), 2).min, None);
        assert_eq!(mean(&moments(&[7]), 2).min, Some(7));
    }

    #[test]
    fn large_sums_stay_exact() {
        // 5 million values 1 000 000 and 999 999 in turn: the variance is a quarter, far below an ulp of Σx².
        let half = 2_500_000_i64;
        let moments = Moments {
            n: 5_000_000,
            sum: half * 1_999_999,
            sum_squares: half * (1_000_000 * 1_000_000 + 999_999 * 999_999),
            min: 999_999,
            max: 1_000_000,
        };
        close(mean(&moments, 2).sd, 0.5);
    }
}

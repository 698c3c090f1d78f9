//! Figures over several strata: games that differ in who played are never simply added up.
//!
//! A mean over strata counts each of them the same. A difference between two groups is taken within each stratum and
//! averaged with the weights of Mantel and Haenszel (1959), which are best where the difference is the same everywhere.
//! Whether it is the same is tested by Cochran's Q.

use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};

use super::{Estimate, Method, Shares, Z, share};

/// A mean with the variance of that mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// The variance of the mean; never 0.
    pub variance: f64,
}

impl Mean {
    /// The mean of shares; `None` without any. One imaginary share of one half is added to the variance, so that shares
    /// which happen to be alike still leave a doubt.
    pub fn of(shares: Shares) -> Option<Self> {
        let n = shares.n as f64;
        let squares = shares.variance().unwrap_or(0.0) * (n - 1.0).max(0.0);
        (shares.n > 0).then(|| Self { value: shares.mean(), variance: (squares + 0.25) / ((n + 1.0) * n) })
    }
}

/// The mean share over strata, each counting the same; of a single one as [`share()`] has it.
pub fn share_of_strata(strata: &[Shares], minimum_n: u64) -> Estimate {
    if let [] | [_] = strata {
        return share(strata.first().copied().unwrap_or_default(), minimum_n);
    }
    let n = strata.iter().map(|shares| shares.n).sum();
    let means: Vec<Mean> = strata.iter().filter_map(|shares| Mean::of(*shares)).collect();
    if n < minimum_n || means.is_empty() {
        return Estimate::insufficient(n, Method::Stratified, minimum_n);
    }
    let count = means.len() as f64;
    let value = means.iter().map(|mean| mean.value).sum::<f64>() / count;
    let half = Z * means.iter().map(|mean| mean.variance).sum::<f64>().sqrt() / count;
    Estimate::new(n, ((value - half).max(0.0), value, (value + half).min(1.0)), Method::Stratified, minimum_n)
}

/// The p-value of Cochran's Q: how likely means at least this different are if the truth is the same in all strata; `None`
/// below two.
pub fn heterogeneity(means: &[Mean]) -> Option<f64> {
    let weights = means.iter().map(|mean| 1.0 / mean.variance);
    let total: f64 = weights.clone().sum();
    let common = weights.clone().zip(means).map(|(weight, mean)| weight * mean.value).sum::<f64>() / total;
    let q: f64 = weights.zip(means).map(|(weight, mean)| weight * (mean.value - common).powi(2)).sum();
    let degrees = means.len().checked_sub(1).filter(|degrees| *degrees > 0)?;
    Some(ChiSquared::new(degrees as f64).ok()?.sf(q))
}

/// Shares of two groups in one stratum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// The group that is looked at.
    pub own: Shares,
    /// The group it is compared with.
    pub others: Shares,
}

/// A difference between two groups over strata.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Mean share of the one group less that of the other, and its interval.
    pub estimate: Estimate,
    /// How likely a difference at least this large either way is if there is none.
    pub p_value: f64,
    /// Whether the strata differ by more than chance explains (p < 0.05); `None` for a single one.
    pub strata_differ: Option<bool>,
}

/// The difference between two groups, taken within each stratum; `None` where no stratum has both.
pub fn difference(pairs: &[Pair], minimum_n: u64) -> Option<Difference> {
    let mut strata = Vec::new();
    let (mut total, mut sum, mut variance, mut n) = (0.0, 0.0, 0.0, 0);
    for Pair { own, others } in pairs {
        let (Some(a), Some(b)) = (Mean::of(*own), Mean::of(*others)) else { continue };
        let (of_own, of_others) = (own.n as f64, others.n as f64);
        let weight = of_own * of_others / (of_own + of_others);
        let within = Mean { value: a.value - b.value, variance: a.variance + b.variance };
        total += weight;
        sum += weight * within.value;
        variance += weight * weight * within.variance;
        n += own.n;
        strata.push(within);
    }
    if strata.is_empty() {
        return None;
    }
    let (value, deviation) = (sum / total, variance.sqrt() / total);
    let ends = ((value - Z * deviation).max(-1.0), value, (value + Z * deviation).min(1.0));
    let estimate = if n < minimum_n {
        Estimate::insufficient(n, Method::Stratified, minimum_n)
    } else {
        Estimate::new(n, ends, Method::Stratified, minimum_n)
    };
    Some(Difference {
        estimate,
        p_value: 2.0 * Normal::new(0.0, 1.0).ok()?.sf((value / deviation).abs()),
        strata_differ: heterogeneity(&strata).map(|p| p < 0.05),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wins(of: u64, n: u64) -> Shares {
        Shares::proportion(of, n)
    }

    /// Simpson's trap: the strong have the card more often, and it does harm to strong and weak alike.
    #[test]
    fn the_sign_is_that_of_the_strata() {
        let strong = Pair { own: wins(720, 900), others: wins(90, 100) };
        let weak = Pair { own: wins(10, 100), others: wins(180, 900) };
        let pooled = wins(730, 1000).mean() - wins(270, 1000).mean();
        assert!(pooled > 0.4, "pooled it seems to help");
        let found = difference(&[strong, weak], 30).unwrap();
        assert!((found.estimate.value.unwrap() + 0.1).abs() < 1e-12, "{found:?}");
        assert!(found.estimate.high.unwrap() < 0.0 && found.p_value < 0.001, "{found:?}");
        assert_eq!(found.strata_differ, Some(false));
    }

    #[test]
    fn strata_that_point_both_ways_are_said_to_differ() {
        let up = Pair { own: wins(70, 100), others: wins(50, 100) };
        let down = Pair { own: wins(30, 100), others: wins(50, 100) };
        let found = difference(&[up, down], 30).unwrap();
        assert!(found.estimate.value.unwrap().abs() < 1e-12 && found.p_value > 0.9, "{found:?}");
        assert_eq!(found.strata_differ, Some(true));
        assert_eq!(difference(&[up], 30).unwrap().strata_differ, None);
    }

    #[test]
    fn a_mean_over_strata_counts_each_the_same() {
        let mean = share_of_strata(&[wins(52, 100), wins(990, 1000)], 1);
        assert!((mean.value.unwrap() - 0.755).abs() < 1e-12, "{mean:?}");
        assert_eq!((mean.n, mean.method), (1100, Method::Stratified));
        assert_eq!(share_of_strata(&[wins(52, 100)], 1), share(wins(52, 100), 1));
        assert!(share_of_strata(&[], 1).insufficient_data);
    }

    #[test]
    fn groups_without_a_comparison_say_nothing() {
        assert_eq!(difference(&[Pair { own: wins(5, 10), others: wins(0, 0) }], 1), None);
        assert_eq!(heterogeneity(&[]), None);
    }

    /// Shares that are all alike still leave a doubt.
    #[test]
    fn no_interval_is_without_width() {
        let found = difference(&[Pair { own: wins(40, 40), others: wins(40, 40) }], 30).unwrap();
        assert!(found.estimate.low.unwrap() < 0.0 && found.estimate.high.unwrap() > 0.0, "{found:?}");
    }
}

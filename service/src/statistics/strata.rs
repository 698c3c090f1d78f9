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
///
/// The strata are seats of the same games, whose win shares sum to one. What is the win of one seat is the loss of the others, so
/// sums over the `players` seats of a game vary by up to players / (players − 1) times what they would if seats did not depend
/// on each other: two exchangeable shares have the correlation −1 / (players − 1), and so have, at the least, two exchangeable
/// marks of who had the value. All variances are that much larger here, so no claim is too bold.
///
/// The p-value is that of Mantel and Haenszel's test (1959): the shares of a stratum are dealt anew to its two groups, which
/// gives the variance of what the group that is looked at would get; with a correction of half a win for continuity.
pub fn difference(pairs: &[Pair], players: u8, minimum_n: u64) -> Option<Difference> {
    let dependence = f64::from(players.max(2)) / f64::from(players.max(2) - 1);
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
    let (value, deviation) = (sum / total, (variance * dependence).sqrt() / total);
    let ends = ((value - Z * deviation).max(-1.0), value, (value + Z * deviation).min(1.0));
    let estimate = if n < minimum_n {
        Estimate::insufficient(n, Method::Stratified, minimum_n)
    } else {
        Estimate::new(n, ends, Method::Stratified, minimum_n)
    };
    Some(Difference {
        estimate,
        p_value: mantel_haenszel(pairs, dependence)?,
        strata_differ: heterogeneity(&strata).map(|p| p < 0.05),
    })
}

/// Half a win: shares are dealt in steps of at most a whole one.
const CONTINUITY: f64 = 0.5;

/// The p-value of Mantel and Haenszel's test; 1 where no stratum has shares that differ.
fn mantel_haenszel(pairs: &[Pair], dependence: f64) -> Option<f64> {
    let (mut excess, mut variance) = (0.0, 0.0);
    for Pair { own, others } in pairs.iter().filter(|pair| pair.own.n > 0 && pair.others.n > 0) {
        let all = own.and(*others);
        let (n, of_own, of_others) = (all.n as f64, own.n as f64, others.n as f64);
        excess += of_own * (own.mean() - all.mean());
        variance += of_own * of_others / n * all.variance().unwrap_or(0.0);
    }
    if variance <= 0.0 {
        return Some(1.0);
    }
    let z = (excess.abs() - CONTINUITY).max(0.0) / (variance * dependence).sqrt();
    Some(2.0 * Normal::new(0.0, 1.0).ok()?.sf(z))
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// Games of four in which one seat wins, and a value that one or several seats have by chance: how many of 1,000 tests are
    /// below 5 %.
    fn rejected(players: u8, games: usize, one_each: bool) -> usize {
        let mut rng = ChaCha8Rng::seed_from_u64(games as u64 + u64::from(players));
        let rejects = |_: &usize| {
            let mut pairs = vec![Pair { own: Shares::default(), others: Shares::default() }; players.into()];
            for _ in 0..games {
                let (winner, holder) = (rng.random_range(0..players), rng.random_range(0..players));
                for (seat, pair) in (0..players).zip(&mut pairs) {
                    let won = Shares::proportion(u64::from(seat == winner), 1);
                    let has = if one_each { seat == holder } else { rng.random_bool(0.2) };
                    let group = if has { &mut pair.own } else { &mut pair.others };
                    *group = group.and(won);
                }
            }
            difference(&pairs, players, 1).is_some_and(|found| found.p_value < 0.05)
        };
        (0..1_000).filter(rejects).count()
    }

    /// Also where the shares are skewed, games few, and one seat of each game has the value: then its seats say the same.
    #[test]
    fn no_more_than_five_per_cent_are_found_where_there_is_nothing() {
        for (players, games, one_each) in [
            (2, 30, true),
            (2, 200, true),
            (2, 60, false),
            (4, 30, true),
            (4, 60, false),
            (4, 200, true),
            (7, 30, true),
        ] {
            let rejected = rejected(players, games, one_each);
            assert!(rejected <= 65, "{rejected} of 1000: {players} players, {games} games, {one_each}");
        }
    }

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
        let found = difference(&[strong, weak], 2, 30).unwrap();
        assert!((found.estimate.value.unwrap() + 0.1).abs() < 1e-12, "{found:?}");
        assert!(found.estimate.high.unwrap() < 0.0 && found.p_value < 0.05, "{found:?}");
        assert_eq!(found.strata_differ, Some(false));
    }

    #[test]
    fn strata_that_point_both_ways_are_said_to_differ() {
        let up = Pair { own: wins(70, 100), others: wins(50, 100) };
        let down = Pair { own: wins(30, 100), others: wins(50, 100) };
        let found = difference(&[up, down], 2, 30).unwrap();
        assert!(found.estimate.value.unwrap().abs() < 1e-12 && found.p_value > 0.9, "{found:?}");
        assert_eq!(found.strata_differ, Some(true));
        assert_eq!(difference(&[up], 2, 30).unwrap().strata_differ, None);
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
        assert_eq!(difference(&[Pair { own: wins(5, 10), others: wins(0, 0) }], 2, 1), None);
        assert_eq!(heterogeneity(&[]), None);
    }

    /// Shares that are all alike still leave a doubt.
    #[test]
    fn no_interval_is_without_width() {
        let found = difference(&[Pair { own: wins(40, 40), others: wins(40, 40) }], 2, 30).unwrap();
        assert!(found.estimate.low.unwrap() < 0.0 && found.estimate.high.unwrap() > 0.0, "{found:?}");
    }
}

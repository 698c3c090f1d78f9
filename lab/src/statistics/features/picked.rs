//! What is told of values that were picked out because they look large: of many, the largest are those that chance made larger.
//!
//! - Intervals. Of *m* values that were tested, the *k* that are told first get intervals of the confidence 1 − 5 % × *k* / *m*; so at
//!   most 5 % of these are expected to miss (the false coverage rate of Benjamini and Yekutieli, "False discovery rate–adjusted multiple
//!   confidence intervals for selected parameters", Journal of the American Statistical Association 2005).
//! - Estimates. Each is drawn towards the mean of the other values of its feature by the part of the variance that is chance (empirical
//!   Bayes, James and Stein 1961, with the variance between values of DerSimonian and Laird 1986), but by no more than its standard
//!   error, because one great value is not like the others (Efron and Morris, "Limiting the risk of Bayes and empirical Bayes estimators",
//!   Journal of the American Statistical Association 1972).
//!
//! That rate counts games in which nothing is told as games without a miss. Where little is found, what is found is mostly chance: so
//! an interval reaches as far as that of empirical Bayes, too.

use tapis_games::feature::{Role, TURN_ORDER};

use super::believed::judged;
use super::{BucketFigures, FeatureFigures, MINIMUM_N};
use crate::statistics::{Estimate, FALSE_DISCOVERY_RATE, Method, Z, z};

/// So many are told first.
const FIRST: usize = 3;
/// Fewer values have no variance between them.
const FEWEST: usize = 3;

/// The values of a feature as draws from one distribution.
struct Family {
    mean: f64,
    /// The variance of what is true of the values.
    between: f64,
}

/// Sets what is told of the values to believe.
pub(super) fn pick(features: &mut [FeatureFigures]) {
    for role in [Role::Dealt, Role::Choice] {
        let of_role = |of: &FeatureFigures| of.role == Some(role) && of.name != TURN_ORDER;
        let all = features.iter().filter(|of| of_role(of)).flat_map(|of| of.judged());
        let tested: Vec<bool> = all.filter(|of| is_tested(of)).map(is_found).collect();
        let found = tested.iter().filter(|found| **found).count();
        let confidence = 1.0 - FALSE_DISCOVERY_RATE * found.min(FIRST) as f64 / tested.len().max(1) as f64;
        for feature in features.iter_mut().filter(|of| of_role(of)) {
            let lifts = feature.judged().filter(|of| is_tested(of)).filter_map(|of| spread(&of.lift));
            let lifts: Vec<(f64, f64)> = lifts.collect();
            for bucket in judged(feature).filter(|of| is_tested(of) && is_found(of)) {
                let Some(own) = spread(&bucket.lift) else { continue };
                let others: Vec<_> = lifts.iter().copied().filter(|lift| *lift != own).collect();
                bucket.picked = Some(told(bucket.lift.n, own, Family::of(&others), confidence));
            }
        }
    }
}

fn is_tested(bucket: &BucketFigures) -> bool {
    bucket.p_value.is_some() && bucket.same_as.is_none()
}

fn is_found(bucket: &BucketFigures) -> bool {
    bucket.discovery == Some(true)
}

/// A lift with its standard error. One end of its interval may be cut.
fn spread(lift: &Estimate) -> Option<(f64, f64)> {
    let (value, low, high) = (lift.value?, lift.low?, lift.high?);
    Some((value, (value - low).max(high - value) / Z))
}

impl Family {
    /// That of lifts with their standard errors; `None` of too few.
    fn of(lifts: &[(f64, f64)]) -> Option<Self> {
        let mean = |between: f64| {
            let weights = lifts.iter().map(|(_, error)| 1.0 / (error * error + between));
            let total: f64 = weights.clone().sum();
            let squares: f64 = weights.clone().map(|weight| weight * weight).sum();
            let mean = weights.zip(lifts).map(|(weight, (lift, _))| weight * lift).sum::<f64>() / total;
            (mean, total - squares / total)
        };
        let (common, scale) = mean(0.0);
        let q: f64 = lifts.iter().map(|(lift, error)| ((lift - common) / error).powi(2)).sum();
        let between = ((q - (lifts.len() as f64 - 1.0)) / scale).max(0.0);
        (lifts.len() >= FEWEST && between.is_finite()).then(|| Self { mean: mean(between).0, between })
    }
}

/// A lift that was picked out.
fn told(n: u64, (lift, error): (f64, f64), family: Option<Family>, confidence: f64) -> Estimate {
    let (drawn, deviation) = family.map_or((lift, error), |Family { mean, between }| {
        let part = between / (between + error * error);
        (mean + (lift - mean) * part, error * part.sqrt())
    });
    let half = z(confidence) * error;
    let (low, high) = ((lift - half).min(drawn - Z * deviation), (lift + half).max(drawn + Z * deviation));
    let ends = (low.max(-1.0), drawn.clamp(lift - error, lift + error), high.min(1.0));
    Estimate { confidence, ..Estimate::new(n, ends, Method::Stratified, MINIMUM_N) }
}

//! How many more deals would decide.

use statrs::distribution::{ContinuousCDF, Normal};

use crate::Sequence;

/// From how many deals on it is worth a guess.
pub(super) const FROM: u64 = 30;
/// More deals than this nobody plays.
const MOST: u64 = 1_000_000_000;
/// In four of five cases the number lies between these quantiles; they leave out the looks on the way, which decide sooner.
const QUANTILES: (f64, f64) = (0.15, 0.85);

/// How many more deals would decide, in four of five cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Needed {
    /// At least so many.
    pub from: u64,
    /// At most so many; `None` where there may be no end to it.
    pub to: Option<u64>,
}

impl Needed {
    /// One number, where it is within a factor of two in four of five cases.
    pub(super) fn about(self) -> Option<u64> {
        let to = self.to.filter(|to| *to <= self.from.saturating_mul(4))?;
        Some((self.from as f64 * to as f64).sqrt().round() as u64)
    }
}

/// What can be said of a difference that is not decided; `None` where nothing can.
///
/// After *n* deals of standard deviation σ with the mean *m*, the mean after *N* deals is normal around *m* with the variance
/// σ² (1/*n* − 1/*N*), nothing else being known of the difference. It decides if the interval that is then around it leaves
/// out 0, or lies within the least effect. The interval narrows with 1/*N* up to the end of the plan; beyond it a
/// larger plan is needed, with the part of the error probability that is left.
pub(super) fn needed(difference: &Sequence, alpha: f64, minimum_effect: f64) -> Option<Needed> {
    let (now, mean, deviation) = (difference.n(), difference.mean()?, difference.deviation());
    if now < FROM || deviation <= 0.0 {
        return None;
    }
    let decides = |all: u64| {
        let radius = difference.radius_after(all, alpha);
        let spread = deviation * (1.0 / now as f64 - 1.0 / all as f64).sqrt();
        let Ok(normal) = Normal::new(mean, spread) else { return 0.0 };
        let least = (minimum_effect - radius).max(0.0);
        normal.sf(radius) + normal.cdf(-radius) + normal.cdf(least) - normal.cdf(-least)
    };
    let (mut from, mut more) = (None, 1);
    while more <= MOST {
        let probability = decides(now + more);
        if from.is_none() && probability >= QUANTILES.0 {
            from = Some(more);
        }
        if probability >= QUANTILES.1 {
            return Some(Needed { from: from.unwrap_or(more), to: Some(more) });
        }
        more = (more + 1).max(more + more / 8);
    }
    Some(Needed { from: from?, to: None })
}

//! The lift of a value: what it is worth to a seat. Statistics, reports, charts, crossed features and experiments all take it from here.
//!
//! It is the mean win share of the seats that hold a value less that of the seats that do not, of the same seats of games of the same
//! line-up, less the mean of that over all values of the kind that chance dealt. docs/lab.md derives the sums.

use tapis_games::feature::{FeatureInfo, FeatureKind, Role};

/// One stratum: the same seat of games of the same line-up, as sums over games or as means over them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    /// How many seats are counted, *n*.
    pub seats: f64,
    /// How many of them hold the value, *n* *c*.
    pub holders: f64,
    /// What these won together, *n* *c* *a*.
    pub won: f64,
    /// What a value won on average, each with what its seat won, *e*; of values that are not dealt, what a seat won.
    pub mean: f64,
}

impl Held {
    /// What the holders won more than as many average values, *n* *c* (*a* − *e*).
    pub(crate) fn excess(self) -> f64 {
        self.won - self.holders * self.mean
    }

    /// How much the stratum counts, *n* *c* (1 − *c*): nothing where all its seats hold the value, or none.
    pub(crate) fn weight(self) -> f64 {
        self.holders * (1.0 - self.holders / self.seats)
    }
}

/// Σ *n* *c* (*a* − *e*) / Σ *n* *c* (1 − *c*), with the weights of Mantel and Haenszel (1959); `None` where no stratum counts.
pub(crate) fn lift(strata: impl IntoIterator<Item = Held>) -> Option<f64> {
    let counts = strata.into_iter().filter(|held| held.weight() > 0.0);
    let sum = |(excess, weight): (f64, f64), held: Held| (excess + held.excess(), weight + held.weight());
    let (excess, weight) = counts.fold((0.0, 0.0), sum);
    (weight > 0.0).then(|| excess / weight)
}

/// Whether a value is held against the other values that were dealt: who gets more of them, and when, comes of how the game goes, but
/// not which ones. Every other value is held against its absence.
pub(crate) fn is_dealt_by_kind(info: &FeatureInfo) -> bool {
    info.role == Role::Dealt && info.kind == FeatureKind::Categories
}

#[cfg(test)]
mod tests;

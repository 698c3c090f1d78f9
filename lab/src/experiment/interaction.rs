//! Whether what a rule changes depends on how well it is played: the difference between two arms in one strength less that in
//! another, on the same deals.

use super::known::Known;
use super::outcome::Interacting;
use super::tally::{Pair, Tally};
use crate::Interval;

/// Two differences between the same two planned arms.
#[derive(Clone)]
pub(super) struct Interaction {
    /// First and second arm in the first strength, and first and second in another.
    pub arms: [usize; 4],
    pub known: Known,
}

impl Interaction {
    /// Of each difference in another strength than the first.
    pub(super) fn all(pairs: &[Pair], levels: usize, known: &impl Fn(&[(usize, f64)]) -> Known) -> Vec<Self> {
        let other = pairs.iter().filter(|pair| levels > 1 && pair.first % levels > 0);
        let of = |pair: &Pair| {
            let level = pair.first % levels;
            let arms = [pair.first - level, pair.second - level, pair.first, pair.second];
            let weights = [1.0, -1.0, -1.0, 1.0];
            let weighed: Vec<(usize, f64)> = arms.into_iter().zip(weights).collect();
            Self { arms, known: known(&weighed) }
        };
        other.map(of).collect()
    }
}

impl Tally {
    pub(super) fn interval_of(&self, interaction: &Interaction) -> Interval {
        interaction.known.interval(self.budget.difference)
    }

    /// An interaction by the names of the plan.
    pub(super) fn told(&self, interaction: &Interaction) -> Interacting {
        let levels = self.plan.levels.len().max(1);
        let [first_before, _, first, second] = interaction.arms;
        let arm = |at: usize| self.plan.arms.get(at / levels).map(|arm| arm.name.clone()).unwrap_or_default();
        let level = |at: usize| self.plan.levels.get(at % levels).cloned().unwrap_or_default();
        let difference = self.interval_of(interaction);
        Interacting {
            arm: arm(second),
            with: arm(first),
            level: level(first),
            than: level(first_before),
            verdict: self.verdict_of(&difference),
            difference,
        }
    }
}

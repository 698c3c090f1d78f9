//! A search: arms race, and losers are dropped.
//!
//! Two arms are compared on the deals that both played. An arm is dropped when the one that looks best is better by an interval
//! that leaves out 0. Where what is nearest to a value *v* wins, the arm with the mean *a* is farther from it than that with the
//! mean *b* just if (*a* − *b*) and (*a* + *b*) / 2 − *v* have the same sign, as (*a* − *v*)² − (*b* − *v*)² is twice their
//! product: each of the two has an interval, and both must leave out 0. All intervals of all pairs hold together, so that it
//! does not matter which arm looks best, nor how often that changes. Racing is Maron and Moore's ("Hoeffding races", 1994), on
//! paired deals.

use std::cmp::Ordering;

use super::outcome::Found;
use super::plan::{Goal, Stop};
use super::tally::{Pair, Tally};

impl Tally {
    /// Drops every arm that is worse than the one that looks best, with the confidence of the plan.
    pub(super) fn drop_losers(&mut self) {
        let Some(best) = self.best() else { return };
        let worse = |arm: &usize| self.against(*arm, best).is_some_and(|pair| self.loser(pair) == Some(*arm));
        let losers: Vec<usize> = self.left().filter(|arm| *arm != best).filter(worse).collect();
        for arm in losers {
            self.arms[arm].dropped_after = Some(self.deals);
        }
    }

    /// A race is over when one arm is left, or only arms that play its games; for futility also when the arms left are worse than the
    /// one that looks best by less than what matters.
    pub(super) fn race_is_decided(&self) -> bool {
        let Some(best) = self.best().filter(|_| self.plan.stop != Stop::Fixed) else { return false };
        let futile = self.plan.stop == Stop::EffectOrFutility;
        self.left().filter(|arm| *arm != best).all(|arm| {
            let pair = self.against(arm, best);
            pair.is_some_and(|pair| self.are_twins(pair) || (futile && self.is_as_good(pair)))
        })
    }

    /// What a search has found so far.
    pub(super) fn found(&self, names: &[&str]) -> Option<Found> {
        let best = self.best().filter(|_| !self.plan.search.is_empty())?;
        let name = |arm: usize| names.get(arm).copied().unwrap_or_default().to_owned();
        Some(Found {
            goal: self.plan.goal,
            best: name(best),
            not_told_apart: self.left().filter(|arm| *arm != best).map(name).collect(),
        })
    }

    fn left(&self) -> impl Iterator<Item = usize> + '_ {
        let left = self.arms.iter().enumerate().filter(|(_, arm)| arm.dropped_after.is_none());
        left.map(|(at, _)| at)
    }

    /// The arm that looks best of those left, the first of several; `None` before the first deal.
    fn best(&self) -> Option<usize> {
        let loss = |arm: usize| {
            let mean = self.arms[arm].mean.interval(self.budget.arm).value?;
            Some(match self.plan.goal {
                Goal::Highest => -mean,
                Goal::Lowest => mean,
                Goal::Nearest(value) => (mean - value).abs(),
            })
        };
        let losses = self.left().filter_map(|arm| Some((arm, loss(arm)?)));
        losses.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(arm, _)| arm)
    }

    fn against(&self, one: usize, other: usize) -> Option<&Pair> {
        let pair = (one, other);
        self.pairs.iter().find(|of| pair == (of.first, of.second) || pair == (of.second, of.first))
    }

    /// The worse arm of two; `None` where it cannot be told.
    fn loser(&self, pair: &Pair) -> Option<usize> {
        let alpha = self.budget.difference;
        let difference = pair.known().leans(alpha, 0.0);
        let second_is_worse = match (self.plan.goal, &pair.middle) {
            (Goal::Nearest(value), Some(middle)) if difference.is_ne() => match middle.leans(alpha, value) {
                Ordering::Equal => return None,
                side => side == difference,
            },
            _ if difference.is_eq() => return None,
            (Goal::Highest, _) => difference.is_lt(),
            _ => difference.is_gt(),
        };
        Some(if second_is_worse { pair.second } else { pair.first })
    }

    /// Whether neither of two arms is better by what matters: of *a* − *v* and *b* − *v* the amounts differ by the lesser of the amounts of
    /// their difference and of their sum.
    fn is_as_good(&self, pair: &Pair) -> bool {
        let (alpha, least) = (self.budget.difference, self.plan.minimum_effect);
        let middle = match (self.plan.goal, &pair.middle) {
            (Goal::Nearest(value), Some(middle)) => middle.is_within(alpha, value, least / 2.0),
            _ => false,
        };
        middle || pair.known().is_within(alpha, 0.0, least)
    }
}

//! What the deals of an experiment add up to, and what that decides.

use tapis_solver::confidence::Kind;

use super::outcome::{Comparison, Outcome, Verdict};
use super::plan::{Goal, Plan, Stop};
use crate::lab::{Interval, Sequence, moments::Moments};

/// The sums of an experiment.
#[derive(Clone)]
pub(super) struct Tally {
    plan: Plan,
    /// The error probability of one comparison, and of the mean of one arm: all of them together have that of the plan
    /// (Bonferroni).
    alpha_of_comparison: f64,
    alpha_of_arm: f64,
    deals: u64,
    arms: Vec<ArmTally>,
}

#[derive(Clone)]
struct ArmTally {
    mean: Sequence,
    /// Less the first arm, deal by deal.
    difference: Sequence,
    /// Of its own values, of the first arm's on the same deals, and of their differences: what pairing gains.
    spread: [Moments; 3],
    dropped_after: Option<u64>,
}

/// The figures of an arm.
pub(super) struct ArmResult {
    pub mean: Interval,
    pub dropped_after: Option<u64>,
}

impl Tally {
    pub(super) fn new(plan: Plan, arms: usize, deals: u64) -> Self {
        let alpha = 1.0 - plan.confidence;
        let (mean, difference) = match plan.metric.kind() {
            Kind::Share => (Sequence::of_shares(), Sequence::of_differences()),
            Kind::Points => (Sequence::of_points(), Sequence::of_points()),
        };
        let (mean, difference) = (mean.planned(deals), difference.planned(deals));
        let arm = ArmTally { mean, difference, spread: [Moments::default(); 3], dropped_after: None };
        Self {
            alpha_of_comparison: alpha / arms.saturating_sub(1).max(1) as f64,
            alpha_of_arm: alpha / arms.max(1) as f64,
            plan,
            deals: 0,
            arms: vec![arm; arms],
        }
    }

    /// The deals so far.
    pub(super) fn deals(&self) -> u64 {
        self.deals
    }

    /// Which arms still play.
    pub(super) fn playing(&self) -> impl Iterator<Item = bool> + '_ {
        self.arms.iter().map(|arm| arm.dropped_after.is_none())
    }

    /// Adds the values of a chunk, by arm and deal; none for an arm that no longer plays. In a search, losers are dropped.
    pub(super) fn push(&mut self, measured: &[Vec<f64>]) {
        let first = measured.first().map(Vec::as_slice).unwrap_or_default();
        for (arm, values) in self.arms.iter_mut().zip(measured) {
            values.iter().for_each(|value| arm.mean.push(*value));
            for (value, first) in values.iter().zip(first) {
                arm.difference.push(value - first);
                let values = [*value, *first, value - first];
                arm.spread.iter_mut().zip(values).for_each(|(moments, value)| moments.push(value));
            }
        }
        self.deals += measured.iter().map(Vec::len).max().unwrap_or(0) as u64;
        if !self.plan.search.is_empty() {
            self.drop_losers();
        }
    }

    /// Whether more games would decide nothing that is asked.
    pub(super) fn is_decided(&self) -> bool {
        if !self.plan.search.is_empty() {
            return self.race_is_decided();
        }
        let mut verdicts = self.arms.iter().skip(1).map(|arm| self.verdict(&self.difference(arm))).peekable();
        self.plan.stop != Stop::Fixed
            && verdicts.peek().is_some()
            && verdicts.all(|verdict| match verdict {
                Verdict::Higher | Verdict::Lower => true,
                Verdict::NoRelevantDifference => self.plan.stop == Stop::EffectOrFutility,
                Verdict::Undecided => false,
            })
    }

    /// The figures of each arm.
    pub(super) fn arms(&self) -> impl Iterator<Item = ArmResult> + '_ {
        self.arms.iter().map(|arm| ArmResult {
            mean: arm.mean.interval(self.alpha_of_arm),
            dropped_after: arm.dropped_after,
        })
    }

    /// Every arm but the first, compared with the first; `names` are those of all arms.
    pub(super) fn comparisons(&self, names: &[&str]) -> Vec<Comparison> {
        let first = names.first().copied().unwrap_or_default();
        let compared = self.arms.iter().zip(names).skip(1).map(|(arm, name)| {
            let difference = self.difference(arm);
            let verdict = self.verdict(&difference);
            let more_deals = (verdict == Verdict::Undecided).then(|| self.more_deals(&difference)).flatten();
            let [own, first_arm, differences] = arm.spread;
            let gain = (own.variance() + first_arm.variance()) / differences.variance();
            Comparison {
                arm: (*name).to_owned(),
                with: first.to_owned(),
                difference,
                verdict,
                more_deals,
                pairing_gain: gain.is_finite().then_some(gain),
            }
        });
        compared.collect()
    }

    /// The outcome, but for the arms.
    pub(super) fn outcome(&self, names: &[&str], of: u64) -> Outcome {
        Outcome {
            metric: self.plan.metric.clone(),
            confidence: self.plan.confidence,
            method: match self.plan.metric.kind() {
                Kind::Share => "planned_and_empirical_bernstein_sequence",
                Kind::Points => "planned_and_asymptotic_sequence",
            },
            deals: self.deals,
            stopped_early: self.deals < of && self.is_decided(),
            arms: Vec::new(),
            comparisons: self.comparisons(names),
        }
    }

    fn difference(&self, arm: &ArmTally) -> Interval {
        arm.difference.interval(self.alpha_of_comparison)
    }

    fn verdict(&self, difference: &Interval) -> Verdict {
        let (Some(low), Some(high)) = (difference.low, difference.high) else { return Verdict::Undecided };
        if low > 0.0 {
            Verdict::Higher
        } else if high < 0.0 {
            Verdict::Lower
        } else if -self.plan.minimum_effect < low && high < self.plan.minimum_effect {
            Verdict::NoRelevantDifference
        } else {
            Verdict::Undecided
        }
    }

    /// The width of an interval goes with the root of the number of deals; it decides when it is as narrow as the
    /// difference, or as the least that matters.
    fn more_deals(&self, difference: &Interval) -> Option<u64> {
        let radius = (difference.high? - difference.low?) / 2.0;
        let target = difference.value.abs().max(self.plan.minimum_effect);
        let needed = difference.n as f64 * (radius / target).powi(2);
        (target > 0.0 && needed < 1e12).then(|| (needed.ceil() as u64).saturating_sub(difference.n).max(1))
    }

    /// Drops every arm that is worse than another with the confidence of the plan.
    fn drop_losers(&mut self) {
        let losses: Vec<_> = self.arms.iter().map(|arm| self.loss(arm)).collect();
        let best = losses.iter().flatten().map(|(_, most)| *most).fold(f64::INFINITY, f64::min);
        let deals = self.deals;
        for (arm, loss) in self.arms.iter_mut().zip(losses) {
            if arm.dropped_after.is_none() && loss.is_some_and(|(least, _)| least > best) {
                arm.dropped_after = Some(deals);
            }
        }
    }

    /// A race is over when one arm is left; for futility also when the arms left differ by less than what matters.
    fn race_is_decided(&self) -> bool {
        let left: Vec<_> = self.arms.iter().filter(|arm| arm.dropped_after.is_none()).collect();
        let futile = || {
            let losses: Option<Vec<_>> = left.iter().map(|arm| self.loss(arm)).collect();
            let Some(losses) = losses else { return false };
            let least = losses.iter().map(|(least, _)| *least).fold(f64::INFINITY, f64::min);
            let most = losses.iter().map(|(_, most)| *most).fold(f64::NEG_INFINITY, f64::max);
            most - least < self.plan.minimum_effect
        };
        match self.plan.stop {
            Stop::Fixed => false,
            Stop::Effect => left.len() == 1,
            Stop::EffectOrFutility => left.len() == 1 || futile(),
        }
    }

    /// How far an arm is from the goal, at least and at most: less is better.
    fn loss(&self, arm: &ArmTally) -> Option<(f64, f64)> {
        let Interval { low: Some(low), high: Some(high), .. } = arm.mean.interval(self.alpha_of_arm) else {
            return None;
        };
        Some(match self.plan.goal {
            Goal::Highest => (-high, -low),
            Goal::Lowest => (low, high),
            Goal::Nearest(value) => {
                let least = (low - value).max(value - high).max(0.0);
                (least, (low - value).abs().max((high - value).abs()))
            }
        })
    }
}

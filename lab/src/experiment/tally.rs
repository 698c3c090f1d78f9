//! What the deals of an experiment add up to, and what that decides.

use std::borrow::Cow;

use tapis_solver::confidence::Kind;

use super::looks::Looks;
use super::needed::needed;
use super::outcome::{Comparison, Outcome, SequenceMethod, Verdict};
use super::plan::{Goal, Plan, Stop};
use crate::{Interval, Sequence, moments::Moments, spending::Budget};

/// Who is compared with whom, and over how many deals.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// For each arm the first one that plays the same games: itself, where it has no twin before it.
    pub twins: Vec<usize>,
    /// The arm with which the others are compared.
    pub reference: usize,
    /// The planned numbers of deals, in the order in which they were planned.
    pub plans: Vec<u64>,
}

/// The sums of an experiment.
#[derive(Clone)]
pub(super) struct Tally {
    pub(super) plan: Plan,
    pub(super) budget: Budget,
    reference: usize,
    deals: u64,
    pub(super) arms: Vec<ArmTally>,
    /// Each arm with the reference; in a search, each with each.
    pub(super) pairs: Vec<Pair>,
}

#[derive(Clone)]
pub(super) struct ArmTally {
    pub(super) mean: Sequence,
    pub(super) twin: usize,
    pub(super) dropped_after: Option<u64>,
    looks: Looks,
}

/// Two arms on the same deals.
#[derive(Clone)]
pub(super) struct Pair {
    pub(super) first: usize,
    pub(super) second: usize,
    /// The second less the first, deal by deal.
    pub(super) difference: Sequence,
    /// The mean of both, where a search looks for what is nearest to a value.
    pub(super) middle: Option<Sequence>,
    /// Of the values of the second, of the first, and of their differences: what pairing gains.
    spread: [Moments; 3],
    looks: Looks,
}

/// The figures of an arm.
pub(super) struct ArmResult {
    pub mean: Interval,
    pub dropped_after: Option<u64>,
    pub looks: Vec<Interval>,
}

impl Pair {
    fn push(&mut self, first: f64, second: f64) {
        self.difference.push(second - first);
        if let Some(middle) = &mut self.middle {
            middle.push(0.5 * (first + second));
        }
        let values = [second, first, second - first];
        self.spread.iter_mut().zip(values).for_each(|(moments, value)| moments.push(value));
    }

    /// The difference as it is known. Where it was the same on every deal, one imaginary deal is added on which the arms differ as
    /// if they had different cards: that they never differed so far does not say that they never will.
    pub(super) fn known(&self) -> Cow<'_, Sequence> {
        let [second, first, _] = self.spread;
        match self.difference.deviation() {
            0.0 => Cow::Owned(self.difference.doubting(second.variance() + first.variance())),
            _ => Cow::Borrowed(&self.difference),
        }
    }

    fn pairing_gain(&self) -> Option<f64> {
        let [second, first, differences] = self.spread;
        let gain = (second.variance() + first.variance()) / differences.variance();
        gain.is_finite().then_some(gain)
    }
}

impl Tally {
    pub(super) fn new(plan: Plan, field: &Field) -> Self {
        let (mean, difference) = match plan.metric.kind() {
            Kind::Share => (Sequence::of_shares(), Sequence::of_differences()),
            Kind::Points => (Sequence::of_points(), Sequence::of_points()),
        };
        let (mean, difference) = (mean.planned(&field.plans), difference.planned(&field.plans));
        let races = !plan.search.is_empty();
        let middle = matches!(plan.goal, Goal::Nearest(_)).then(|| mean.clone()).filter(|_| races);
        let spread = [Moments::default(); 3];
        let pair = |(first, second)| Pair {
            first,
            second,
            difference: difference.clone(),
            middle: middle.clone(),
            spread,
            looks: Looks::new(),
        };
        let pairs: Vec<Pair> = pairs(field, races).into_iter().map(pair).collect();
        let arm = |twin: &usize| ArmTally {
            mean: mean.clone(),
            twin: *twin,
            dropped_after: None,
            looks: Looks::new(),
        };
        let intervals = if middle.is_some() { 2 * pairs.len() } else { pairs.len() };
        Self {
            budget: Budget::new(1.0 - plan.confidence, field.twins.len(), intervals),
            plan,
            reference: field.reference,
            deals: 0,
            arms: field.twins.iter().map(arm).collect(),
            pairs,
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
        let of = |arm: usize| measured.get(arm).map(Vec::as_slice).unwrap_or_default();
        for (at, arm) in self.arms.iter_mut().enumerate() {
            of(at).iter().for_each(|value| arm.mean.push(*value));
        }
        for pair in &mut self.pairs {
            let values = of(pair.first).iter().zip(of(pair.second));
            values.for_each(|(first, second)| pair.push(*first, *second));
        }
        self.deals += measured.iter().map(Vec::len).max().unwrap_or(0) as u64;
        if !self.plan.search.is_empty() {
            self.drop_losers();
        } else {
            self.look();
        }
    }

    /// Keeps what is seen now of each comparison or, where nothing is compared, of the arm.
    fn look(&mut self) {
        let alpha = self.budget.difference;
        let twin = |arm: usize| self.arms[arm].twin;
        let twins: Vec<bool> = self.pairs.iter().map(|pair| twin(pair.first) == twin(pair.second)).collect();
        for (pair, twins) in self.pairs.iter_mut().zip(twins) {
            let mut looks = std::mem::replace(&mut pair.looks, Looks::new());
            looks.push(|| difference(&pair.known(), alpha, twins));
            pair.looks = looks;
        }
        if let [arm] = &mut self.arms[..] {
            arm.looks.push(|| arm.mean.interval(self.budget.arm));
        }
    }

    /// Whether more games would decide nothing that is asked.
    pub(super) fn is_decided(&self) -> bool {
        if !self.plan.search.is_empty() {
            return self.race_is_decided();
        }
        let mut verdicts = self.compared().map(|pair| (self.are_twins(pair), self.verdict(pair))).peekable();
        self.plan.stop != Stop::Fixed
            && verdicts.peek().is_some()
            && verdicts.all(|(twins, verdict)| match verdict {
                Verdict::Higher | Verdict::Lower => true,
                Verdict::NoRelevantDifference => twins || self.plan.stop == Stop::EffectOrFutility,
                Verdict::Undecided => false,
            })
    }

    /// The figures of each arm.
    pub(super) fn arms(&self) -> impl Iterator<Item = ArmResult> + '_ {
        self.arms.iter().map(|arm| ArmResult {
            mean: arm.mean.interval(self.budget.arm),
            dropped_after: arm.dropped_after,
            looks: match self.arms.len() {
                1 => arm.looks.until(arm.mean.interval(self.budget.arm)),
                _ => Vec::new(),
            },
        })
    }

    /// Every arm but the reference, compared with the reference; `names` are those of all arms.
    pub(super) fn comparisons(&self, names: &[&str]) -> Vec<Comparison> {
        let name = |arm: usize| names.get(arm).copied().unwrap_or_default().to_owned();
        let compared = self.compared().map(|pair| {
            let verdict = self.verdict(pair);
            let plays = [pair.first, pair.second].iter().all(|arm| self.arms[*arm].dropped_after.is_none());
            let needed = (verdict == Verdict::Undecided && plays)
                .then(|| needed(&pair.known(), self.budget.difference, self.plan.minimum_effect))
                .flatten();
            Comparison {
                arm: name(pair.second),
                with: name(pair.first),
                difference: self.difference(pair),
                verdict,
                same_games: self.are_twins(pair),
                more_deals: needed.and_then(|needed| needed.about()),
                more_deals_from: needed.map(|needed| needed.from),
                more_deals_to: needed.and_then(|needed| needed.to),
                pairing_gain: pair.pairing_gain(),
                looks: match self.plan.search.is_empty() {
                    true => pair.looks.until(self.difference(pair)),
                    false => Vec::new(),
                },
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
                Kind::Share => SequenceMethod::PlannedAndEmpiricalBernsteinSequence,
                Kind::Points => SequenceMethod::PlannedAndAsymptoticSequence,
            },
            deals: self.deals,
            stopped_early: self.deals < of && self.is_decided(),
            arms: Vec::new(),
            comparisons: self.comparisons(names),
            search: self.found(names),
        }
    }

    fn compared(&self) -> impl Iterator<Item = &Pair> {
        self.pairs.iter().filter(|pair| pair.first == self.reference)
    }

    pub(super) fn are_twins(&self, pair: &Pair) -> bool {
        self.arms[pair.first].twin == self.arms[pair.second].twin
    }

    fn difference(&self, pair: &Pair) -> Interval {
        difference(&pair.known(), self.budget.difference, self.are_twins(pair))
    }

    fn verdict(&self, pair: &Pair) -> Verdict {
        let (difference, least) = (self.difference(pair), self.plan.minimum_effect);
        match (difference.low, difference.high) {
            (Some(_), Some(_)) if self.are_twins(pair) => Verdict::NoRelevantDifference,
            (Some(low), Some(_)) if low > 0.0 => Verdict::Higher,
            (Some(_), Some(high)) if high < 0.0 => Verdict::Lower,
            (Some(low), Some(high)) if -least < low && high < least => Verdict::NoRelevantDifference,
            _ => Verdict::Undecided,
        }
    }
}

/// The interval of a difference. Between twins there is none, whatever the deals.
fn difference(known: &Sequence, alpha: f64, are_twins: bool) -> Interval {
    let found = known.interval(alpha);
    match are_twins && found.n > 0 {
        true => Interval { value: Some(0.0), low: Some(0.0), high: Some(0.0), n: found.n },
        false => found,
    }
}

/// The reference with each other arm; in a race also each of the others with each.
fn pairs(field: &Field, races: bool) -> Vec<(usize, usize)> {
    let others: Vec<usize> = (0..field.twins.len()).filter(|arm| *arm != field.reference).collect();
    let mut pairs: Vec<_> = others.iter().map(|arm| (field.reference, *arm)).collect();
    if races {
        let later =
            |(at, first): (usize, &usize)| others[at + 1..].iter().map(|second| (*first, *second)).collect();
        let among: Vec<Vec<_>> = others.iter().enumerate().map(later).collect();
        pairs.extend(among.concat());
    }
    pairs
}

//! What the deals of an experiment add up to, and what that decides.

use std::borrow::Cow;

use tapis_solver::confidence::Kind;

use super::balance;
use super::interaction::Interaction;
use super::known::{Known, Weighed};
use super::looks::Looks;
use super::needed::FROM;
use super::outcome::{Comparison, Outcome, SequenceMethod, Verdict};
use super::plan::{Compare, Goal, Plan, Stop};
use crate::{Interval, moments::Moments, spending::Budget};

/// Who is compared with whom, and over how many deals.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// For each arm the first one that plays the same games: itself, where it has no twin before it.
    pub twins: Vec<usize>,
    /// The arm with which the others are compared.
    pub reference: usize,
    /// How many numbers each arm has a deal.
    pub numbers: Vec<usize>,
    /// In how many strengths each of the planned arms is played; the arms of one planned arm follow each other.
    pub levels: usize,
    /// The planned numbers of deals, in the order in which they were planned.
    pub plans: Vec<u64>,
}

/// The sums of an experiment.
#[derive(Clone)]
pub(super) struct Tally {
    pub(super) plan: Plan,
    pub(super) budget: Budget,
    field: Field,
    /// The deals so far.
    pub(super) deals: u64,
    pub(super) arms: Vec<ArmTally>,
    /// Each arm with the reference; in a search, and where that is asked, each with each.
    pub(super) pairs: Vec<Pair>,
    /// Where arms are played in several strengths: whether their difference depends on it.
    pub(super) interactions: Vec<Interaction>,
}

#[derive(Clone)]
pub(super) struct ArmTally {
    pub(super) mean: Known,
    pub(super) dropped_after: Option<u64>,
    pub(super) looks: Looks,
}

/// Two arms on the same deals.
#[derive(Clone)]
pub(super) struct Pair {
    pub(super) first: usize,
    pub(super) second: usize,
    /// The second less the first, deal by deal.
    pub(super) difference: Known,
    /// The mean of both, where a search looks for what is nearest to a value.
    pub(super) middle: Option<Known>,
    /// Of the values of the second, of the first, and of their differences: what pairing gains. Of means alone.
    spread: [Moments; 3],
    /// Whether they came out differently in any deal.
    differed: bool,
    looks: Looks,
}

impl Pair {
    fn push(&mut self, first: &[f64], second: &[f64]) {
        self.differed |= first != second;
        self.difference.push(&[first, second]);
        if let Some(middle) = &mut self.middle {
            middle.push(&[first, second]);
        }
        if let (Known::Mean(..), [first], [second]) = (&self.difference, first, second) {
            let values = [*second, *first, second - first];
            self.spread.iter_mut().zip(values).for_each(|(moments, value)| moments.push(value));
        }
    }

    /// The difference as it is known. Where it was the same on every deal, with a doubt.
    pub(super) fn known(&self) -> Cow<'_, Known> {
        let [second, first, _] = self.spread;
        self.difference.doubting(|| second.variance() + first.variance())
    }

    fn pairing_gain(&self) -> Option<f64> {
        let [second, first, differences] = self.spread;
        let gain = (second.variance() + first.variance()) / differences.variance();
        gain.is_finite().then_some(gain)
    }
}

impl Tally {
    pub(super) fn new(plan: Plan, field: &Field) -> Self {
        let races = !plan.search.is_empty();
        let plans = &field.plans;
        let known = |arms: &[(usize, f64)]| {
            let weighed = |&(arm, weight): &(usize, f64)| Weighed { numbers: field.numbers[arm], weight };
            Known::new(&plan.metric, &arms.iter().map(weighed).collect::<Vec<_>>(), plans)
        };
        let nearest = races && matches!(plan.goal, Goal::Nearest(_));
        let pair = |(first, second)| Pair {
            first,
            second,
            difference: known(&[(first, -1.0), (second, 1.0)]),
            middle: nearest.then(|| known(&[(first, 0.5), (second, 0.5)])),
            spread: [Moments::default(); 3],
            differed: false,
            looks: Looks::new(),
        };
        let among = races || plan.compare == Compare::All;
        let pairs: Vec<Pair> = pairs(field, among).into_iter().map(pair).collect();
        let interactions = Interaction::all(&pairs, field.levels, &known);
        let arm = |at| ArmTally { mean: known(&[(at, 1.0)]), dropped_after: None, looks: Looks::new() };
        let arms = (0..field.twins.len()).map(arm).collect();
        let intervals = interactions.len() + if nearest { 2 * pairs.len() } else { pairs.len() };
        Self {
            budget: Budget::new(1.0 - plan.confidence, field.twins.len(), intervals),
            plan,
            field: field.clone(),
            deals: 0,
            arms,
            pairs,
            interactions,
        }
    }

    /// Which arms still play.
    pub(super) fn playing(&self) -> impl Iterator<Item = bool> + '_ {
        self.arms.iter().map(|arm| arm.dropped_after.is_none())
    }

    /// Adds the values of a chunk, by arm and deal; none for an arm that no longer plays. In a search, losers are dropped.
    pub(super) fn push(&mut self, measured: &[Vec<f64>]) {
        let numbers = &self.field.numbers;
        let of =
            |arm: usize| measured.get(arm).map(Vec::as_slice).unwrap_or_default().chunks(numbers[arm].max(1));
        let mut deals = 0;
        for (at, arm) in self.arms.iter_mut().enumerate() {
            deals = deals.max(of(at).len());
            of(at).for_each(|values| arm.mean.push(&[values]));
        }
        for pair in &mut self.pairs {
            let values = of(pair.first).zip(of(pair.second));
            values.for_each(|(first, second)| pair.push(first, second));
        }
        for interaction in &mut self.interactions {
            let mut values = interaction.arms.map(of);
            while let [Some(a), Some(b), Some(c), Some(d)] = values.each_mut().map(Iterator::next) {
                interaction.known.push(&[a, b, c, d]);
            }
        }
        self.deals += deals as u64;
        if !self.plan.search.is_empty() {
            self.drop_losers();
        } else {
            self.look();
        }
    }

    /// Keeps what is seen now of each comparison or, where nothing is compared, of the arm.
    fn look(&mut self) {
        let (alpha, twins) = (self.budget.difference, &self.field.twins);
        for pair in &mut self.pairs {
            let twins = twins[pair.first] == twins[pair.second];
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
        let pairs = self.compared().map(|pair| (self.are_twins(pair), self.verdict(pair)));
        let interactions = self.interactions.iter().map(|of| (false, self.verdict_of(&self.interval_of(of))));
        let mut verdicts = pairs.chain(interactions).peekable();
        self.plan.stop != Stop::Fixed
            && verdicts.peek().is_some()
            && verdicts.all(|(twins, verdict)| match verdict {
                Verdict::Higher | Verdict::Lower => true,
                Verdict::NoRelevantDifference => twins || self.plan.stop == Stop::EffectOrFutility,
                Verdict::Undecided => false,
            })
    }

    /// Every arm but the reference, compared with the reference; `names` are those of all arms.
    pub(super) fn comparisons(&self, names: &[&str]) -> Vec<Comparison> {
        let name = |arm: usize| names.get(arm).copied().unwrap_or_default().to_owned();
        let compared = self.compared().map(|pair| {
            let verdict = self.verdict(pair);
            let plays = [pair.first, pair.second].iter().all(|arm| self.arms[*arm].dropped_after.is_none());
            let (same_games, difference) = (self.are_twins(pair), self.difference(pair));
            let equal_so_far = !pair.differed && !same_games && difference.n >= FROM;
            let needed = (verdict == Verdict::Undecided && plays && !equal_so_far)
                .then(|| pair.known().needed(self.budget.difference, self.plan.minimum_effect))
                .flatten();
            Comparison {
                arm: name(pair.second),
                with: name(pair.first),
                difference,
                verdict,
                same_games,
                equal_so_far,
                more_deals: needed.and_then(|needed| needed.about()),
                more_deals_from: needed.map(|needed| needed.from),
                more_deals_to: needed.and_then(|needed| needed.to),
                pairing_gain: pair.pairing_gain(),
                looks: match self.plan.search.is_empty() {
                    true => pair.looks.until(difference),
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
            feature: None,
            confidence: self.plan.confidence,
            method: match self.plan.metric.kind() {
                Kind::Share => SequenceMethod::PlannedAndEmpiricalBernsteinSequence,
                Kind::Points => SequenceMethod::PlannedAndAsymptoticSequence,
            },
            deals: self.deals,
            stopped_early: self.deals < of && self.is_decided(),
            arms: Vec::new(),
            comparisons: self.comparisons(names),
            interactions: self.interactions.iter().map(|of| self.told(of)).collect(),
            search: self.found(names),
        }
    }

    fn compared(&self) -> impl Iterator<Item = &Pair> {
        let all = self.plan.compare == Compare::All || self.field.levels > 1;
        self.pairs.iter().filter(move |pair| all || pair.first == self.field.reference)
    }

    pub(super) fn are_twins(&self, pair: &Pair) -> bool {
        self.field.twins[pair.first] == self.field.twins[pair.second]
    }

    fn difference(&self, pair: &Pair) -> Interval {
        difference(&pair.known(), self.budget.difference, self.are_twins(pair))
    }

    fn verdict(&self, pair: &Pair) -> Verdict {
        let difference = self.difference(pair);
        match difference.low {
            Some(_) if self.are_twins(pair) => Verdict::NoRelevantDifference,
            _ => self.verdict_of(&difference),
        }
    }

    pub(super) fn verdict_of(&self, difference: &Interval) -> Verdict {
        let least = self.plan.minimum_effect;
        match (difference.low, difference.high) {
            (Some(low), Some(_)) if low > 0.0 => Verdict::Higher,
            (Some(_), Some(high)) if high < 0.0 => Verdict::Lower,
            (Some(low), Some(high)) if -least < low && high < least => Verdict::NoRelevantDifference,
            _ => Verdict::Undecided,
        }
    }
}

/// The interval of a difference. Between twins there is none, whatever the deals.
fn difference(known: &Known, alpha: f64, are_twins: bool) -> Interval {
    let found = known.interval(alpha);
    match are_twins && found.n > 0 {
        true => Interval { value: Some(0.0), low: Some(0.0), high: Some(0.0), n: found.n },
        false => found,
    }
}

/// The reference with each other arm, and among all also each of the others with each.
fn pairs(field: &Field, among: bool) -> Vec<(usize, usize)> {
    if field.levels > 1 {
        return of_levels(field, among);
    }
    let others: Vec<usize> = (0..field.twins.len()).filter(|arm| *arm != field.reference).collect();
    let mut pairs: Vec<_> = others.iter().map(|arm| (field.reference, *arm)).collect();
    if among {
        pairs.extend(balance::pairs(others.len()).map(|(first, second)| (others[first], others[second])));
    }
    pairs
}

/// The same of arms that are played in several strengths: within each of them, by planned arms.
fn of_levels(field: &Field, among: bool) -> Vec<(usize, usize)> {
    let planned = field.twins.len() / field.levels;
    let firsts = if among { planned } else { planned.min(1) };
    let arms = (0..firsts).flat_map(|first| (first + 1..planned).map(move |second| (first, second)));
    let at = |(first, second)| {
        (0..field.levels).map(move |level| (first * field.levels + level, second * field.levels + level))
    };
    arms.flat_map(at).collect()
}

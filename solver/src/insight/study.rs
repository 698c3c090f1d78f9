//! Weighs the facts of lines: how often they happen after which move, and what that is worth.

use std::collections::BTreeSet;

use super::Lines;
use super::line::{Fact, Line};
use super::words::{Counts, Words};
use crate::answer::{Explanation, HintLevel};

/// A difference is said if it is at least so many standard errors from 0,
const SURE: f64 = 3.0;
/// and if it is at least this share of the lines.
const LEAST: f64 = 0.08;
/// Shares that differ by no more than this are alike.
const ALIKE: f64 = 0.15;
/// What happens in less than this share of the lines is rare.
const COMMON: f64 = 0.25;
/// The most facts that are told of a move.
const TOLD: usize = 2;

/// A fact with what the lines say of it.
struct Evidence {
    fact: Fact,
    /// After the best move, the next best, the rest.
    counts: [Count; 3],
    /// The difference of the shares of the best move and the next best, and the rest, with standard errors.
    leads: [(f64, f64); 2],
    /// What lines with it are worth more than lines without, over all lines, with its standard error.
    worth: (f64, f64),
    /// The mean values of lines with and without it.
    values: (f64, f64),
}

/// How many of the lines have a fact.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    having: u64,
    all: u64,
}

/// See the module's text.
pub(super) struct Study<'a> {
    lines: &'a [Lines],
    evidence: Vec<Evidence>,
}

impl<'a> Study<'a> {
    /// The study of the facts that `can_be_said`.
    pub(super) fn of(lines: &'a [Lines], can_be_said: impl Fn(&Fact) -> bool) -> Self {
        let all: BTreeSet<&Fact> = lines.iter().flatten().flatten().flat_map(|line| &line.facts).collect();
        let known = all.into_iter().filter(|fact| can_be_said(fact));
        Self { lines, evidence: known.map(|fact| Evidence::of(lines, fact)).collect() }
    }

    /// What is said, for all levels.
    pub(super) fn tell(&self, words: &Words) -> Vec<Explanation> {
        let mut told = Vec::new();
        let decisive = self.decisive();
        match (decisive, self.frequent()) {
            (Some(decisive), _) => told.push(words.decides(&decisive.fact, decisive.values)),
            (None, Some(frequent)) => {
                let all = frequent.counts.iter().fold(Count::default(), |sum, count| sum.plus(*count));
                told.push(words.expected(&frequent.fact, (all.having, all.all), frequent.agrees()));
            }
            (None, None) => {}
        }
        for rest in [0, 1] {
            let separating = self.separating(rest);
            if let Some(first) = separating.first().filter(|_| rest == 0) {
                told.push(words.differs(&first.fact, first.compared(0)));
            }
            told.extend(
                separating.iter().flat_map(|one| words.more(&one.fact, one.compared(rest), rest == 1)),
            );
            let points = self.points(rest).filter(|_| separating.len() < TOLD);
            told.extend(points.into_iter().flat_map(|points| words.points(points, rest == 1)));
            if !told.iter().all(|one| one.from <= HintLevel::Candidates) {
                return told;
            }
        }
        // That both moves never bring something about says little.
        let happens = |one: &&Evidence| one.counts[0].having + one.counts[1].having > 0;
        let candidates = || decisive.into_iter().chain(self.frequent()).chain(&self.evidence).filter(happens);
        if let Some(alike) = candidates().find(|one| one.is_alike()) {
            told.extend(words.alike(&alike.fact, alike.compared(0)));
        } else if let Some(open) = candidates().find(|one| one.is_open()) {
            told.extend(words.unsettled(&open.fact, open.compared(0)));
        }
        told
    }

    /// The most frequent of the facts that every move has as often and that are not rare, else of all.
    fn frequent(&self) -> Option<&Evidence> {
        let common = |one: &Evidence| one.agrees() && one.share() >= COMMON;
        self.evidence
            .iter()
            .max_by(|a, b| common(a).cmp(&common(b)).then_with(|| a.share().total_cmp(&b.share())))
    }

    /// The fact on which most of the value depends, over all lines.
    fn decisive(&self) -> Option<&Evidence> {
        let sure = self.evidence.iter().filter(|one| one.worth.0.abs() >= SURE * one.worth.1);
        let carried = |one: &Evidence| one.worth.0.abs() * (one.share() * (1.0 - one.share())).sqrt();
        sure.max_by(|a, b| carried(a).total_cmp(&carried(b)))
    }

    /// The facts that set the best move apart, those that carry most of the difference first; each group once.
    fn separating(&self, rest: usize) -> Vec<&Evidence> {
        let carried = |one: &Evidence| one.worth.0 * one.leads[rest].0;
        let sure = |one: &&Evidence| {
            let (lead, error) = one.leads[rest];
            lead.abs() >= LEAST.max(SURE * error) && carried(one) > 0.0 && one.worth.0.abs() >= one.worth.1
        };
        let mut all: Vec<&Evidence> = self.evidence.iter().filter(sure).collect();
        all.sort_by(|a, b| carried(b).total_cmp(&carried(a)));
        let mut groups = BTreeSet::new();
        all.retain(|one| groups.insert((one.fact.group(), &one.fact.names)));
        all.truncate(TOLD);
        all
    }

    /// The mean points of the round after the best move and after the next or the rest, if they are greater for sure.
    fn points(&self, rest: usize) -> Option<(f64, f64)> {
        let pairs: Vec<(f64, f64)> = self
            .lines
            .iter()
            .filter_map(|lines| {
                let points = |line: &Option<Line>| line.as_ref()?.points.map(f64::from);
                Some((points(&lines[0])?, points(&lines[1 + rest])?))
            })
            .collect();
        let (lead, error) = mean(pairs.iter().map(|(a, b)| a - b));
        let means = (mean(pairs.iter().map(|pair| pair.0)).0, mean(pairs.iter().map(|pair| pair.1)).0);
        (!pairs.is_empty() && pairs.len() == self.lines.len() && lead >= 0.5_f64.max(SURE * error))
            .then_some(means)
    }
}

impl Evidence {
    fn of(lines: &[Lines], fact: &Fact) -> Self {
        let has = |line: &Line| f64::from(u8::from(line.facts.contains(fact)));
        let count = |index: usize| {
            let these = lines.iter().filter_map(|lines| lines[index].as_ref());
            Count { having: these.clone().map(has).sum::<f64>() as u64, all: these.count() as u64 }
        };
        let lead = |index: usize| {
            let pair = |lines: &Lines| Some(has(lines[0].as_ref()?) - has(lines[index].as_ref()?));
            mean(lines.iter().filter_map(pair))
        };
        let all = || lines.iter().flatten().flatten();
        let of = |wanted: bool| {
            all().filter(move |line| line.facts.contains(fact) == wanted).map(|line| line.value)
        };
        let (with, without) = (mean(of(true)), mean(of(false)));
        Self {
            fact: fact.clone(),
            counts: [0, 1, 2].map(count),
            leads: [lead(1), lead(2)],
            worth: (with.0 - without.0, with.1.hypot(without.1)),
            values: (with.0, without.0),
        }
    }

    /// The share of all lines that have it.
    fn share(&self) -> f64 {
        self.counts.iter().fold(Count::default(), |sum, count| sum.plus(*count)).share()
    }

    /// Whether it happens about as often after the best move, the next best and the rest.
    fn agrees(&self) -> bool {
        let shares = self.counts.iter().filter(|count| count.all > 0).map(|count| count.share());
        let (low, high) =
            shares.fold((1.0_f64, 0.0_f64), |(low, high), share| (low.min(share), high.max(share)));
        high - low <= ALIKE
    }

    /// Whether the lines show that the best move and the next best hardly differ in it.
    fn is_alike(&self) -> bool {
        let (lead, error) = self.leads[0];
        lead.abs() + 2.0 * error <= ALIKE
    }

    /// Whether the lines leave open if the best move and the next best differ in it.
    fn is_open(&self) -> bool {
        let (lead, error) = self.leads[0];
        error.is_finite() && lead.abs() < SURE * error
    }

    fn compared(&self, rest: usize) -> Counts {
        let (own, other) = (self.counts[0], self.counts[1 + rest]);
        Counts { own: own.having, of: own.all, other: other.having, of_other: other.all }
    }
}

impl Count {
    fn share(self) -> f64 {
        self.having as f64 / self.all.max(1) as f64
    }

    fn plus(self, other: Self) -> Self {
        Self { having: self.having + other.having, all: self.all + other.all }
    }
}

/// The mean and its standard error. Few values, or equal ones, count with one more that deviates by as much as a share can.
fn mean(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let n = values.clone().count() as f64;
    if n == 0.0 {
        return (0.0, f64::INFINITY);
    }
    let mean = values.clone().sum::<f64>() / n;
    let squares = values.map(|value| (value - mean).powi(2)).sum::<f64>() + 1.0;
    (mean, squares.sqrt() / n)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fact that so many of the `worlds` lines have after the best move, the next best and the rest.
    fn evidence(worlds: usize, having: [usize; 3]) -> Evidence {
        let fact = Fact { prefix: "", kind: "trick_won", own: true, names: Vec::new() };
        let line = |has: bool| {
            let facts = if has { BTreeSet::from([fact.clone()]) } else { BTreeSet::new() };
            Some(Line { facts, value: 0.5, points: None })
        };
        // The worlds in which a move has the fact differ from move to move.
        let has = |world: usize, index: usize| (world + index * worlds / 3) % worlds < having[index];
        let lines: Vec<Lines> =
            (0..worlds).map(|world| [0, 1, 2].map(|index| line(has(world, index)))).collect();
        Evidence::of(&lines, &fact)
    }

    #[test]
    fn what_few_lines_leave_open_is_not_called_alike() {
        let few = evidence(20, [14, 8, 8]);
        assert!(few.is_open() && !few.is_alike());
        let as_often = evidence(20, [10, 10, 10]);
        assert!(as_often.is_open() && !as_often.is_alike());
        let many = evidence(900, [450, 440, 460]);
        assert!(many.is_alike() && many.agrees());
    }

    #[test]
    fn what_tells_moves_apart_is_neither_alike_nor_open() {
        for having in [[35, 5, 5], [5, 35, 35]] {
            let one = evidence(40, having);
            assert!(!one.is_alike() && !one.is_open(), "{having:?}");
        }
    }

    #[test]
    fn what_is_rare_is_not_called_frequent() {
        let evidence = vec![evidence(40, [1, 1, 1]), evidence(40, [40, 20, 20])];
        let study = Study { lines: &[], evidence };
        let frequent = study.frequent().expect("facts");
        assert_eq!(frequent.counts[0].having, 40);
    }

    #[test]
    fn a_fact_of_one_move_alone_does_not_happen_whatever_is_chosen() {
        assert!(!evidence(40, [40, 0, 0]).agrees());
        assert!(evidence(40, [30, 29, 31]).agrees());
    }
}

//! Turns an analysis into findings.

use tapis_games::game::{Hidden, InformationSet, Published};

use super::analysis::{AnalysisOf, Line};
use super::objective::{self, Bounds, SeatValues};
use super::problem::Problem;
use super::sample::WeightedSample;
use crate::answer::{
    Algorithm, Confidence, Explanation, Gap, Level, MoveAdvice, Status, Stop, VariationKind,
};
use crate::heuristics::Heuristics;
use crate::report::{Findings, TOLERANCE, Writer, Yardstick, confidence, count_worlds, within};
use crate::request::{Concept, Objective};
use crate::task::Task;
use crate::words::{fact, percent};

/// Error probability of the intervals over sampled worlds.
const DELTA: f64 = 0.01;

/// The scale of points relative to the win share.
const POINTS: f64 = 10.0;
/// The widest possible range of a difference of 32-bit scores.
const WIDEST: f64 = 4_294_967_296.0;

/// The level of an answer whose lines all went to the end in every world.
pub fn full_level(hidden: Hidden, seats: usize) -> Level {
    match hidden {
        Hidden::Private => Level::AllWorlds,
        _ if seats > 2 => Level::ExactConcept,
        Hidden::Nothing => Level::Exact,
        Hidden::Chance => Level::ExactChance,
    }
}

/// An analysis of a task's problem.
pub struct Solved<'t, 'a, G: Published + Heuristics> {
    /// The task.
    pub task: &'t Task<'a, G>,
    /// The problem that was searched.
    pub problem: &'t Problem<'a, G>,
    /// Whether the problem contains all worlds.
    pub all: bool,
    /// What was found.
    pub analysis: &'t AnalysisOf<G>,
}

impl<G: Published + Heuristics> Solved<'_, '_, G> {
    /// The findings. `other_concept` has the values of the moves under the other concept, if known.
    pub fn findings(&self, other_concept: Option<&Vec<f64>>) -> Findings {
        let (level, used) = (self.level(), self.used());
        let (status, stop) = self.status_and_stop(level);
        let average = self.problem.average(self.analysis);
        let moves: Vec<MoveAdvice> =
            average.iter().enumerate().map(|(i, values)| self.advice(level, i, values, used)).collect();
        let values: Vec<f64> = moves.iter().map(|advice| advice.value).collect();
        let mut caveats = self.caveats(level);
        if other_concept.is_some_and(|others| best(&values) != best(others)) {
            caveats.push("concepts_disagree");
        }
        Findings {
            status,
            level,
            caveats,
            method: self.method(level),
            used,
            confidence: self.confidence(level, &values),
            moves,
            explanation: self.best_in_worlds(level, &average).into_iter().collect(),
            points: None,
            measured: None,
            depth: self.analysis.depth,
            stop,
            nodes: self.analysis.nodes,
        }
    }

    /// The exactness level that was reached.
    pub fn level(&self) -> Level {
        if self.analysis.depth.is_some() || !self.analysis.proved() {
            Level::Heuristic
        } else if !self.covers_all_worlds() {
            Level::SampledWorlds
        } else if self.problem.worlds.len() > 1 || self.is_estimated() {
            Level::AllWorlds
        } else {
            full_level(self.task.knowledge.hidden(self.task.rules), self.task.rules.seats())
        }
    }

    /// Whether lines ended with the round, where what it is worth for the game is estimated.
    fn is_estimated(&self) -> bool {
        self.analysis.beyond && self.task.objective == Objective::WinShare
    }

    /// Whether all worlds that agree with the knowledge were solved.
    fn covers_all_worlds(&self) -> bool {
        self.all && self.analysis.worlds.len() == self.problem.worlds.len()
    }

    fn status_and_stop(&self, level: Level) -> (Status, Stop) {
        let drawn = level == Level::SampledWorlds && self.analysis.worlds.len() == self.problem.worlds.len();
        match self.analysis.stop {
            _ if level > Level::SampledWorlds => (Status::Final, Stop::Proved),
            _ if drawn => (Status::Final, Stop::Budget),
            Some(Stop::Cancelled) => (Status::Cancelled, Stop::Cancelled),
            stop => (Status::Partial, stop.unwrap_or(Stop::Budget)),
        }
    }

    fn caveats(&self, level: Level) -> Vec<&'static str> {
        let is_private = self.task.knowledge.hidden(self.task.rules) == Hidden::Private;
        let ends_early = match level {
            Level::Heuristic if self.analysis.depth.is_some() => Some("depth_limited"),
            _ if level == Level::Heuristic || self.is_estimated() => Some("horizon"),
            _ => None,
        };
        is_private.then_some("strategy_fusion").into_iter().chain(ends_early).collect()
    }

    fn method(&self, level: Level) -> Algorithm {
        match self.problem.concept {
            _ if level == Level::SampledWorlds => Algorithm::Pimc,
            Some(Concept::Maxn) => Algorithm::Maxn,
            Some(Concept::Paranoid) => Algorithm::Paranoid,
            None if self.task.knowledge.hidden(self.task.rules) == Hidden::Nothing => Algorithm::AlphaBeta,
            None => Algorithm::Expectiminimax,
        }
    }

    /// The number of complete worlds behind the values. Hidden slots that chance nodes integrate over count as
    /// covered.
    fn used(&self) -> u64 {
        let (worlds, solved) = (&self.problem.worlds, self.analysis.worlds.len());
        let consistent = count_worlds(self.task.rules, &self.task.knowledge, 0).consistent;
        let weight = |worlds: &[super::World<G::State>]| worlds.iter().map(|world| world.weight).sum::<f64>();
        let share = match self.all {
            true if solved == worlds.len() => 1.0,
            true => weight(&worlds[..solved]) / weight(worlds),
            false => 0.0,
        };
        (consistent * share).floor().max((solved as f64).min(consistent)) as u64
    }

    fn advice(&self, level: Level, i: usize, average: &SeatValues, used: u64) -> MoveAdvice {
        let own = self.task.seat.index();
        let (low, high) = match level {
            Level::Heuristic => self.bounds(i),
            Level::SampledWorlds => self.interval(i),
            _ => (average[own], average[own]),
        };
        let value = average[own].clamp(low, high);
        let mut values = average[..self.task.rules.seats()].to_vec();
        values[own] = value;
        MoveAdvice {
            value,
            low,
            high,
            values: (self.problem.concept == Some(Concept::Maxn)).then_some(values),
            samples: used,
            pv: self
                .analysis
                .variations
                .get(i)
                .map_or_else(Vec::new, |line| Writer::new(self.task).line(line)),
            pv_kind: match level {
                Level::Exact | Level::ExactChance | Level::ExactConcept => VariationKind::Forced,
                Level::AllWorlds | Level::SampledWorlds => VariationKind::OneWorld,
                _ => VariationKind::MostLikely,
            },
            ..MoveAdvice::default()
        }
    }

    /// In how many worlds the best move on average is a best move.
    fn best_in_worlds(&self, level: Level, average: &[SeatValues]) -> Option<Explanation> {
        if !matches!(level, Level::AllWorlds | Level::SampledWorlds) || average.len() < 2 {
            return None;
        }
        let own = self.task.seat.index();
        let &first = best(&average.iter().map(|values| values[own]).collect::<Vec<_>>()).first()?;
        let is_best = self.sample(|lines| {
            let most = lines.iter().map(|line| line.values[own]).fold(f64::NEG_INFINITY, f64::max);
            f64::from(u8::from(lines[first].values[own] >= most - TOLERANCE))
        });
        Some(fact("best_in_worlds", &[("share", percent(is_best.mean, 1))]))
    }

    /// The proved bounds of the value of move `i`.
    fn bounds(&self, i: usize) -> Bounds {
        let (seat, objective) = (self.task.seat, self.task.objective);
        let widest = at_most_widest(objective::value_limits(objective));
        if !self.covers_all_worlds() {
            return widest;
        }
        let (mut low, mut high, mut total) = (0.0, 0.0, 0.0);
        for (number, (world, lines)) in self.problem.worlds.iter().zip(&self.analysis.worlds).enumerate() {
            let value = lines[i].values[seat.index()];
            let (least, most) = if lines[i].proved {
                (value, value)
            } else {
                let child = self.problem.child(number, i);
                let bounds = self.task.rules.bounds(&child, seat, objective).unwrap_or(widest);
                (bounds.0.max(widest.0), bounds.1.min(widest.1))
            };
            low += world.weight * least;
            high += world.weight * most;
            total += world.weight;
        }
        (low / total, high / total)
    }

    /// What `of` makes of the lines of each world, weighed.
    fn sample(&self, of: impl Fn(&[Line]) -> f64) -> WeightedSample {
        let worlds = self.problem.worlds.iter().zip(&self.analysis.worlds);
        WeightedSample::of(worlds.map(|(world, lines)| (of(lines), world.weight)))
    }

    /// The value of move `i` minus that of move `j`, world by world.
    fn lead(&self, i: usize, j: usize) -> WeightedSample {
        let own = self.task.seat.index();
        self.sample(|lines| lines[i].values[own] - lines[j].values[own])
    }

    fn interval(&self, i: usize) -> Bounds {
        let own = self.task.seat.index();
        let sample = self.sample(|lines| lines[i].values[own]);
        let (low, high) = at_most_widest(self.problem.range());
        let radius = sample.radius(high - low, DELTA);
        ((sample.mean - radius).max(low), (sample.mean + radius).min(high))
    }

    /// Worlds are solved exactly: nothing but the sample can mislead, and nothing at all where there is none.
    fn confidence(&self, level: Level, values: &[f64]) -> Option<Confidence> {
        let sampled = match level {
            Level::Exact | Level::ExactChance | Level::ExactConcept => false,
            Level::SampledWorlds => true,
            _ => return None,
        };
        let best = best(values);
        let &first = best.first()?;
        let others = (0..values.len()).filter(|i| !best.contains(i));
        let second = others.max_by(|&a, &b| values[a].total_cmp(&values[b]).then(b.cmp(&a)));
        let gap = second.map(|second| {
            if !sampled {
                return Gap::around(values[first] - values[second], 0.0, true);
            }
            let (low, high) = at_most_widest(self.problem.range());
            let lead = self.lead(first, second);
            Gap::around(lead.mean, lead.radius(2.0 * (high - low), DELTA), true)
        });
        let unit = if self.task.objective == Objective::WinShare { 1.0 } else { POINTS };
        let rivals = (0..values.len()).filter(|&i| sampled && i != first);
        let rivals: Vec<_> = rivals.map(|i| (i, self.lead(first, i).behind(unit))).collect();
        let trifle = self.task.rules.trifle(&self.task.world, self.task.seat);
        let within = within(self.task.objective, trifle, values.iter().copied());
        let by = Yardstick { within, unit, model_error: 0.0 };
        Some(confidence(by, (first, &rivals), gap, &self.task.notations))
    }
}

/// Bounds within the widest possible range.
fn at_most_widest((low, high): Bounds) -> Bounds {
    (low.max(-WIDEST), high.min(WIDEST))
}

/// The indices of the best values, ties included.
fn best(values: &[f64]) -> Vec<usize> {
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (0..values.len()).filter(|&i| values[i] >= most - TOLERANCE).collect()
}

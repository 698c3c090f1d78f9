//! Turns an analysis into findings.

use tapis_games::game::{Hidden, InformationSet, Published};

use super::analysis::AnalysisOf;
use super::objective::{self, Bounds, SeatValues};
use super::problem::Problem;
use super::sample::WeightedSample;
use crate::answer::{
    Algorithm, Confidence, Explanation, Gap, Level, LinePly, MoveAdvice, Status, Stop, VariationKind,
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

/// Turns analyses of a task's problem into findings.
pub struct FindingsBuilder<'t, 'a, G: Published + Heuristics> {
    /// The task.
    pub task: &'t Task<'a, G>,
    /// The problem that was searched.
    pub problem: &'t Problem<'a, G>,
    /// Whether the problem contains all worlds.
    pub all: bool,
}

impl<G: Published + Heuristics> FindingsBuilder<'_, '_, G> {
    /// The findings of `analysis`. `other_concept` has the values of the moves under the other concept, if known.
    pub fn findings(&self, analysis: &AnalysisOf<G>, other_concept: Option<&Vec<f64>>) -> Findings {
        let level = self.level(analysis);
        let (status, stop) = self.status_and_stop(analysis, level);
        let average = self.problem.average(analysis);
        let used = self.used(analysis);
        let moves: Vec<MoveAdvice> = (0..self.problem.moves.len())
            .map(|i| self.advice(analysis, level, i, &average[i], used))
            .collect();
        let mut caveats = self.caveats(analysis, level);
        if let Some(other_concept) = other_concept {
            let own: Vec<f64> = moves.iter().map(|advice| advice.value).collect();
            if best(&own) != best(other_concept) {
                caveats.push("concepts_disagree");
            }
        }
        Findings {
            status,
            level,
            proved: level >= Level::ExactConcept,
            caveats,
            method: self.method(level),
            used,
            confidence: self.confidence(analysis, level, &moves),
            moves,
            explanation: self.best_in_worlds(analysis, level).into_iter().collect(),
            points: None,
            measured: None,
            depth: analysis.depth,
            stop,
            nodes: analysis.nodes,
        }
    }

    /// The exactness level that `analysis` reached.
    pub fn level(&self, analysis: &AnalysisOf<G>) -> Level {
        if analysis.depth.is_some() || !analysis.proved() {
            Level::Heuristic
        } else if !self.covers_all_worlds(analysis) {
            Level::SampledWorlds
        } else if self.problem.worlds.len() > 1 || self.is_estimated(analysis) {
            Level::AllWorlds
        } else {
            full_level(self.task.knowledge.hidden(self.task.rules), self.task.rules.seats())
        }
    }

    /// Whether lines ended with the round, where what it is worth for the game is estimated.
    fn is_estimated(&self, analysis: &AnalysisOf<G>) -> bool {
        analysis.beyond && self.task.objective == Objective::WinShare
    }

    /// Whether `analysis` covers all worlds that agree with the knowledge.
    fn covers_all_worlds(&self, analysis: &AnalysisOf<G>) -> bool {
        self.all && analysis.worlds.len() == self.problem.worlds.len()
    }

    fn status_and_stop(&self, analysis: &AnalysisOf<G>, level: Level) -> (Status, Stop) {
        let drawn = level == Level::SampledWorlds && analysis.worlds.len() == self.problem.worlds.len();
        match analysis.stop {
            _ if level > Level::SampledWorlds => (Status::Final, Stop::Proved),
            _ if drawn => (Status::Final, Stop::Budget),
            Some(Stop::Cancelled) => (Status::Cancelled, Stop::Cancelled),
            stop => (Status::Partial, stop.unwrap_or(Stop::Budget)),
        }
    }

    fn caveats(&self, analysis: &AnalysisOf<G>, level: Level) -> Vec<&'static str> {
        let mut caveats = Vec::new();
        if self.task.knowledge.hidden(self.task.rules) == Hidden::Private {
            caveats.push("strategy_fusion");
        }
        if level == Level::Heuristic && analysis.depth.is_some() {
            caveats.push("depth_limited");
        } else if level == Level::Heuristic || self.is_estimated(analysis) {
            caveats.push("horizon");
        }
        caveats
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
    fn used(&self, analysis: &AnalysisOf<G>) -> u64 {
        let solved = analysis.worlds.len();
        let consistent = count_worlds(self.task.rules, &self.task.knowledge, 0).consistent;
        let share = if self.covers_all_worlds(analysis) {
            1.0
        } else if self.all {
            let weight =
                |worlds: &[super::World<G::State>]| worlds.iter().map(|world| world.weight).sum::<f64>();
            weight(&self.problem.worlds[..solved]) / weight(&self.problem.worlds)
        } else {
            0.0
        };
        (consistent * share).floor().max((solved as f64).min(consistent)) as u64
    }

    fn advice(
        &self,
        analysis: &AnalysisOf<G>,
        level: Level,
        i: usize,
        average: &SeatValues,
        used: u64,
    ) -> MoveAdvice {
        let own = self.task.seat.index();
        let value = average[own];
        let (low, high) = match level {
            Level::Heuristic => self.bounds(analysis, i),
            Level::SampledWorlds => self.interval(analysis, i),
            _ => (value, value),
        };
        let value = value.clamp(low, high);
        let seats = self.task.rules.seats();
        let mut values = average[..seats].to_vec();
        values[own] = value;
        MoveAdvice {
            value,
            low,
            high,
            values: (self.problem.concept == Some(Concept::Maxn)).then_some(values),
            samples: used,
            pv: self.variation(analysis, i),
            pv_kind: match level {
                Level::Exact | Level::ExactChance | Level::ExactConcept => VariationKind::Forced,
                Level::AllWorlds | Level::SampledWorlds => VariationKind::OneWorld,
                _ => VariationKind::MostLikely,
            },
            ..MoveAdvice::default()
        }
    }

    /// In how many worlds the best move on average is a best move.
    fn best_in_worlds(&self, analysis: &AnalysisOf<G>, level: Level) -> Option<Explanation> {
        if !matches!(level, Level::AllWorlds | Level::SampledWorlds) || self.problem.moves.len() < 2 {
            return None;
        }
        let own = self.task.seat.index();
        let average: Vec<f64> = self.problem.average(analysis).iter().map(|values| values[own]).collect();
        let &first = best(&average).first()?;
        let (mut total, mut agreeing) = (0.0, 0.0);
        for (world, lines) in self.problem.worlds.iter().zip(&analysis.worlds) {
            let most = lines.iter().map(|line| line.values[own]).fold(f64::NEG_INFINITY, f64::max);
            total += world.weight;
            agreeing += if lines[first].values[own] >= most - TOLERANCE { world.weight } else { 0.0 };
        }
        Some(fact("best_in_worlds", &[("share", percent(agreeing / total, 1))]))
    }

    fn variation(&self, analysis: &AnalysisOf<G>, i: usize) -> Vec<LinePly> {
        let writer = Writer::new(self.task);
        let ply = |(state, mv): &(G::State, G::Move)| writer.ply(state, *mv);
        analysis.variations.get(i).into_iter().flatten().filter_map(ply).collect()
    }

    /// The proved bounds of the value of move `i`.
    fn bounds(&self, analysis: &AnalysisOf<G>, i: usize) -> Bounds {
        let widest = self.widest_bounds();
        if !self.covers_all_worlds(analysis) {
            return widest;
        }
        let (seat, objective) = (self.task.seat, self.task.objective);
        let (mut low, mut high, mut total) = (0.0, 0.0, 0.0);
        for (number, (world, lines)) in self.problem.worlds.iter().zip(&analysis.worlds).enumerate() {
            let (least, most) = if lines[i].proved {
                (lines[i].values[seat.index()], lines[i].values[seat.index()])
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

    fn widest_bounds(&self) -> Bounds {
        let (low, high) = objective::value_limits(self.task.objective);
        (low.max(-WIDEST), high.min(WIDEST))
    }

    /// The width of the interval that contains the values of all worlds.
    fn range(&self) -> f64 {
        let (low, high) = self.problem.range();
        high.min(WIDEST) - low.max(-WIDEST)
    }

    /// The value of move `i` minus that of move `j` (or minus nothing), world by world.
    fn sample(&self, analysis: &AnalysisOf<G>, i: usize, j: Option<usize>) -> WeightedSample {
        let own = self.task.seat.index();
        let worlds = self.problem.worlds.iter().zip(&analysis.worlds);
        WeightedSample::of(worlds.map(|(world, lines)| {
            let other = j.map_or(0.0, |j| lines[j].values[own]);
            (lines[i].values[own] - other, world.weight)
        }))
    }

    fn interval(&self, analysis: &AnalysisOf<G>, i: usize) -> Bounds {
        let sample = self.sample(analysis, i, None);
        let radius = sample.radius(self.range(), DELTA);
        let (low, high) = self.problem.range();
        ((sample.mean - radius).max(low).max(-WIDEST), (sample.mean + radius).min(high).min(WIDEST))
    }

    /// Worlds are solved exactly: nothing but the sample can mislead, and nothing at all where there is none.
    fn confidence(&self, analysis: &AnalysisOf<G>, level: Level, moves: &[MoveAdvice]) -> Option<Confidence> {
        let sampled = match level {
            Level::Exact | Level::ExactChance | Level::ExactConcept => false,
            Level::SampledWorlds => true,
            _ => return None,
        };
        let values: Vec<f64> = moves.iter().map(|advice| advice.value).collect();
        let best = best(&values);
        let &first = best.first()?;
        let others = (0..moves.len()).filter(|i| !best.contains(i));
        let second = others.max_by(|&a, &b| values[a].total_cmp(&values[b]).then(b.cmp(&a)));
        let gap = second.map(|second| {
            if !sampled {
                return Gap::around(values[first] - values[second], 0.0, true);
            }
            let sample = self.sample(analysis, first, Some(second));
            Gap::around(sample.mean, sample.radius(2.0 * self.range(), DELTA), true)
        });
        let unit = if self.task.objective == Objective::WinShare { 1.0 } else { POINTS };
        let rivals: Vec<_> = (0..moves.len())
            .filter(|&i| sampled && i != first)
            .map(|i| (i, self.sample(analysis, first, Some(i)).behind(unit)))
            .collect();
        let trifle = self.task.rules.trifle(&self.task.world, self.task.seat);
        let within = within(self.task.objective, trifle, values.iter().copied());
        let by = Yardstick { within, unit, model_error: 0.0 };
        Some(confidence(by, (first, &rivals), gap, &self.task.notations))
    }
}

/// The indices of the best values, ties included.
fn best(values: &[f64]) -> Vec<usize> {
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (0..values.len()).filter(|&i| values[i] >= most - TOLERANCE).collect()
}

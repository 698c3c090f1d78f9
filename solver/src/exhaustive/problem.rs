//! A search problem: the same moves in one or several worlds.

use tapis_games::seat::{MAX_SEATS, Seat};

use super::analysis::AnalysisOf;
use super::objective::{self, Bounds, SeatValues};
use super::tuning::Tuning;
use crate::heuristics::Heuristics;
use crate::request::{Concept, Objective};

/// A position to solve in every one of `worlds`.
#[derive(Clone)]
pub struct Problem<'a, G: Heuristics> {
    /// The rules.
    pub rules: &'a G,
    /// The seat advised. It is to move in every world.
    pub seat: Seat,
    /// The objective to maximise.
    pub objective: Objective,
    /// The solution concept; `None` with two seats.
    pub concept: Option<Concept>,
    /// The legal moves in canonical order. They are the same in every world.
    pub moves: Vec<G::Move>,
    /// The worlds, in the order of solving.
    pub worlds: Vec<World<G::State>>,
    /// The switches.
    pub tuning: Tuning,
    /// Threads to use; 1 for a node budget.
    pub threads: usize,
    /// Expected number of positions to solve one world.
    pub expected: f64,
    /// Length of the principal variations, in plies.
    pub plies_shown: usize,
}

/// One world.
#[derive(Clone, Debug)]
pub struct World<S> {
    /// The state.
    pub state: S,
    /// Its weight, proportional to its probability.
    pub weight: f64,
    /// Its place in the order of summation.
    pub number: usize,
}

impl<S> World<S> {
    /// Worlds with their weights, in the given order.
    pub fn list(worlds: Vec<(S, u64)>) -> Vec<Self> {
        let world = |(number, (state, weight)): (_, (S, u64))| Self { state, weight: weight as f64, number };
        worlds.into_iter().enumerate().map(world).collect()
    }
}

impl<G: Heuristics> Problem<'_, G> {
    /// The state after move number `mv` in world number `world`.
    pub fn child(&self, world: usize, mv: usize) -> G::State {
        let mut child = self.worlds[world].state.clone();
        self.rules.play_unchecked(&mut child, self.moves[mv]);
        child
    }

    /// An interval that contains the values of all worlds.
    pub fn range(&self) -> Bounds {
        let limits = objective::value_limits(self.objective);
        if !self.tuning.bounds {
            return limits;
        }
        let bounds = self
            .worlds
            .iter()
            .map(|world| self.rules.bounds(&world.state, self.seat, self.objective).unwrap_or(limits));
        let all = bounds.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or(limits);
        (all.0.max(limits.0), all.1.min(limits.1))
    }

    /// The values of each move, averaged over the worlds that `analysis` used.
    pub fn average(&self, analysis: &AnalysisOf<G>) -> Vec<SeatValues> {
        let mut used: Vec<_> = self.worlds.iter().zip(&analysis.worlds).collect();
        // A fixed order of summation makes the sum independent of the order of solving.
        used.sort_by_key(|(world, _)| world.number);
        let total: f64 = used.iter().map(|(world, _)| world.weight).sum();
        let mut sums = vec![[0.0; MAX_SEATS]; self.moves.len()];
        for (world, lines) in used {
            for (sum, line) in sums.iter_mut().zip(lines) {
                sum.iter_mut().zip(line.values).for_each(|(sum, value)| *sum += world.weight * value);
            }
        }
        sums.into_iter().map(|sum| sum.map(|value| value / total)).collect()
    }
}

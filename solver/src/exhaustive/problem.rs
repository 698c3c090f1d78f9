//! What is to be searched: the same moves in one or several worlds.

use tapis_games::seat::{MAX_SEATS, Seat};

use super::goal::{self, Bounds, Worths};
use super::run::AnalysisOf;
use super::tuning::Tuning;
use crate::heuristics::Heuristics;
use crate::request::{Concept, Objective};

/// A position to solve in every one of `worlds`.
#[derive(Clone)]
pub struct Problem<'a, G: Heuristics> {
    /// The rules.
    pub rules: &'a G,
    /// The seat advised; it is to move in every world.
    pub seat: Seat,
    /// What is maximised.
    pub objective: Objective,
    /// The concept; `None` with two seats.
    pub concept: Option<Concept>,
    /// The legal moves, the same in every world, in canonical order.
    pub moves: Vec<G::Move>,
    /// The worlds, in the order they are solved.
    pub worlds: Vec<World<G::State>>,
    /// The worlds before those that the rest of the game cannot tell apart were put together, though the seat may see
    /// a difference: for the best single plan. Empty where none is asked for.
    pub apart: Vec<World<G::State>>,
    /// The switches.
    pub tuning: Tuning,
    /// Worker threads; 1 for a node budget.
    pub threads: usize,
    /// Positions one world is expected to take.
    pub expected: f64,
    /// Plies of principal variation wanted.
    pub plies_shown: usize,
}

/// One world.
#[derive(Clone, Debug)]
pub struct World<S> {
    /// The state.
    pub state: S,
    /// Its weight, proportional to its probability.
    pub weight: f64,
    /// Its place in the order in which sums are made.
    pub number: usize,
}

impl<S> World<S> {
    /// Worlds with their weights, in the order given.
    pub fn list(worlds: Vec<(S, u64)>) -> Vec<Self> {
        let world = |(number, (state, weight)): (_, (S, u64))| Self { state, weight: weight as f64, number };
        worlds.into_iter().enumerate().map(world).collect()
    }
}

impl<G: Heuristics> Problem<'_, G> {
    /// World `world` after move `mv`, both by number.
    pub fn child(&self, world: usize, mv: usize) -> G::State {
        let mut child = self.worlds[world].state.clone();
        self.rules.play_unchecked(&mut child, self.moves[mv]);
        child
    }

    /// Between what the worths of all worlds lie.
    pub fn range(&self) -> Bounds {
        let limits = goal::limits(self.objective);
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

    /// The worths of each move, averaged over the worlds that `analysis` used.
    pub fn average(&self, analysis: &AnalysisOf<G>) -> Vec<Worths> {
        let mut used: Vec<_> = self.worlds.iter().zip(&analysis.worlds).collect();
        // Always summed in the same order, whatever the order they were solved in.
        used.sort_by_key(|(world, _)| world.number);
        let total: f64 = used.iter().map(|(world, _)| world.weight).sum();
        let mut sums = vec![[0.0; MAX_SEATS]; self.moves.len()];
        for (world, lines) in used {
            for (sum, line) in sums.iter_mut().zip(lines) {
                sum.iter_mut().zip(line.worths).for_each(|(sum, worth)| *sum += world.weight * worth);
            }
        }
        sums.into_iter().map(|sum| sum.map(|worth| worth / total)).collect()
    }
}

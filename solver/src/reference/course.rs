//! What the positions of a game are worth.

use rand::Rng;
use rayon::prelude::*;
use tapis_games::game::{Published, Turn};
use tapis_games::seat::BySeat;

use super::positions::Position;
use super::rounds::Rounds;
use super::{Expected, MOST_OUTCOMES, ReferenceError, Sampling, Step, mean, policy};
use crate::control::Control;
use crate::heuristics::Heuristics;
use crate::sampling::stream::keyed;

/// The streams of a review's seed from here on draw outcomes of chance; those below seed the plays. Each by position.
const OUTCOMES: u64 = 1 << 32;

/// A game whose positions are valued.
pub(super) struct Course<'a, G: Published> {
    pub rules: &'a G,
    /// With which plays go on after their round, if rounds are alike.
    pub rounds: Option<&'a Rounds>,
    /// Those after each step, the last one the end.
    pub positions: &'a [Position<G>],
    pub sampling: Sampling,
    pub control: &'a Control,
}

/// The steps with their values.
///
/// # Errors
/// [`ReferenceError::Cancelled`].
pub(super) fn steps<G: Published + Heuristics>(
    course: &Course<'_, G>,
    done: &(dyn Fn() + Sync),
) -> Result<Vec<Step>, ReferenceError> {
    let value = |at: usize| {
        let value = (!course.is_forced(at)).then(|| course.value(at));
        done();
        value
    };
    let mut values: Vec<Option<BySeat<Expected>>> =
        (0..course.positions.len()).into_par_iter().map(value).collect();
    if course.control.cancel.is_cancelled() {
        return Err(ReferenceError::Cancelled);
    }
    // A move without a choice changes nothing: the position before it is worth what the one after it is.
    for at in (1..values.len()).rev() {
        if values[at - 1].is_none() {
            values[at - 1] = values[at].clone();
        }
    }
    let step = |(position, values): (&Position<G>, Option<BySeat<Expected>>)| {
        Some(Step { ply: position.ply, cause: position.cause, values: values? })
    };
    course.positions.iter().zip(values).map(step).collect::<Option<_>>().ok_or(ReferenceError::NotOver)
}

/// The states after the outcomes of a chance node, with their weights.
struct Outcomes<G: Published> {
    states: Vec<(G::State, u64)>,
    /// Whether they are some of many.
    drawn: bool,
}

impl<G: Published + Heuristics> Course<'_, G> {
    /// Whether the seat to move there has one move only.
    fn is_forced(&self, at: usize) -> bool {
        let state = &self.positions[at].state;
        matches!(self.rules.turn(state), Turn::Player(_)) && self.rules.legal_moves(state).len() == 1
    }

    /// The position whose plays give the value of this one.
    fn base(&self, at: usize) -> usize {
        (at..self.positions.len()).find(|&at| !self.is_forced(at)).unwrap_or(at)
    }

    fn value(&self, at: usize) -> BySeat<Expected> {
        self.value_as(at, &self.positions[at].state)
    }

    /// The value of `state` with the random numbers of position `at`.
    pub(super) fn value_as(&self, at: usize, state: &G::State) -> BySeat<Expected> {
        match self.rules.turn(state) {
            Turn::Chance => self.expected(at, state),
            _ => self.mean(state, &self.seeds(at)),
        }
    }

    /// The value before chance decides: the mean over its outcomes. All are played with the random numbers of what came of it.
    fn expected(&self, at: usize, state: &G::State) -> BySeat<Expected> {
        let Outcomes { states, drawn } = self.outcomes(at, state);
        let seeds = self.seeds(self.base(at + 1));
        let most = self.sampling.plays as usize * self.sampling.outcomes as usize;
        let seeds = &seeds[..seeds.len().min(most.div_ceil(states.len().max(1)).max(1))];
        let total: u64 = states.iter().map(|(_, weight)| weight).sum();
        let weighted =
            |(state, weight): &(G::State, u64)| (self.mean(state, seeds), *weight as f64 / total as f64);
        let parts: Vec<_> = states.par_iter().map(weighted).collect();
        mean::of_outcomes(self.rules.seats(), &parts, drawn)
    }

    /// The outcomes of a chance node: all, or some drawn afresh.
    fn outcomes(&self, at: usize, state: &G::State) -> Outcomes<G> {
        let all = self.rules.chances(state).filter(|all| all.len() <= MOST_OUTCOMES);
        let drawn = all.is_none();
        let outcomes = all.unwrap_or_else(|| {
            let mut rng = keyed(self.sampling.seed, OUTCOMES + at as u64);
            let draw = |_| (self.rules.sample_chance(state, &mut rng), 1);
            (0..self.sampling.outcomes.max(1)).map(draw).collect()
        });
        let after = |(outcome, weight): (G::Chance, u64)| {
            let mut after = state.clone();
            self.rules.resolve(&mut after, &outcome).ok()?; // what the game lists or draws always fits
            Some((after, weight))
        };
        Outcomes { states: outcomes.into_iter().filter_map(after).collect(), drawn }
    }

    /// The seeds of the plays that value position `at`.
    fn seeds(&self, at: usize) -> Vec<u64> {
        let mut rng = keyed(self.sampling.seed, at as u64);
        (0..self.sampling.plays.max(1)).map(|_| rng.next_u64()).collect()
    }

    /// The mean over plays from `state`; what a seat got, where the game is over.
    fn mean(&self, state: &G::State, seeds: &[u64]) -> BySeat<Expected> {
        let seats = self.rules.seats();
        if self.rules.turn(state) == Turn::Over {
            return mean::of_end(&self.rules.payoffs(state).shares);
        }
        let plays = seeds.iter().take_while(|_| !self.control.cancel.is_cancelled());
        let plays: Vec<_> =
            plays.map(|&seed| policy::shares(self.rules, self.rounds, state.clone(), seed)).collect();
        mean::of_games(seats, &plays)
    }
}

//! Determinization: provides the worlds of a search. Few worlds are listed, many are drawn. They follow the deal's
//! probabilities, or are also weighed by how well they explain the play of the other seats.

use rand::{Rng, RngExt};
use tapis_games::game::{InformationSet, Observed, WorldCount};
use tapis_games::random::shuffle;
use tapis_games::seat::Seat;

use super::work;
use crate::heuristics::Heuristics;

/// Maximal number of worlds to list: all deals of Le Malin with three players.
const LISTED: u64 = 4096;

/// See the module's text.
pub(crate) struct Determinizer<S> {
    /// A fixed pool of worlds; if it is empty, each world is drawn.
    pub pool: Vec<S>,
    /// The acceptance probability of each world of the pool; empty if all are accepted.
    accept: Vec<f64>,
    /// The number of candidate worlds from which one is chosen.
    belief: u32,
}

impl<S: Clone> Determinizer<S> {
    /// Lists all worlds in random order, each as often as its weight says. `None` if there are more than `limit`, too
    /// many, or if they cannot be counted exactly.
    pub(crate) fn listed<G: Observed<State = S> + Heuristics>(
        rules: &G,
        knowledge: &G::Knowledge,
        seat: Seat,
        belief: u32,
        limit: u64,
        rng: &mut impl Rng,
    ) -> Option<Self> {
        let limit = limit.min(LISTED);
        match knowledge.count_worlds(rules) {
            WorldCount::Exact(count) if count > 1 && count <= u128::from(limit) => {}
            _ => return None,
        }
        let worlds = knowledge.worlds(rules, limit as usize)?;
        let copies: u64 = worlds.iter().map(|(_, weight)| *weight).sum();
        if copies > 2 * LISTED {
            return None;
        }
        let copy = |(world, weight): (S, u64)| std::iter::repeat_n(world, weight as usize);
        let mut pool: Vec<S> = worlds.into_iter().flat_map(copy).collect();
        shuffle(rng, &mut pool);
        let mut accept = Vec::new();
        if belief > 1 {
            let fit = |world: &S| rules.log_likelihood(world, seat).unwrap_or(0.0);
            let fits: Vec<f64> = pool.iter().map(fit).collect();
            let best = fits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            accept = fits.into_iter().map(|fit| (fit - best).exp()).collect();
        }
        Some(Self { pool, accept, belief })
    }

    /// Draws worlds: a reusable pool of `size`, or with 0 each world on demand.
    pub(crate) fn drawn<G: Observed<State = S> + Heuristics>(
        rules: &G,
        knowledge: &G::Knowledge,
        seat: Seat,
        belief: u32,
        size: usize,
        rng: &mut impl Rng,
    ) -> Self {
        let mut determinizer = Self { pool: Vec::new(), accept: Vec::new(), belief };
        determinizer.pool = (0..size).map(|_| determinizer.draw(rules, knowledge, seat, rng)).collect();
        determinizer
    }

    /// The [`work`] of the next world.
    pub(crate) fn work(&self) -> u64 {
        if self.pool.is_empty() { work::OF_A_WORLD * u64::from(self.belief) } else { 1 }
    }

    /// Whether worlds are weighed by their likelihood.
    pub(crate) fn weighed(&self) -> bool {
        self.belief > 1
    }

    /// The next world. `place` is the caller's position in the pool.
    pub(crate) fn next<G: Observed<State = S> + Heuristics>(
        &self,
        rules: &G,
        knowledge: &G::Knowledge,
        seat: Seat,
        place: &mut u64,
        rng: &mut impl Rng,
    ) -> S {
        let size = self.pool.len();
        if size == 0 {
            return self.draw(rules, knowledge, seat, rng);
        }
        loop {
            let at = (*place % size as u64) as usize;
            *place += 1;
            // The loop ends: the most likely world has probability 1.
            if self.accept.get(at).is_none_or(|&chance| rng.random::<f64>() < chance) {
                return self.pool[at].clone();
            }
        }
    }

    /// Draws a world: one of several candidates, chosen by likelihood.
    fn draw<G: Observed<State = S> + Heuristics>(
        &self,
        rules: &G,
        knowledge: &G::Knowledge,
        seat: Seat,
        rng: &mut impl Rng,
    ) -> S {
        let mut chosen = knowledge.sample_world(rules, rng);
        if !self.weighed() {
            return chosen;
        }
        let fit = |world: &S| rules.log_likelihood(world, seat).unwrap_or(0.0);
        // Weighted reservoir sampling of one world.
        let first = fit(&chosen);
        let mut weight = 1.0;
        for _ in 1..self.belief {
            let world = knowledge.sample_world(rules, rng);
            let own = (fit(&world) - first).clamp(-60.0, 60.0).exp();
            weight += own;
            if rng.random::<f64>() * weight < own {
                chosen = world;
            }
        }
        chosen
    }
}

//! Where the worlds of a search come from: listed where they are few, else drawn; all as likely as the cards make them, or
//! weighed by how well they explain what the other seats did.

use rand::{Rng, RngExt};
use tapis_games::game::{Observed, WorldCount};
use tapis_games::random::shuffle;
use tapis_games::seat::Seat;

use crate::heuristics::Heuristics;

/// Worlds that are listed at most: all deals of Le Malin with three players.
const LISTED: u64 = 4096;

/// See the module's text.
pub(crate) struct Deals<S> {
    /// The worlds to go through, where they are limited; else each is drawn.
    pub pool: Vec<S>,
    /// With what chance a world of the pool is taken when its turn comes; none: always.
    accept: Vec<f64>,
    /// Worlds drawn for each that is used.
    belief: u32,
}

impl<S: Clone> Deals<S> {
    /// All worlds there are, each as often as it is likely, in an order drawn with `rng`; `None` where they are more than
    /// `limit`, too many, or not counted exactly.
    pub(crate) fn listed<G: Observed<State = S> + Heuristics>(
        rules: &G,
        knowledge: &G::Knowledge,
        seat: Seat,
        belief: u32,
        limit: u64,
        rng: &mut impl Rng,
    ) -> Option<Self> {
        let limit = limit.min(LISTED);
        match rules.count_worlds(knowledge) {
            WorldCount::Exact(count) if count > 1 && count <= u128::from(limit) => {}
            _ => return None,
        }
        let worlds = rules.worlds(knowledge, limit as usize)?;
        let copies: u64 = worlds.iter().map(|(_, weight)| *weight).sum();
        if copies > 2 * LISTED {
            return None;
        }
        let copy = |(world, weight): (S, u64)| std::iter::repeat_n(world, weight as usize);
        let mut pool: Vec<S> = worlds.into_iter().flat_map(copy).collect();
        shuffle(rng, &mut pool);
        let mut accept = Vec::new();
        if belief > 1 {
            let fit = |world: &S| rules.plausibility(world, seat).unwrap_or(0.0);
            let fits: Vec<f64> = pool.iter().map(fit).collect();
            let best = fits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            accept = fits.into_iter().map(|fit| (fit - best).exp()).collect();
        }
        Some(Self { pool, accept, belief })
    }

    /// Worlds drawn: `size` of them now to go through again and again, or with 0 each when it is needed.
    pub(crate) fn drawn<G: Observed<State = S> + Heuristics>(
        rules: &G,
        knowledge: &G::Knowledge,
        seat: Seat,
        belief: u32,
        size: usize,
        rng: &mut impl Rng,
    ) -> Self {
        let mut deals = Self { pool: Vec::new(), accept: Vec::new(), belief };
        deals.pool = (0..size).map(|_| deals.draw(rules, knowledge, seat, rng)).collect();
        deals
    }

    /// Whether worlds are weighed by how well they explain what was seen.
    pub(crate) fn weighed(&self) -> bool {
        self.belief > 1
    }

    /// The next world; `place` is the caller's place in the pool.
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
            // One is always taken: the best has chance 1.
            if self.accept.get(at).is_none_or(|&chance| rng.random::<f64>() < chance) {
                return self.pool[at].clone();
            }
        }
    }

    /// A world, chosen among some by how well each explains what was seen.
    fn draw<G: Observed<State = S> + Heuristics>(
        &self,
        rules: &G,
        knowledge: &G::Knowledge,
        seat: Seat,
        rng: &mut impl Rng,
    ) -> S {
        let mut chosen = rules.sample_world(knowledge, rng);
        if !self.weighed() {
            return chosen;
        }
        let fit = |world: &S| rules.plausibility(world, seat).unwrap_or(0.0);
        // A reservoir of one: each world replaces the one before with its share of all weight so far.
        let first = fit(&chosen);
        let mut weight = 1.0;
        for _ in 1..self.belief {
            let world = rules.sample_world(knowledge, rng);
            let own = (fit(&world) - first).clamp(-60.0, 60.0).exp();
            weight += own;
            if rng.random::<f64>() * weight < own {
                chosen = world;
            }
        }
        chosen
    }
}

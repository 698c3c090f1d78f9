//! Rounds: one line of each of several root moves, in the same world and with the same luck.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use tapis_games::game::Observed;

use super::Worker;
use crate::heuristics::Heuristics;
use crate::sampling::tally::Tally;

/// A round of which some lines are missing.
pub(crate) struct OpenRound<S> {
    world: S,
    seed: u64,
}

impl<G: Observed + Heuristics> Worker<'_, G> {
    /// Draws a world and plays one line of each of the `candidates` (indices of root moves) in it, at most `budget`
    /// lines; or goes on with a round that was cut short. Returns the number of lines.
    pub(super) fn round(&mut self, candidates: &[usize], budget: u64) -> u64 {
        let OpenRound { world, seed } = self.own.open.take().unwrap_or_else(|| self.next_round());
        // A guided root counts only what its own policy chose.
        let counted_from = usize::from(self.context.guided);
        let played = self.own.round.len();
        let end = candidates.len().min(played.saturating_add(budget as usize));
        for &candidate in &candidates[played..end] {
            self.own.chance = Xoshiro256PlusPlus::seed_from_u64(!seed);
            let leaf = self.iterate(world.clone(), candidate, counted_from);
            self.own.round.push((candidate, leaf));
        }
        self.own.open = (end < candidates.len()).then_some(OpenRound { world, seed });
        if self.own.open.is_none() {
            self.own.tally.add(&self.own.round, self.context.goal.seat);
        }
        (end - played) as u64
    }

    fn next_round(&mut self) -> OpenRound<G::State> {
        let seed = self.own.seeds.next_u64();
        let world = self.draw_world(seed);
        self.own.rounds += 1;
        self.own.round.clear();
        OpenRound { world, seed }
    }

    /// The results since the last merge, with those of a round that was cut short.
    pub(crate) fn results_so_far(&self) -> Tally {
        let mut tally = self.own.tally.clone();
        if self.own.open.is_some() {
            tally.add(&self.own.round, self.context.goal.seat);
        }
        tally
    }

    /// Hands over the results since the last merge. A round that was cut short ends with them.
    pub(crate) fn give_results(&mut self, mut merge: impl FnMut(&Tally)) {
        if self.own.open.take().is_some() {
            self.own.tally.add(&self.own.round, self.context.goal.seat);
        }
        merge(&self.own.tally);
        self.own.tally.clear();
    }
}

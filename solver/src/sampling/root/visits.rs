//! What the choices of the tree policy at the root say, where move scores guide the search.

use std::cmp::Reverse;

use rand::Rng;
use tapis_games::belief::pick;

use super::RootStatistics;
use crate::grades::WORST;
use crate::sampling::goal::{Leaf, Preference};

/// One visit in so many makes a move worth comparing.
const LEAST_VISITS: u64 = 100;

impl RootStatistics {
    /// Counts what the tree policy chose. `of` gives the visits of a move and its mean utility, tree by tree.
    pub(crate) fn count_visits<I: Iterator<Item = (u32, f32)>>(&mut self, of: impl Fn(usize) -> I) {
        for (index, visits) in self.visits.iter_mut().enumerate() {
            let add = |(n, sum): (u64, f64), (visits, mean): (u32, f32)| {
                (n + u64::from(visits), sum + f64::from(visits) * f64::from(mean))
            };
            let (n, sum) = of(index).fold((0, 0.0), add);
            *visits = (n, sum / n.max(1) as f64);
        }
    }

    /// Whether the tree policy alone chooses, as it does for bots.
    pub(crate) fn by_visits(&self) -> bool {
        self.guided && self.tuning.guided_share >= 1.0
    }

    /// Whether the next `left` lines can hardly change the leader: it is proved to win, all moves are proved, or no other can become
    /// the most visited.
    pub(crate) fn decided(&self, preference: Preference, left: u64) -> bool {
        let wins = |leaf: &Leaf| preference.is_best_possible(leaf, self.seat);
        self.proofs[self.leader].as_ref().is_some_and(wins)
            || self.proofs.iter().all(Option::is_some)
            || self.by_visits() && self.is_ahead(left)
    }

    /// Whether the leader has over `left` visits more than every other move that is not proved.
    fn is_ahead(&self, left: u64) -> bool {
        let rivals = (0..self.moves).filter(|&index| index != self.leader && self.proofs[index].is_none());
        let next = rivals.map(|index| self.visits[index].0).max().unwrap_or(0);
        self.proofs[self.leader].is_none() && self.visits[self.leader].0 > next + left
    }

    /// The most visited move, or a proved one that is worth at least its mean.
    pub(super) fn most_visited(&self) -> usize {
        let open = (0..self.moves).filter(|&index| self.proofs[index].is_none());
        let most = open.max_by_key(|&index| (self.visits[index].0, Reverse(index)));
        let proved = |index: usize| self.proofs[index].as_ref().map(|leaf| (leaf.utility(self.seat), index));
        let exact = (0..self.moves).filter_map(proved).max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        match (most, exact) {
            (Some(most), Some((utility, index))) if f64::from(utility) >= self.visits[most].1 => index,
            (Some(most), _) => most,
            (None, exact) => exact.map_or(0, |(_, index)| index),
        }
    }

    /// A move drawn for a bot that errs, see [`Tuning::noise`](crate::sampling::Tuning); the leader without noise.
    pub(crate) fn draw(&self, noise: f64, rng: &mut impl Rng) -> usize {
        if noise <= 0.0 {
            return self.leader;
        }
        let (moves, odds): (Vec<usize>, Vec<f64>) = self.odds(noise).into_iter().unzip();
        pick(&odds, rng).map_or(self.leader, |at| moves[at])
    }

    /// The moves among which a bot that errs draws, with their odds; they need not sum to 1. The leader without noise.
    pub(crate) fn odds(&self, noise: f64) -> Vec<(usize, f64)> {
        if noise <= 0.0 {
            return vec![(self.leader, 1.0)];
        }
        let mean = |index: usize| match &self.proofs[index] {
            None if self.by_visits() => self.visits[index].1,
            _ => self.utility(index).0,
        };
        let best = mean(self.leader);
        let odds = |index: usize| {
            let loss = (best - mean(index)).max(0.0);
            if loss <= WORST * noise { (-loss / noise).exp() } else { 0.0 }
        };
        let known = (0..self.moves).filter(|&index| self.is_known(index));
        known.map(|index| (index, odds(index))).collect()
    }

    /// Whether any line says something of a move.
    fn is_known(&self, index: usize) -> bool {
        self.proofs[index].is_some() || self.visits[index].0 > 0 || self.weight(index) > 0.0
    }

    /// Whether a move is worth comparing: unless the search is guided, all are.
    pub(super) fn is_visited(&self, index: usize) -> bool {
        let all: u64 = self.visits.iter().map(|(n, _)| n).sum();
        !self.guided || LEAST_VISITS * self.visits[index].0 >= all
    }
}

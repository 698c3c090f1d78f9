//! A game that is over.

use std::sync::Arc;

use sha2::{Digest, Sha256};
use tapis_games::erased::{AnyRuleset, AnyTable, StoredPly};
use tapis_games::refusal::Text;
use tapis_games::seat::Seat;
use tapis_solver::reference;

use crate::words::TEXTS;

/// A game that is over, with everything that was hidden.
#[derive(Clone)]
pub struct FinishedGame {
    pub(crate) ruleset: Arc<dyn AnyRuleset>,
    pub(crate) plies: Vec<StoredPly>,
    commitment: String,
    /// What its seats are called in words.
    pub(crate) names: Vec<Text>,
    /// By ply, whether the seat that moved had at least two legal moves.
    free: Vec<bool>,
    /// By ply, whether the service played it at the seat of a person.
    by_service: Vec<bool>,
}

impl FinishedGame {
    /// The game with this log, the set-up first, of seats that are called by their number. Its commitment names it: reviews of the same
    /// game use the same random numbers.
    pub fn new(ruleset: Arc<dyn AnyRuleset>, plies: Vec<StoredPly>, commitment: String) -> Self {
        let mut free = vec![false; plies.len()];
        for ply in ruleset.replay(&plies).map(|replay| replay.plies).unwrap_or_default() {
            // A description stands for many moves.
            let more = ply.legal.len() > 1 || ply.legal.iter().any(|mv| !mv.is_string());
            free.get_mut(ply.n as usize).into_iter().for_each(|free| *free = more);
        }
        let called = |seat: Seat| TEXTS.both("seat-human", &[("n", (seat.index() + 1).into())]);
        let names = Seat::all(ruleset.seats()).map(called).collect();
        let by_service = vec![false; plies.len()];
        Self { ruleset, plies, commitment, names, free, by_service }
    }

    /// The same game with what its seats are called in words.
    #[must_use]
    pub fn named(mut self, names: Vec<Text>) -> Self {
        self.names = names;
        self
    }

    /// The same game in which the service played these plies at the seats of people: nobody chose there.
    #[must_use]
    pub fn by_service(mut self, plies: &[u32]) -> Self {
        for n in plies {
            self.by_service.get_mut(*n as usize).into_iter().for_each(|by_service| *by_service = true);
        }
        self
    }

    /// The ruleset played.
    pub fn ruleset(&self) -> &dyn AnyRuleset {
        &*self.ruleset
    }

    /// The number of moves.
    pub fn moves(&self) -> usize {
        self.plies.len().saturating_sub(1)
    }

    /// How often somebody chose.
    pub fn choices(&self) -> usize {
        self.free_plies().count()
    }

    /// The move of ply `n` in the notation of who made it.
    pub(crate) fn notation(&self, n: u32) -> Option<&str> {
        self.plies.get(n as usize)?.notation.as_deref()
    }

    /// The game as it was before ply `n`.
    pub(crate) fn before(&self, n: u32) -> Option<Box<dyn AnyTable>> {
        self.ruleset.restore(self.plies.get(..n as usize)?).ok()
    }

    /// Who moved in ply `n`.
    pub fn mover(&self, n: u32) -> Option<Seat> {
        self.plies.get(n as usize)?.seat
    }

    /// Whether the seat that moved in ply `n` had at least two legal moves.
    pub(crate) fn is_free(&self, n: u32) -> bool {
        self.free.get(n as usize).copied().unwrap_or(false)
    }

    /// Whether the service played ply `n` at the seat of a person.
    pub fn is_by_service(&self, n: u32) -> bool {
        self.by_service.get(n as usize).copied().unwrap_or(false)
    }

    /// The plies in which somebody chose: a seat had at least two legal moves, and the service did not play for it.
    pub(crate) fn free_plies(&self) -> impl Iterator<Item = u32> + '_ {
        self.split_free(false)
    }

    /// How often the service chose in the place of the person at `seat`.
    pub(crate) fn chosen_by_service(&self, seat: Seat) -> usize {
        self.split_free(true).filter(|n| self.mover(*n) == Some(seat)).count()
    }

    /// The plies with at least two legal moves that the service played at the seat of a person, or the others.
    fn split_free(&self, by_service: bool) -> impl Iterator<Item = u32> + '_ {
        let free = (0..).zip(&self.free).filter(|(_, free)| **free).map(|(n, _)| n);
        free.filter(move |n| self.is_by_service(*n) == by_service)
    }

    /// The random numbers of its reviews. They tell nothing of the game's own.
    pub(crate) fn review_seed(&self) -> [u8; 32] {
        let digest = Sha256::new()
            .chain_update("tapis review")
            .chain_update(reference::VERSION.to_be_bytes())
            .chain_update(self.commitment.as_bytes());
        digest.finalize().into()
    }
}

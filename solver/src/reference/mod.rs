//! The reference player, and what the positions of a finished game are worth when it plays on from there.
//!
//! It plays as lines of the search do below the tree: by the habits and the move scores of the game, with a little noise, and
//! without a search. A position's value is the mean win share of each seat over such games, played from the *true* position. That
//! makes values expectations under one policy: what chance brings has a mean of nought, whoever plays (Burch et al. 2018, AIVAT),
//! and so has every move of the reference player itself. Where rounds are alike, a play ends with its round and goes on by rounds that
//! are [drawn](rounds): the same values, in a small part of the time.
//!
//! Nothing here is for a game that still runs: hints never come from here.

use std::ops::Range;
use std::sync::OnceLock;

use tapis_games::erased::{LogError, StoredPly, TypedRuleset};
use tapis_games::game::Published;
use tapis_games::log::ObservationLog;
use tapis_games::random::Seed;
use tapis_games::refusal::Refusal;
use tapis_games::seat::{BySeat, Seat};

use crate::control::Control;
use crate::heuristics::Heuristics;
use rounds::Rounds;

mod believed;
mod course;
mod mean;
mod open;
mod par;
mod policy;
mod positions;
mod rounds;

/// Counts up whenever the reference player plays otherwise: values of two versions cannot be compared.
pub const VERSION: u32 = 1;

/// How well values are estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampling {
    /// Games of the reference player from each position; the same random numbers for all positions that are compared.
    pub plays: u32,
    /// Outcomes that are drawn afresh at a chance node. Where there are at most [`MOST_OUTCOMES`], all are taken, weighted.
    pub outcomes: u32,
    /// The random numbers.
    pub seed: [u8; 32],
}

/// Chance nodes with more outcomes are sampled.
pub const MOST_OUTCOMES: usize = 64;

/// Who or what made a step of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A seat, by a move.
    Move(Seat),
    /// Chance, by a round's deal.
    Deal,
    /// Chance, by anything else.
    Draw,
}

/// One step of a game: a move, or one outcome of chance.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The ply it belongs to, 0 for the set-up.
    pub ply: u32,
    /// Who made it.
    pub cause: Cause,
    /// What each seat can expect of the win after it, and at the end what it got.
    pub values: BySeat<Expected>,
}

/// The share of the win that a seat can expect: a mean over games of the reference player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Expected {
    /// The mean win share.
    pub value: f64,
    /// Its standard error; 0 at the end of a game.
    pub error: f64,
}

/// Why a game has no values.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ReferenceError {
    /// The log cannot be played again.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The log ends before the game does.
    #[error("the game is not over")]
    NotOver,
    /// The caller cancelled it.
    #[error("cancelled")]
    Cancelled,
    /// The rules refused what the reference player played: a fault of the game.
    #[error("the rules refused the reference player: {0}")]
    Rules(#[from] Refusal),
}

/// The reference player of one ruleset.
pub trait Reference: Send + Sync {
    /// What each seat can expect before the first deal, over these deals of the ruleset. Runs in the rayon pool of the caller.
    ///
    /// # Errors
    /// [`ReferenceError::Cancelled`].
    fn par(&self, deals: Range<u32>, control: &Control) -> Result<BySeat<Expected>, ReferenceError>;

    /// The steps of a finished game with their values; `done` is called after each position. Runs in the rayon pool of the
    /// caller; the values are the same for any number of threads.
    ///
    /// # Errors
    /// See [`ReferenceError`].
    fn course(
        &self,
        plies: &[StoredPly],
        sampling: Sampling,
        control: &Control,
        done: &(dyn Fn() + Sync),
    ) -> Result<Vec<Step>, ReferenceError>;

    /// What a move changes for each seat, on average over `sampling.outcomes` worlds that its seat could believe in by its own `log`.
    ///
    /// # Errors
    /// The log or the move does not fit the rules; [`ReferenceError::Cancelled`].
    fn believed(
        &self,
        log: &ObservationLog,
        notation: &str,
        sampling: Sampling,
        control: &Control,
    ) -> Result<BySeat<Expected>, ReferenceError>;

    /// What every legal move of ply `n` is worth to the seat that moves, as the cards lie, in canonical order. Each is played with the
    /// random numbers of the move that was made. Runs in the rayon pool of the caller.
    ///
    /// # Errors
    /// See [`ReferenceError`].
    fn open_moves(
        &self,
        plies: &[StoredPly],
        n: u32,
        sampling: Sampling,
        control: &Control,
    ) -> Result<Vec<(String, Expected)>, ReferenceError>;

    /// Whether plays go on by drawn rounds after their own, so that each goes through one round at most.
    fn draws_rounds(&self) -> bool;

    /// A game in which the reference player has every seat, dealt and drawn as games at tables are.
    ///
    /// # Errors
    /// [`ReferenceError::Rules`].
    fn play(&self, seed: &Seed) -> Result<Vec<StoredPly>, ReferenceError>;
}

/// The reference player of the game `G`.
pub struct TypedReference<G> {
    ruleset: TypedRuleset<G>,
    /// Made when they are asked for first.
    rounds: OnceLock<Option<Rounds>>,
}

impl<G: Published + Heuristics> TypedReference<G> {
    /// The one that plays by `rules`.
    pub fn new(rules: G) -> Self {
        Self { ruleset: TypedRuleset::new(rules), rounds: OnceLock::new() }
    }

    fn rounds(&self) -> Option<&Rounds> {
        self.rounds.get_or_init(|| Rounds::of(&self.ruleset)).as_ref()
    }
}

impl<G: Published + Heuristics> Reference for TypedReference<G> {
    fn par(&self, deals: Range<u32>, control: &Control) -> Result<BySeat<Expected>, ReferenceError> {
        par::par(&self.ruleset, self.rounds(), deals, control)
    }

    fn course(
        &self,
        plies: &[StoredPly],
        sampling: Sampling,
        control: &Control,
        done: &(dyn Fn() + Sync),
    ) -> Result<Vec<Step>, ReferenceError> {
        let rules = self.ruleset.rules();
        let positions = positions::of_log(rules, plies)?;
        let rounds = self.rounds();
        course::steps(&course::Course { rules, rounds, positions: &positions, sampling, control }, done)
    }

    fn believed(
        &self,
        log: &ObservationLog,
        notation: &str,
        sampling: Sampling,
        control: &Control,
    ) -> Result<BySeat<Expected>, ReferenceError> {
        believed::change((self.ruleset.rules(), self.rounds()), log, notation, sampling, control)
    }

    fn open_moves(
        &self,
        plies: &[StoredPly],
        n: u32,
        sampling: Sampling,
        control: &Control,
    ) -> Result<Vec<(String, Expected)>, ReferenceError> {
        let rules = self.ruleset.rules();
        let positions = positions::of_log(rules, plies)?;
        let rounds = self.rounds();
        open::moves(&course::Course { rules, rounds, positions: &positions, sampling, control }, n)
    }

    fn draws_rounds(&self) -> bool {
        self.rounds().is_some()
    }

    fn play(&self, seed: &Seed) -> Result<Vec<StoredPly>, ReferenceError> {
        Ok(self.ruleset.stored(&policy::game(self.ruleset.rules(), seed)?)?)
    }
}

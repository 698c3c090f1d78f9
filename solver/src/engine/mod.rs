//! Engines: the search of one ruleset behind an object, for callers that do not know the game's types.

use serde::Serialize;
use tapis_games::log::ObservationLog;
use tapis_games::refusal::Refusal;
use utoipa::ToSchema;

use crate::answer::{Answer, Estimate};
use crate::bots::Grades;
use crate::control::Control;
use crate::request::Request;

mod typed;

pub use typed::TypedEngine;

/// A bot level. Budgets are in iterations, so that a bot's move is reproducible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BotLevel {
    /// Uniformly random legal moves.
    Random,
    /// The best move of the game's heuristic, one ply deep.
    Greedy,
    /// The weakest of those that search; the ruleset's `bot_levels` say what each does and does not look at.
    Novice,
    /// Stronger than `novice`.
    Beginner,
    /// Stronger than `beginner`.
    Apprentice,
    /// Stronger than `apprentice`.
    Casual,
    /// Stronger than `casual`.
    Club,
    /// The strongest.
    Expert,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum HintError {
    /// The observation log contradicts the rules.
    #[error("the observation log is not consistent: {0}")]
    Inconsistent(#[from] Refusal),
    /// It is not the turn of the seat whose log it is.
    #[error("it is not this seat's turn")]
    NotYourTurn,
}

/// Solves positions of one ruleset, from observation logs.
pub trait Engine: Send + Sync {
    /// A hint for the seat of `log`. Blocks; runs on the calling thread and the rayon pool it is in.
    ///
    /// # Errors
    /// See [`HintError`].
    fn hint(&self, log: &ObservationLog, request: &Request, control: &Control) -> Result<Answer, HintError>;

    /// What `request` would cost.
    ///
    /// # Errors
    /// See [`HintError`].
    fn estimate(&self, log: &ObservationLog, request: &Request) -> Result<Estimate, HintError>;

    /// How the graded bots search.
    fn grades(&self) -> Grades;

    /// A bot's move for the seat of `log`, in notation.
    ///
    /// # Errors
    /// See [`HintError`].
    fn choose(
        &self,
        level: BotLevel,
        log: &ObservationLog,
        seed: [u8; 32],
        control: &Control,
    ) -> Result<String, HintError>;
}

//! Why a game cannot be played.

use tapis_games::refusal::Refusal;

use crate::error::HintError;

/// Why a game cannot be played.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SimulationError {
    /// Not one bot per seat.
    #[error("{bots} bots for {seats} seats: one per seat is right")]
    WrongNumber {
        /// Bots asked for.
        bots: usize,
        /// Seats there are.
        seats: usize,
    },
    /// A ruleset of another game.
    #[error("the ruleset is of another game")]
    UnknownGame,
    /// The caller cancelled it.
    #[error("cancelled")]
    Cancelled,
    /// A bot found no move.
    #[error("a bot failed: {0}")]
    Bot(#[from] HintError),
    /// The rules refused what a bot played or observed: a fault of the game.
    #[error("the rules refused a bot: {0}")]
    Rules(#[from] Refusal),
}

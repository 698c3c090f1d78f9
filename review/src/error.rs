//! Why a game has no review.

use tapis_games::erased::LogError;
use tapis_solver::engine::HintError;
use tapis_solver::reference::ReferenceError;

/// Why a game has no review.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ReviewError {
    /// Its game is not registered.
    #[error("the game is not registered")]
    UnknownGame,
    /// The caller cancelled it.
    #[error("cancelled")]
    Cancelled,
    /// Its positions have no values.
    #[error(transparent)]
    Reference(ReferenceError),
    /// The search refused a position: a fault of the game.
    #[error("a choice cannot be judged: {0}")]
    Hint(#[from] HintError),
}

impl From<ReferenceError> for ReviewError {
    fn from(error: ReferenceError) -> Self {
        match error {
            ReferenceError::Cancelled => Self::Cancelled,
            other => Self::Reference(other),
        }
    }
}

impl From<LogError> for ReviewError {
    fn from(error: LogError) -> Self {
        Self::Reference(error.into())
    }
}

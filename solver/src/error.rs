//! Why a search has no answer.

use tapis_games::refusal::Refusal;

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

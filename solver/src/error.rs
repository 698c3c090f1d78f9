//! Why a search has no answer.

use tapis_games::refusal::{Refusal, Text};

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum HintError {
    /// The observation log contradicts the rules.
    #[error("the observation log is not consistent: {0}")]
    Inconsistent(#[from] Refusal),
    /// It is not the turn of the seat whose log it is.
    #[error("it is not this seat's turn")]
    NotYourTurn,
    /// What is asked beside the best move makes no sense here.
    #[error("{}", text.en)]
    Refused {
        /// The field that asks it, as a JSON pointer.
        pointer: &'static str,
        /// What is wrong.
        text: Text,
    },
}

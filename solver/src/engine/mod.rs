//! The door for callers that hold games as objects: one engine a ruleset.

use std::sync::Arc;

use serde::Serialize;
use tapis_games::erased::{AnyRuleset, Typed};
use tapis_games::log::ObservationLog;
use tapis_games::refusal::Refusal;
use utoipa::ToSchema;

use crate::answer::{Answer, Estimate};
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
    /// The solver at a small budget.
    Casual,
    /// The solver at a club player's budget.
    Club,
    /// The solver at a large budget.
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
    /// The request asks what this solver cannot do here.
    #[error("{0}")]
    Unsupported(String),
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

/// The engine of a ruleset; `None` only for a ruleset that is not of the registry.
pub fn engine(ruleset: &Arc<dyn AnyRuleset>) -> Option<Arc<dyn Engine>> {
    let any = ruleset.as_any();
    macro_rules! find {
        ($($game:ty),* $(,)?) => {
            $(if let Some(typed) = any.downcast_ref::<Typed<$game>>() {
                return Some(Arc::new(TypedEngine::new(typed.rules().clone())));
            })*
        };
    }
    tapis_games::for_each_game!(find);
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_of_the_registry_has_an_engine() {
        for game in tapis_games::registry::games() {
            let ruleset = game.ruleset("{}").expect("the default ruleset");
            assert!(engine(&ruleset).is_some(), "{}", game.id());
        }
    }
}

//! Écarté, the old French game for two: a game of its own crate, played by tapis as the published ones are.
//!
//! The rules are in `README.md`. Read the files in this order: [`cards`], [`state`], [`rules`] (the moves and
//! [`tapis_games::game::Game`]), [`moves`] (notation and refusals), [`knowledge`] and [`observed`]
//! ([`tapis_games::game::Observed`]), [`published`] ([`tapis_games::game::Published`]), [`opinions`]
//! ([`tapis_solver::heuristics::Heuristics`]). `Registry::with::<Ecarte>()` is all that makes the game known.

pub mod cards;
pub mod knowledge;
pub mod moves;
pub mod observed;
pub mod opinions;
pub mod published;
pub mod rules;
pub mod state;

pub use cards::{Card, Cards};
pub use moves::Move;
pub use published::Options;
pub use rules::{Chance, Deal};
pub use state::{Phase, State};

/// The rules with their options.
#[derive(Clone, Debug, Default)]
pub struct Ecarte {
    options: Options,
}

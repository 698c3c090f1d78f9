//! Écarté, the old French game for two: a game of its own crate, played by tapis as the published ones are.
//!
//! The rules are in `README.md`. Each file is one part of the contract in [`tapis_games::game`]: [`state`], [`rules`] and
//! `course` are its `Game`, [`knowledge`] and [`observed`] its `Observed`, [`moves`] and [`published`] its `Published`, `shown` is how it is
//! drawn, [`opinions`] what the solver asks. `Registry::with::<Ecarte>()` makes the game known.

mod course;
pub mod knowledge;
pub mod moves;
pub mod observed;
pub mod opinions;
pub mod published;
pub mod rules;
mod shown;
pub mod state;

/// The rules with their options.
#[derive(Clone, Debug, Default)]
pub struct Ecarte {
    options: published::Options,
}

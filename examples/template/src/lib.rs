//! A small trick game with hidden hands. The rules are in `README.md`.
//!
//! [`rules`] is its [`Game`](tapis_games::game::Game) and its [`HiddenHands`](tapis_games::hands::HiddenHands), which
//! give it all that a seat knows; [`published`] is what people see.

pub mod published;
pub mod rules;
mod shown;

/// The rules with their options.
#[derive(Clone, Debug, Default)]
pub struct Template {
    options: published::Options,
}

tapis_games::observe_hidden_hands!(Template);

/// Nothing the solver would not find by itself; see `Heuristics` for what can be said.
impl tapis_solver::heuristics::Heuristics for Template {}

//! Games in which everybody sees everything: write the rules, get knowledge and publication for nothing.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::game::{Game, GameTexts};
use crate::locale::said;
use crate::refusal::{NotationError, Refusal};
use crate::ruleset::Fault;

mod observed;
mod published;

pub use observed::{Drawn, Record};

/// A game without anything hidden; chance is drawn before everybody's eyes.
///
/// Implementing it gives [`crate::game::Observed`] (one world, the position itself) and
/// [`crate::game::Published`] (the document is the board, one feature: the length of the game).
pub trait Open: Game<Chance: ToSchema> {
    /// The game's id.
    const NAME: &'static str;
    /// The options.
    type Settings: Clone
        + std::fmt::Debug
        + Default
        + Send
        + Sync
        + Serialize
        + DeserializeOwned
        + ToSchema
        + 'static;
    /// A move taken apart: `{"kind": …, "args": {…}}`.
    type Parts: Serialize + ToSchema;
    /// A position as it is shown, complete.
    type Board: Serialize;

    /// Title and texts.
    fn texts() -> GameTexts;

    /// Builds the ruleset.
    ///
    /// # Errors
    /// Every fault of the settings.
    fn with(settings: Self::Settings) -> Result<Self, Vec<Fault>>;

    /// The options, complete.
    fn settings(&self) -> &Self::Settings;

    /// The move's notation.
    fn write(&self, mv: Self::Move) -> String;

    /// Reads a notation; says nothing about legality.
    ///
    /// # Errors
    /// Where the text stops making sense.
    fn read(&self, text: &str) -> Result<Self::Move, NotationError>;

    /// Takes a move apart.
    fn parts(&self, mv: Self::Move) -> Self::Parts;

    /// Whether anything may still be drawn by chance after `state`.
    fn chance_ahead(&self, _: &Self::State) -> bool {
        false
    }

    /// The position, complete.
    fn board(&self, state: &Self::State) -> Self::Board;
}

/// The options of a game that has none.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NoSettings {}

/// The outcome of a chance node in a game that has none: fits nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NoChance;

impl NoChance {
    /// Why it is refused.
    pub fn refusal(self) -> Refusal {
        Refusal::said("no_chance_node", "open", &said("no_chance"))
    }
}

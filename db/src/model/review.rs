//! The review of a game.

use super::{GameId, Json, Time};

/// The review of a finished game as it is stored: one of a game, a version of what makes them, and an effort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewRecord {
    /// Its id, which opens it.
    pub id: String,
    /// The game.
    pub game: GameId,
    /// The version of what made it.
    pub engine: u32,
    /// How much work it was.
    pub effort: String,
    /// What it says.
    pub body: Json,
    /// When it was made.
    pub created_at: Time,
}

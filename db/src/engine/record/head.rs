//! How far a game is: what every event changes.

use crate::model::{Digest, GameId, Time};

/// The head of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) game: GameId,
    pub(crate) version: u64,
    pub(crate) turn: Option<u8>,
    pub(crate) updated_at: Time,
    pub(crate) deadline: Option<Time>,
    /// The chain hash of the newest event.
    pub(crate) chain: Digest,
}

// Read from columns as [`super::games`] names them.
plain_record!(Head in "heads" as "head_": game, version, turn, updated_at, deadline, chain);

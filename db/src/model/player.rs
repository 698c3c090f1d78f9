//! Whom a front end names at a seat.

use super::{GameId, Time};

/// Whom a front end names at a seat of a game: a player of its own, by an id that means something to nobody else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatedPlayer {
    /// The game.
    pub game: GameId,
    /// The seat.
    pub seat: u8,
    /// The name of the front end's key, to which the id belongs.
    pub key: String,
    /// The front end's id of the player.
    pub player: String,
    /// When the game was created: a player's games are listed in this order.
    pub created_at: Time,
}

/// A place in the list of a player's seats: just after this seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatCursor {
    /// Creation time of the game of the last seat before the place.
    pub created_at: Time,
    /// That game.
    pub game: GameId,
    /// That seat.
    pub seat: u8,
}

impl SeatedPlayer {
    /// The place just after this seat.
    pub fn cursor(&self) -> SeatCursor {
        SeatCursor { created_at: self.created_at, game: self.game, seat: self.seat }
    }
}

//! Whom a front end names at a seat, and who waits there for others.

use super::{Digest, GameId, Time};

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
    /// The version with which they were named. Whoever is named again at their seat stays so since then.
    pub since: u64,
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

/// Somebody who waits at a table for whoever wants the same. A person has one wish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// Whose it is, as a hash of the caller's.
    pub person: Digest,
    /// What has to be equal, as a hash of the caller's.
    pub terms: Digest,
    /// The game that waits.
    pub game: GameId,
    /// The seat of the person.
    pub seat: u8,
    /// The generation of its token.
    pub generation: u32,
    /// When somebody last looked at the game with it.
    pub seen: Time,
    /// Since when the person waits without having been away.
    pub since: Time,
    /// How strong the person is, in points.
    pub strength: i64,
    /// How far from that the others at the table may be.
    pub reach: i64,
}

impl Wish {
    /// Whoever was not seen for so long, in seconds, is away: joined by nobody, and behind those who wait meanwhile.
    pub const AWAY_S: i64 = 30;
}

impl SeatedPlayer {
    /// The place just after this seat.
    pub fn cursor(&self) -> SeatCursor {
        SeatCursor { created_at: self.created_at, game: self.game, seat: self.seat }
    }
}

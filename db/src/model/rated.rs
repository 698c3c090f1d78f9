//! How strong players are, as it is stored.

use super::Time;
use crate::rating::Rating;

/// How strong a player of a front end is in a game.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerRating {
    /// The name of the front end's key, to which the player belongs.
    pub key: String,
    /// The front end's id of the player.
    pub player: String,
    /// The game: `richelieu`.
    pub game: String,
    /// The rating, exact to a thousandth of a point.
    pub rating: Rating,
    /// When the newest of the games that it rests on ended.
    pub rated_at: Time,
}

/// What a finished game says about the strength of the players who are named at its seats: ranks.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    /// The game: `richelieu`.
    pub game: String,
    /// The seats in order, as many as the game has.
    pub seats: Vec<RankedSeat>,
}

/// A seat of a [`Ranking`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedSeat {
    /// 1 is best; tied seats share a rank.
    pub rank: u8,
    /// Who sat there.
    pub by: RankedBy,
}

/// Who sat at a seat, as far as its strength goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RankedBy {
    /// A person: rated if a player is named at the seat.
    Person,
    /// A bot whose strength was measured.
    Bot(Rating),
    /// Anybody else: nobody is compared with the seat.
    Unknown,
}

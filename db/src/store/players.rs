//! The players that front ends name at seats.

use crate::error::Result;
use crate::model::{GameId, SeatCursor, SeatedPlayer};

/// Where the players are kept that front ends name at seats. They belong to the key of the front end, and go with their game.
pub trait PlayerStore {
    /// Names players of a game, each in place of the one named at the seat before: to do it again changes nothing. Whether the game
    /// has the seats is not looked at.
    ///
    /// # Errors
    /// [`NotFound`](crate::StoreError::NotFound) when there is no such game; [`Invalid`](crate::StoreError::Invalid) when a player
    /// sits in another game. Nobody is named then.
    fn seat_players(&self, game: GameId, players: Vec<SeatedPlayer>) -> Result<()>;

    /// Forgets who is named at a seat, as when somebody else takes it. Answers whether anybody was.
    ///
    /// # Errors
    /// Only the general ones.
    fn unseat_player(&self, game: GameId, seat: u8) -> Result<bool>;

    /// The players named in a game, by seat.
    ///
    /// # Errors
    /// Only the general ones; a game that is not there has none.
    fn players_of(&self, game: GameId) -> Result<Vec<SeatedPlayer>>;

    /// The seats of a key's player behind `after`, the newest game first, at most `most`.
    ///
    /// # Errors
    /// Only the general ones; a player that was never named has none.
    fn seats_of_player(
        &self,
        key: &str,
        player: &str,
        after: Option<SeatCursor>,
        most: usize,
    ) -> Result<Vec<SeatedPlayer>>;

    /// Forgets a key's player at `most` seats at most; the games stay. Answers at how many: whoever gets `most` asks again.
    ///
    /// # Errors
    /// Only the general ones.
    fn forget_player(&self, key: &str, player: &str, most: usize) -> Result<usize>;
}

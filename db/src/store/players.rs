//! The players that front ends name at seats.

use crate::error::Result;
use crate::model::{GameId, SeatCursor, SeatedPlayer};

/// Where the players are kept that front ends name at seats. They belong to the key of the front end, and go with their game. They are
/// named with what seats them: [`NewGame::players`](crate::model::NewGame::players), [`Append::players`](crate::model::Append::players).
pub trait PlayerStore {
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

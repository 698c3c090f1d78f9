//! The players that front ends name at seats, and who waits at one for others.

use crate::error::Result;
use crate::model::{Digest, GameId, SeatCursor, SeatedPlayer, Time, Wish};

/// Where the players are kept that front ends name at seats. They belong to the key of the front end, and go with their game. They are
/// named with what seats them: [`NewGame::players`](crate::model::NewGame::players), [`Append::players`](crate::model::Append::players).
pub trait PlayerStore {
    /// The players named in a game, by seat.
    ///
    /// # Errors
    /// Only the general ones; a game that is not there has none.
    fn players_of(&self, game: GameId) -> Result<Vec<SeatedPlayer>>;

    /// The seats of a key's player behind `after`, the newest game first, at most `most`; of `mine` only those whose turn it is.
    ///
    /// # Errors
    /// Only the general ones; a player that was never named has none.
    fn seats_of_player(
        &self,
        key: &str,
        player: &str,
        after: Option<SeatCursor>,
        most: usize,
        mine: bool,
    ) -> Result<Vec<SeatedPlayer>>;

    /// Forgets a key's player at `most` seats at most; the games stay. Answers at how many: whoever gets `most` asks again.
    ///
    /// # Errors
    /// Only the general ones.
    fn forget_player(&self, key: &str, player: &str, most: usize) -> Result<usize>;

    /// Stores a wish, in place of the one that the person had. Whoever waits at the same game and was not away keeps their place.
    ///
    /// # Errors
    /// [`NotFound`](crate::StoreError::NotFound) when there is no such game.
    fn put_wish(&self, wish: Wish) -> Result<()>;

    /// The wish of a person, and the tables at which others wait for the same terms, all of whom were seen after `since` and are as near
    /// as both they and the person wish, who has so much strength and wishes others within so much of it: at most `most`,
    /// those first that have waited longest. Costs what there is of these, however many wait for something else.
    ///
    /// # Errors
    /// Only the general ones.
    fn wishes(
        &self,
        person: Digest,
        terms: Digest,
        level: (i64, i64),
        since: Time,
        most: usize,
    ) -> Result<(Option<Wish>, Vec<GameId>)>;

    /// Whoever waits at a seat, if anybody does, was seen there; after [`Wish::AWAY_S`] they wait from now on.
    ///
    /// # Errors
    /// Only the general ones.
    fn see_wish(&self, game: GameId, seat: u8, seen: Time) -> Result<()>;

    /// Forgets who waits in a game.
    ///
    /// # Errors
    /// Only the general ones.
    fn forget_wishes(&self, game: GameId) -> Result<()>;

    /// Forgets the wish of a person.
    ///
    /// # Errors
    /// Only the general ones.
    fn forget_wish(&self, person: Digest) -> Result<()>;
}

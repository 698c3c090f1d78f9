//! How strong players are.

use crate::error::Result;
use crate::model::PlayerRating;

/// Where the ratings of players are kept. A game changes them in the transaction that ends it ([`Append::ranking`]); they belong to
/// the key of the front end and outlive the games.
///
/// [`Append::ranking`]: crate::model::Append::ranking
pub trait RatingStore {
    /// The ratings of a key's player by game.
    ///
    /// # Errors
    /// Only the general ones; a player whom no game rated has none.
    fn ratings_of(&self, key: &str, player: &str) -> Result<Vec<PlayerRating>>;

    /// The players of a key in a game in the order of [`Rating::sure`], at most `most`: those after the player of this one and id.
    ///
    /// [`Rating::sure`]: crate::rating::Rating::sure
    ///
    /// # Errors
    /// Only the general ones.
    fn ladder(
        &self,
        key: &str,
        game: &str,
        after: Option<(f64, String)>,
        most: usize,
    ) -> Result<Vec<PlayerRating>>;

    /// Forgets the ratings of a key's player. Answers how many there were. Where the player is still named in a game that goes on, a rating
    /// begins anew when that ends: the seats are forgotten first.
    ///
    /// # Errors
    /// Only the general ones.
    fn forget_ratings(&self, key: &str, player: &str) -> Result<usize>;

    /// All ratings after the one of this key, player and game, in their order, at most `most`.
    ///
    /// # Errors
    /// Only the general ones.
    fn ratings(&self, after: Option<(String, String, String)>, most: usize) -> Result<Vec<PlayerRating>>;

    /// Stores a rating in place of the one that is there, as a copy of another database does.
    ///
    /// # Errors
    /// [`Invalid`](crate::StoreError::Invalid) for numbers that are none.
    fn put_rating(&self, rating: PlayerRating) -> Result<()>;
}

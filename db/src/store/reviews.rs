//! Reviews of finished games.

use crate::error::Result;
use crate::model::{GameId, ReviewRecord};

/// Where reviews of games are kept. They go with their game.
pub trait ReviewStore {
    /// Stores a review, unless there is one of the same game, engine and effort. Answers whether it is new.
    ///
    /// # Errors
    /// [`NotFound`](crate::StoreError::NotFound) when there is no such game.
    fn put_review(&self, review: ReviewRecord) -> Result<bool>;

    /// The review of this id, if there is one.
    ///
    /// # Errors
    /// Only the general ones.
    fn review(&self, id: &str) -> Result<Option<ReviewRecord>>;

    /// The reviews of a game by engine and effort.
    ///
    /// # Errors
    /// Only the general ones; a game that is not there has none.
    fn reviews_of(&self, game: GameId) -> Result<Vec<ReviewRecord>>;

    /// Deletes the review of this id; answers whether there was one.
    ///
    /// # Errors
    /// Only the general ones.
    fn delete_review(&self, id: &str) -> Result<bool>;
}

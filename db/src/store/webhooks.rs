//! Webhooks: who is told, and how far.

use crate::error::Result;
use crate::model::{GameId, Time, WatchedGame, Webhook};

/// Webhooks of keys, and how far each was told of its games. Which there are is read through [`KeyStore`](super::KeyStore::webhooks).
/// Who is told of a game is written with the game or the event that brings them:
/// [`NewGame::followers`](crate::model::NewGame::followers), [`Append::followers`](crate::model::Append::followers).
pub trait WebhookStore {
    /// Stores the webhook of a key, in place of the one it has. What was not taken of its games, or was put off, is due at once, as if
    /// nothing had been sent yet.
    ///
    /// # Errors
    /// [`NotFound`](crate::StoreError::NotFound) when there is no key of this name.
    fn put_webhook(&self, webhook: Webhook) -> Result<()>;

    /// Stores `now` in place of `before`, if the webhook still is as `before` says; answers whether it was.
    ///
    /// # Errors
    /// Only the general ones.
    fn change_webhook(&self, before: Webhook, now: Webhook) -> Result<bool>;

    /// The webhook of a key.
    ///
    /// # Errors
    /// Only the general ones.
    fn webhook(&self, key: &str) -> Result<Option<Webhook>>;

    /// Deletes the webhook of a key, with how far it was told of its games; answers whether there was one.
    ///
    /// # Errors
    /// Only the general ones.
    fn delete_webhook(&self, key: &str) -> Result<bool>;

    /// Who is told of a game, and how far each was, by key.
    ///
    /// # Errors
    /// Only the general ones.
    fn followers_of(&self, game: GameId) -> Result<Vec<WatchedGame>>;

    /// Games of a key of which there is something to tell at `now`, the one that waits longest first, at most `most`: those after the
    /// time and id of `after`.
    ///
    /// # Errors
    /// Only the general ones.
    fn due_games(
        &self,
        key: &str,
        now: Time,
        after: Option<(Time, GameId)>,
        most: usize,
    ) -> Result<Vec<WatchedGame>>;

    /// Games of a key of which a message is not taken, the one that failed last first, at most `most`.
    ///
    /// # Errors
    /// Only the general ones.
    fn failing_games(&self, key: &str, most: usize) -> Result<Vec<WatchedGame>>;

    /// Says how far the owner of a key was told of a game. Where they are told of it no more nothing happens. Whoever was told of an end
    /// after which more has happened is not done.
    ///
    /// # Errors
    /// Only the general ones.
    fn advance(&self, watched: WatchedGame) -> Result<()>;
}

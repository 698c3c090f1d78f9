//! Webhooks: who is told, and how far.

use crate::error::Result;
use crate::model::{GameId, Time, WatchedGame, Webhook};

/// Webhooks of keys, and of each game how far it was told. Which there are is read through [`KeyStore`](super::KeyStore::webhooks).
pub trait WebhookStore {
    /// Stores the webhook of a key, in place of the one it has.
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

    /// Has the owner of a key told of a game from now on. Answers whether nobody was before: who is told of a game never changes.
    ///
    /// # Errors
    /// [`NotFound`](crate::StoreError::NotFound) when there is no such game.
    fn watch_game(&self, watched: WatchedGame) -> Result<bool>;

    /// How far a game was told, if somebody is told of it.
    ///
    /// # Errors
    /// Only the general ones.
    fn watched_game(&self, game: GameId) -> Result<Option<WatchedGame>>;

    /// Games of a key of which there is something to tell at `now`, the one that waits longest first, at most `most`. What failed
    /// before `on_since` is due at once.
    ///
    /// # Errors
    /// Only the general ones.
    fn due_games(&self, key: &str, now: Time, on_since: Time, most: usize) -> Result<Vec<WatchedGame>>;

    /// Says how far a game was told. Where nobody is told of it any more nothing happens.
    ///
    /// # Errors
    /// Only the general ones.
    fn advance(&self, watched: WatchedGame) -> Result<()>;
}

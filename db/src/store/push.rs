//! Web Push: which browsers are told of a seat, and how far.

use crate::error::Result;
use crate::model::{Digest, GameId, PushKey, PushSubscription, Time};

/// Browsers that wish to be told of seats, and the key with which they are told.
pub trait PushStore {
    /// The key, if there is one yet.
    ///
    /// # Errors
    /// Only the general ones.
    fn push_key(&self) -> Result<Option<PushKey>>;

    /// Stores a key, if the one that there is is `before`; answers the one that there is then. All subscriptions go with the key
    /// under which they were made.
    ///
    /// # Errors
    /// Only the general ones.
    fn put_push_key(&self, before: Option<PushKey>, key: PushKey) -> Result<PushKey>;

    /// Stores a subscription, in place of the one of the same id. A seat has at most `most` of them: the oldest make room. One that
    /// says nothing new changes nothing. Answers whether something changed.
    ///
    /// # Errors
    /// [`NotFound`](crate::StoreError::NotFound) when there is no such game.
    fn put_subscription(&self, subscription: PushSubscription, most: usize) -> Result<bool>;

    /// The subscriptions of a game, by seat, the oldest first.
    ///
    /// # Errors
    /// Only the general ones.
    fn subscriptions(&self, game: GameId) -> Result<Vec<PushSubscription>>;

    /// Stores `now` in place of `before`, if the subscription still is as `before` says; without `now` it is deleted. Answers whether
    /// it was.
    ///
    /// # Errors
    /// Only the general ones.
    fn change_subscription(&self, before: PushSubscription, now: Option<PushSubscription>) -> Result<bool>;

    /// Deletes the subscriptions of a seat, or one of them; answers how many there were.
    ///
    /// # Errors
    /// Only the general ones.
    fn delete_subscriptions(&self, game: GameId, seat: u8, id: Option<Digest>) -> Result<u64>;

    /// Subscriptions that may be told something at `now`, the one that waits longest first, at most `most`: those after the time and
    /// id of `after`.
    ///
    /// # Errors
    /// Only the general ones.
    fn due_subscriptions(
        &self,
        now: Time,
        after: Option<(Time, Digest)>,
        most: usize,
    ) -> Result<Vec<PushSubscription>>;
}

//! What was done for an idempotency key.

use super::{Digest, GameId, Json, Time};

/// What a request with an idempotency key did, stored in the transaction of its effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyRecord {
    /// Whose key: token, method and path (or a hash of them). A key means something only within its scope.
    pub scope: String,
    /// The key the client chose.
    pub key: String,
    /// A hash of the request: the same key with another fingerprint is a mistake of the client.
    pub fingerprint: Digest,
    /// The game it was about, if any.
    pub game: Option<GameId>,
    /// The version of the game it made, if any.
    pub version: Option<u64>,
    /// What else a retry needs to give the same answer; small.
    pub response: Option<Json>,
    /// From when on the key is free again (24 hours after the request).
    pub expires_at: Time,
}

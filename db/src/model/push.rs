//! Web Push: which browsers are told of a seat while its page is closed, and how far they were told.

use super::{Digest, GameId, Time};

/// A browser that wishes to be told of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushSubscription {
    /// What tells it from others: a hash of game, seat and endpoint.
    pub id: Digest,
    /// The game.
    pub game: GameId,
    /// The seat.
    pub seat: u8,
    /// The generation of the seat's token when it was made: whoever has the seat later is not meant.
    pub generation: u32,
    /// Where the browser's push service takes messages.
    pub endpoint: String,
    /// The browser's public key: a point of P-256, uncompressed.
    pub p256dh: Vec<u8>,
    /// The secret that the browser shares with whoever sends.
    pub auth: Vec<u8>,
    /// Who subscribed it: a hash by which nobody finds the caller. Messages of one caller have a share of what is sent.
    pub creator: Digest,
    /// The language of the messages.
    pub language: String,
    /// When it was made.
    pub since: Time,
    /// The newest version of which it was told, or need not be.
    pub told: u64,
    /// How often the next message was sent in vain.
    pub tries: u32,
    /// When it is sent next, at the earliest.
    pub next_try: Time,
    /// Since when no message was taken.
    pub failing_since: Option<Time>,
}

impl PushSubscription {
    /// Whether another says the same of the same browser.
    pub fn is_as(&self, other: &Self) -> bool {
        self.id == other.id
            && self.generation == other.generation
            && self.p256dh == other.p256dh
            && self.auth == other.auth
            && self.language == other.language
    }
}

/// The key with which messages of Web Push are signed, sealed: the store cannot read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushKey {
    /// The sealed key.
    pub sealed: Vec<u8>,
}

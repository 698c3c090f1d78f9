//! The events of a game's log.

use super::{Digest, Json, Time};

/// An event to append. Every version of a game is exactly one event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEvent {
    /// What kind of event, a word of the caller's: `setup`, `ply`, `join`, `leave`, `takeover`, `undo`, `end`, ….
    pub kind: String,
    /// The seat it is about, if any.
    pub seat: Option<u8>,
    /// The mover's own notation, for a ply.
    pub notation: Option<String>,
    /// What chance decided after it.
    pub chance: Option<Json>,
    /// Anything else: what each viewer saw of it, what an undo took back, ….
    pub payload: Option<Json>,
    /// The hash of the full state after it.
    pub state_hash: Option<Digest>,
    /// When it happened.
    pub at: Time,
}

/// An event of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The version of the game it made; 1 for the first, then one more each.
    pub version: u64,
    /// What was appended.
    pub event: NewEvent,
    /// The chain hash: SHA-256 over the chain hash before it and all fields of the event. Already verified.
    pub chain: Digest,
}

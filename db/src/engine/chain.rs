//! The chain of a game's events: each has a hash over the one before it.

use super::seal::Seal;
use crate::model::{Digest, NewEvent};

/// The chain hash of an event; the game is part of the anchor the chain starts from.
pub(crate) fn link(before: Digest, version: i64, event: &NewEvent, request: Option<&[u8]>) -> Digest {
    Seal::new("event")
        .blob(&before.0)
        .int(version)
        .text(&event.kind)
        .optional_int(event.seat.map(i64::from))
        .optional_text(event.notation.as_deref())
        .optional_text(event.chance.as_ref().map(|json| json.as_str()))
        .optional_text(event.payload.as_ref().map(|json| json.as_str()))
        .optional_blob(event.state_hash.as_ref().map(|hash| hash.0.as_slice()))
        .text(&event.at.to_string())
        .optional_blob(request)
        .finish()
}

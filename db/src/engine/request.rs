//! The request that made an event: what a retry asks for, kept in the event's row.
//!
//! A record of its own in `idempotency` costs a row and two indexes, one of them in no order, so nearly a page a
//! move. An event lies where its game writes anyway, and who retries a move knows the game.

use super::corrupt;
use super::record::MadeEvent;
use super::seal::Seal;
use crate::error::Result;
use crate::model::{Append, Digest, GameId, IdempotencyRecord, Time};

/// Stands between the hashes and the time. Nobody reads it, but it is under the hashes of the events of 0.1.0.
const UNREAD: [u8; 2] = [0; 2];

/// Bytes of the two hashes and of what is unread.
const FIXED: usize = 32 + 32 + UNREAD.len();

/// What is remembered of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    /// See [`key`].
    pub(crate) key: Digest,
    fingerprint: Digest,
    /// From when on the key is free again.
    pub(crate) expires_at: Time,
}

/// The hash of a key within its scope.
pub(crate) fn key(scope: &str, key: &str) -> Digest {
    Seal::new("request").text(scope).text(key).finish()
}

/// Whether the first event of an append says all that its record does: then no other row is needed.
fn follows_from(append: &Append, record: &IdempotencyRecord) -> bool {
    let made = append.expected_version.checked_add(1);
    record.game == Some(append.game) && record.version == made && record.response.is_none()
}

/// What was done for a key by the newest event of a game's log that was made with it.
pub(crate) fn made_by(
    log: &[MadeEvent],
    scope: &str,
    name: &str,
    game: GameId,
) -> Result<Option<IdempotencyRecord>> {
    let (wanted, mut found) = (key(scope, name), None);
    for (event, request) in log {
        let request = request.as_deref().map(Request::read).transpose()?;
        let made_by_it = request.filter(|request| request.key == wanted);
        found = made_by_it.map(|request| request.record(scope, name, game, event.version)).or(found);
    }
    Ok(found)
}

impl Request {
    /// The request of an append, if its first event [`follows_from`] its record does.
    pub(crate) fn of(append: &Append) -> Option<Self> {
        let record = append.idempotency.as_ref().filter(|record| follows_from(append, record))?;
        Some(Self {
            key: key(&record.scope, &record.key),
            fingerprint: record.fingerprint,
            expires_at: record.expires_at,
        })
    }

    /// The record of which it is what is remembered.
    pub(crate) fn record(&self, scope: &str, key: &str, game: GameId, version: u64) -> IdempotencyRecord {
        IdempotencyRecord {
            scope: scope.to_owned(),
            key: key.to_owned(),
            fingerprint: self.fingerprint,
            game: Some(game),
            version: Some(version),
            response: None,
            expires_at: self.expires_at,
        }
    }

    /// As it is stored.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(FIXED + 24);
        bytes.extend_from_slice(&self.key.0);
        bytes.extend_from_slice(&self.fingerprint.0);
        bytes.extend_from_slice(&UNREAD);
        bytes.extend_from_slice(self.expires_at.to_string().as_bytes());
        bytes
    }

    /// As it was before it was stored.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self> {
        let read = || {
            let (key, rest) = bytes.split_first_chunk()?;
            let (fingerprint, rest) = rest.split_first_chunk()?;
            let (_, rest) = rest.split_first_chunk::<{ UNREAD.len() }>()?;
            Some(Self {
                key: Digest(*key),
                fingerprint: Digest(*fingerprint),
                expires_at: std::str::from_utf8(rest).ok()?.parse().ok()?,
            })
        };
        read().ok_or_else(|| corrupt("the request of an event"))
    }
}

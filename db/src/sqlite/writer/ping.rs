//! What a readiness check writes.

use rusqlite::Connection;
use uuid::Uuid;

use crate::engine::tables::idempotency;
use crate::model::{Digest, IdempotencyRecord, Json, Time};
use crate::sqlite::error::Outcome;

/// As much as a group of moves writes when many play.
pub(super) const MUCH: usize = 256 << 10;

/// Writes a record that is at least so long, in place of the one of before. It has always expired, so it is deleted some time. It
/// stays for a while: pages that a transaction frees itself are not written.
pub(super) fn write(conn: &Connection, length: usize) -> Outcome<()> {
    // What is the same as before would not be written.
    let (own, rest) = (Uuid::now_v7(), "-".repeat(length));
    let filler = IdempotencyRecord {
        scope: "readiness check".to_owned(),
        key: "filler".to_owned(),
        fingerprint: Digest([0; 32]),
        game: None,
        version: None,
        response: Some(Json::from(format!("\"{own}{rest}\""))),
        expires_at: Time::from(jiff::Timestamp::UNIX_EPOCH),
    };
    idempotency::put(conn, &filler, filler.expires_at).map(drop)
}

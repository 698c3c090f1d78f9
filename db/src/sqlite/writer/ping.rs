//! What a readiness check writes.

use rusqlite::Connection;

use crate::model::{Digest, IdempotencyRecord, Json, Time};
use crate::sqlite::error::Outcome;
use crate::sqlite::idempotency;

/// As much as a group of moves writes when many play.
const MUCH: usize = 256 << 10;

/// The scope and key of a record that is as long as [`MUCH`]. It has always expired, so it is deleted some time.
const FILLER: [&str; 2] = ["readiness check", "filler"];

/// Changes a row, and deletes what [`write_much`] has left.
pub(super) fn write_little(conn: &Connection) -> Outcome<()> {
    conn.prepare_cached("UPDATE probe SET n = (n + 1) % 1000000 WHERE id = 1")?.execute([])?;
    idempotency::delete(conn, FILLER[0], FILLER[1])
}

/// Writes as much as many moves do. It stays for a while: pages that a transaction frees itself are not written.
pub(super) fn write_much(conn: &Connection) -> Outcome<()> {
    let filler = IdempotencyRecord {
        scope: FILLER[0].to_owned(),
        key: FILLER[1].to_owned(),
        fingerprint: Digest([0; 32]),
        status: 0,
        game: None,
        version: None,
        response: Some(Json::from(format!("\"{}\"", "-".repeat(MUCH)))),
        expires_at: Time::from(jiff::Timestamp::UNIX_EPOCH),
    };
    idempotency::put(conn, &filler)
}

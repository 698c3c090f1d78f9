//! Idempotency records: what was done for a key, stored in the transaction that did it.

use rusqlite::{Connection, params};

use super::error::{Outcome, corrupt};
use super::rows;
use crate::engine::request;
use crate::model::{IdempotencyRecord, Time};

/// A record by the hash of its key.
pub(super) const BY_ID: &str = "WHERE id = ?1";

/// The oldest expired records, deleted.
pub(super) const PURGE: &str = "DELETE FROM idempotency WHERE id IN \
     (SELECT id FROM idempotency WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)";

/// What was done for a key, unless it has expired at `now`.
pub(super) fn get(
    conn: &Connection,
    scope: &str,
    key: &str,
    now: Time,
) -> Outcome<Option<IdempotencyRecord>> {
    let found: Option<IdempotencyRecord> = rows::first(conn, BY_ID, [request::key(scope, key).0])?;
    match found {
        Some(record) if (record.scope.as_str(), record.key.as_str()) != (scope, key) => {
            Err(corrupt("an idempotency record"))
        }
        found => Ok(found.filter(|record| record.expires_at > now)),
    }
}

/// Stores a record whose key is free, in place of an expired one.
pub(super) fn put(conn: &Connection, record: &IdempotencyRecord) -> Outcome<()> {
    rows::replace(conn, record, "id")
}

/// Deletes up to `limit` records expired at `now`, oldest first; answers how many.
pub(super) fn purge(conn: &Connection, now: Time, limit: usize) -> Outcome<usize> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let deleted = conn.prepare_cached(PURGE)?.execute(params![now.to_string(), limit])?;
    Ok(deleted)
}

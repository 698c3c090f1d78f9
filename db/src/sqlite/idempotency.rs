//! Idempotency records: what was done for a key, stored in the transaction that did it.

use rusqlite::{Connection, Row, params};

use super::column;
use super::error::{Outcome, corrupt};
use crate::engine::idempotency::seal;
use crate::engine::stored;
use crate::model::{IdempotencyRecord, Time};

/// All records.
pub(super) const ALL: &str =
    "SELECT scope, key, fingerprint, status, game, version, response, expires_at, seal FROM idempotency";

/// A record by its key.
pub(super) fn get_sql() -> String {
    format!("{ALL} WHERE scope = ?1 AND key = ?2")
}

/// The oldest expired records, deleted.
pub(super) const PURGE: &str = "DELETE FROM idempotency WHERE (scope, key) IN \
     (SELECT scope, key FROM idempotency WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)";

/// What was done for a key, unless it has expired at `now`.
pub(super) fn get(
    conn: &Connection,
    scope: &str,
    key: &str,
    now: Time,
) -> Outcome<Option<IdempotencyRecord>> {
    let mut statement = conn.prepare_cached(&get_sql())?;
    let mut rows = statement.query([scope, key])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let record = read(row)?;
    Ok((record.expires_at > now).then_some(record))
}

/// Stores a record whose key is free, in place of an expired one.
pub(super) fn put(conn: &Connection, record: &IdempotencyRecord) -> Outcome<()> {
    conn.prepare_cached(
        "INSERT INTO idempotency (scope, key, fingerprint, status, game, version, response, expires_at, seal) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) \
         ON CONFLICT (scope, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = excluded.status, \
         game = excluded.game, version = excluded.version, response = excluded.response, \
         expires_at = excluded.expires_at, seal = excluded.seal",
    )?
    .execute(params![
        record.scope,
        record.key,
        record.fingerprint.0,
        record.status,
        record.game.map(|id| id.to_string()),
        record.version.map(stored).transpose()?,
        record.response.as_ref().map(|json| json.as_str()),
        record.expires_at.to_string(),
        seal(record)?.0,
    ])?;
    Ok(())
}

/// Deletes up to `limit` records expired at `now`, oldest first; answers how many.
pub(super) fn purge(conn: &Connection, now: Time, limit: usize) -> Outcome<usize> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let deleted = conn.prepare_cached(PURGE)?.execute(params![now.to_string(), limit])?;
    Ok(deleted)
}

pub(super) fn read(row: &Row<'_>) -> Outcome<IdempotencyRecord> {
    let record = IdempotencyRecord {
        scope: row.get("scope")?,
        key: row.get("key")?,
        fingerprint: column::digest(row, "fingerprint")?,
        status: column::number(row, "status")?,
        game: match row.get_ref("game")? {
            rusqlite::types::ValueRef::Null => None,
            _ => Some(column::parsed(row, "game")?),
        },
        version: column::optional_number(row, "version")?,
        response: column::optional_json(row, "response")?,
        expires_at: column::parsed(row, "expires_at")?,
    };
    if column::digest(row, "seal")? != seal(&record)? {
        return Err(corrupt("an idempotency record"));
    }
    Ok(record)
}

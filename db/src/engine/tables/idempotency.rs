//! Idempotency records: what was done for a key, stored in the transaction that did it.

use crate::engine::failure::Outcome;
use crate::engine::record::{Record as _, replace};
use crate::engine::rows::{self, most as at_most};
use crate::engine::sql::Sql;
use crate::engine::{corrupt, request};
use crate::model::{IdempotencyRecord, Time};

/// A record by the hash of its key.
pub(crate) const BY_ID: &str = "WHERE id = $1";

/// The oldest expired records, deleted. The last condition is for a record that was found and put anew before its row was locked:
/// PostgreSQL asks it again of the new row.
pub(crate) const PURGE: &str = "DELETE FROM idempotency WHERE id IN \
     (SELECT id FROM idempotency WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2) AND expires_at <= $1";

/// What was done for a key, unless it has expired at `now`.
pub(crate) fn get(db: &dyn Sql, scope: &str, key: &str, now: Time) -> Outcome<Option<IdempotencyRecord>> {
    let found: Option<IdempotencyRecord> = rows::first(db, BY_ID, &[request::key(scope, key).into()])?;
    match found {
        Some(record) if (record.scope.as_str(), record.key.as_str()) != (scope, key) => {
            Err(corrupt("an idempotency record").into())
        }
        found => Ok(found.filter(|record| record.expires_at > now)),
    }
}

/// Stores a record, in place of one that had expired at `now` and of none other; answers whether its key was free.
pub(crate) fn put(db: &dyn Sql, record: &IdempotencyRecord, now: Time) -> Outcome<bool> {
    let mut values = record.values()?;
    values.push(now.into());
    let sql =
        format!("{} WHERE idempotency.expires_at <= ${}", replace::<IdempotencyRecord>("id"), values.len());
    Ok(db.execute(&sql, &values)? == 1)
}

/// Deletes up to `limit` records expired at `now`, oldest first; answers how many.
pub(crate) fn purge(db: &dyn Sql, now: Time, limit: usize) -> Outcome<usize> {
    Ok(db.execute(PURGE, &[now.into(), at_most(limit)])? as usize)
}

//! Idempotency records: what was done for a key, stored in the transaction that did it.

use deadpool_postgres::Client;

use super::error::Outcome;
use super::rows;
use crate::engine::record::{Record as _, replace};
use crate::engine::{corrupt, request};
use crate::model::{IdempotencyRecord, Time};

/// The last condition is for a record that was found and put anew before its row was locked: the server asks it again of the new row.
const PURGE: &str = "DELETE FROM idempotency WHERE id IN \
     (SELECT id FROM idempotency WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2) AND expires_at <= $1";

/// What was done for a key, unless it has expired at `now`.
pub(super) async fn get(
    client: &Client,
    scope: &str,
    key: &str,
    now: Time,
) -> Outcome<Option<IdempotencyRecord>> {
    let id = request::key(scope, key);
    let found: Option<IdempotencyRecord> = rows::one(client, "WHERE id = $1", &[id.into()]).await?;
    match found {
        Some(record) if (record.scope.as_str(), record.key.as_str()) != (scope, key) => {
            Err(corrupt("an idempotency record").into())
        }
        found => Ok(found.filter(|record| record.expires_at > now)),
    }
}

/// Stores a record, in place of one that had expired at `now` and of none other; answers whether its key was free.
pub(super) async fn put(client: &Client, record: &IdempotencyRecord, now: Time) -> Outcome<bool> {
    let mut values = record.values()?;
    values.push(now.into());
    let replace = replace::<IdempotencyRecord>("id");
    let sql = format!("{replace} WHERE idempotency.expires_at <= ${}", values.len());
    Ok(rows::execute(client, &sql, &values).await? == 1)
}

/// Deletes up to `limit` records expired at `now`, oldest first; answers how many.
pub(super) async fn purge(client: &Client, now: Time, limit: usize) -> Outcome<usize> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    Ok(rows::execute(client, PURGE, &[now.into(), limit.into()]).await? as usize)
}

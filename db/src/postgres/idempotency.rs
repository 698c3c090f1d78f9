//! Idempotency records: what was done for a key, stored in the transaction that did it.

use deadpool_postgres::Client;
use tokio_postgres::Row;

use super::column::{self, Text};
use super::error::Outcome;
use crate::engine::idempotency::seal;
use crate::engine::request;
use crate::engine::{corrupt, stored};
use crate::model::{IdempotencyRecord, Time};

const GET: &str = "SELECT scope, key, fingerprint, status, game, version, response, expires_at, seal \
                   FROM idempotency WHERE id = $1";

/// In place of a record that had expired at $11, of none other.
const PUT: &str = "INSERT INTO idempotency \
     (id, scope, key, fingerprint, status, game, version, response, expires_at, seal) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
     ON CONFLICT (id) DO UPDATE SET fingerprint = excluded.fingerprint, status = excluded.status, \
     game = excluded.game, version = excluded.version, response = excluded.response, \
     expires_at = excluded.expires_at, seal = excluded.seal WHERE idempotency.expires_at <= $11";

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
    let statement = client.prepare_cached(GET).await?;
    let id = request::key(scope, key);
    let Some(row) = client.query_opt(&statement, &[&id.0.as_slice()]).await? else { return Ok(None) };
    let record = read(&row)?;
    if (record.scope.as_str(), record.key.as_str()) != (scope, key) {
        return Err(corrupt("an idempotency record").into());
    }
    Ok((record.expires_at > now).then_some(record))
}

/// Stores a record; answers whether its key was free at `now`.
pub(super) async fn put(client: &Client, record: &IdempotencyRecord, now: Time) -> Outcome<bool> {
    let statement = client.prepare_cached(PUT).await?;
    let id = request::key(&record.scope, &record.key);
    let stored = client
        .execute(
            &statement,
            &[
                &id.0.as_slice(),
                &Text(&record.scope),
                &Text(&record.key),
                &record.fingerprint.0.as_slice(),
                &i32::from(record.status),
                &record.game.map(column::uuid),
                &record.version.map(stored).transpose()?,
                &record.response.as_ref().map(|json| Text(json.as_str())),
                &record.expires_at.timestamp(),
                &seal(record)?.0.as_slice(),
                &now.timestamp(),
            ],
        )
        .await?;
    Ok(stored == 1)
}

/// Deletes up to `limit` records expired at `now`, oldest first; answers how many.
pub(super) async fn purge(client: &Client, now: Time, limit: usize) -> Outcome<usize> {
    let statement = client.prepare_cached(PURGE).await?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    Ok(client.execute(&statement, &[&now.timestamp(), &limit]).await? as usize)
}

fn read(row: &Row) -> Outcome<IdempotencyRecord> {
    let record = IdempotencyRecord {
        scope: column::text(row, "scope")?,
        key: column::text(row, "key")?,
        fingerprint: column::digest(row, "fingerprint")?,
        status: u16::try_from(row.try_get::<_, i32>("status")?).map_err(|_| corrupt("status"))?,
        game: column::optional_game(row, "game")?,
        version: column::optional_number(row, "version")?,
        response: column::optional_json(row, "response")?,
        expires_at: column::time(row, "expires_at")?,
    };
    if column::digest(row, "seal")? != seal(&record)? {
        return Err(corrupt("an idempotency record").into());
    }
    Ok(record)
}

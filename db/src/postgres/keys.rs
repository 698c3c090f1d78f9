//! Keys of callers.

use std::sync::Arc;

use deadpool_postgres::Client;
use tokio_postgres::Row;

use super::column::{self, Text};
use super::connection::transaction;
use super::error::Outcome;
use super::node::{once, read};
use super::{PostgresStore, StoreError};
use crate::engine::corrupt;
use crate::engine::keys::{check, seal};
use crate::error::Result;
use crate::model::{ApiKey, KeyRates, Time};
use crate::store::{KeyStore, wait};

const ADD: &str = "INSERT INTO api_keys (name, hash, scope, rate_requests, rate_create, rate_moves, rate_hints, created_at, \
                   revoked_at, seal) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (name) DO NOTHING";

const COLUMNS: &str =
    "name, hash, scope, rate_requests, rate_create, rate_moves, rate_hints, created_at, revoked_at, seal";

const REVOKE: &str = "UPDATE api_keys SET revoked_at = $2, seal = $3 WHERE name = $1";

impl KeyStore for PostgresStore {
    fn add_key(&self, key: ApiKey) -> Result<()> {
        let node = Arc::clone(&self.node);
        wait(|reply| self.write(None, async move { once!(node, |client| add(client, &key)) }, reply))
    }

    fn keys(&self) -> Result<Vec<ApiKey>> {
        let node = Arc::clone(&self.node);
        self.ask(async move { read!(node, |client| all(client)) })
    }

    fn revoke_key(&self, name: &str, at: Time) -> Result<bool> {
        let (node, name) = (Arc::clone(&self.node), name.to_owned());
        wait(|reply| self.write(None, async move { once!(node, |client| revoke(client, &name, at)) }, reply))
    }
}

async fn add(client: &Client, key: &ApiKey) -> Outcome<()> {
    check(key)?;
    let ApiKey { name, hash, scope, rates, created_at, revoked_at } = key;
    let number = |rate: Option<u32>| rate.map(i64::from);
    let statement = client.prepare_cached(ADD).await?;
    let added = client
        .execute(
            &statement,
            &[
                &Text(name),
                &hash.0.as_slice(),
                &scope.as_str(),
                &number(rates.requests),
                &number(rates.create),
                &number(rates.moves),
                &number(rates.hints),
                &created_at.timestamp(),
                &revoked_at.map(Time::timestamp),
                &seal(key).0.as_slice(),
            ],
        )
        .await?;
    if added == 0 { Err(StoreError::Exists.into()) } else { Ok(()) }
}

async fn all(client: &Client) -> Outcome<Vec<ApiKey>> {
    let statement = client.prepare_cached(&format!("SELECT {COLUMNS} FROM api_keys")).await?;
    let mut keys = client.query(&statement, &[]).await?.iter().map(stored).collect::<Outcome<Vec<_>>>()?;
    // Not by the server: how it sorts texts depends on its locale.
    keys.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(keys)
}

async fn revoke(client: &Client, name: &str, at: Time) -> Outcome<bool> {
    let work = async {
        let sql = format!("SELECT {COLUMNS} FROM api_keys WHERE name = $1 FOR UPDATE");
        let statement = client.prepare_cached(&sql).await?;
        let row = client.query_opt(&statement, &[&Text(name)]).await?.ok_or(StoreError::NotFound)?;
        let key = stored(&row)?;
        if key.revoked_at.is_some() {
            return Ok(false);
        }
        let key = ApiKey { revoked_at: Some(at), ..key };
        let statement = client.prepare_cached(REVOKE).await?;
        client.execute(&statement, &[&Text(name), &at.timestamp(), &seal(&key).0.as_slice()]).await?;
        Ok(true)
    };
    transaction(client, work).await
}

fn stored(row: &Row) -> Outcome<ApiKey> {
    let key = ApiKey {
        name: column::text(row, "name")?,
        hash: column::digest(row, "hash")?,
        scope: column::parsed(row, "scope")?,
        rates: KeyRates {
            requests: column::optional_number(row, "rate_requests")?,
            create: column::optional_number(row, "rate_create")?,
            moves: column::optional_number(row, "rate_moves")?,
            hints: column::optional_number(row, "rate_hints")?,
        },
        created_at: column::time(row, "created_at")?,
        revoked_at: column::optional_time(row, "revoked_at")?,
    };
    if column::digest(row, "seal")? != seal(&key) {
        return Err(corrupt(format!("the key {}", key.name)).into());
    }
    Ok(key)
}

//! Keys of callers.

use std::sync::Arc;

use deadpool_postgres::Client;

use super::connection::transaction;
use super::error::Outcome;
use super::node::{Node, once, read};
use super::{PostgresStore, StoreError};
use super::{rows, webhooks};
use crate::engine::keys::check;
use crate::error::Result;
use crate::model::{ApiKey, Time, Webhook};
use crate::store::{KeyStore, wait};

impl KeyStore for PostgresStore {
    fn add_key(&self, key: ApiKey) -> Result<()> {
        wait(|reply| {
            self.write(None, |node| async move { once!(node, |client| add(client, &key)) }, reply);
        })
    }

    fn keys(&self) -> Result<Vec<ApiKey>> {
        self.ask(|node| async move { read!(node, |client| all(client)) })
    }

    fn revoke_key(&self, name: &str, at: Time) -> Result<bool> {
        let name = name.to_owned();
        let work = |node: Arc<Node>| async move { once!(node, |client| revoke(client, &name, at)) };
        wait(|reply| self.write(None, work, reply))
    }

    fn webhooks(&self) -> Result<Vec<Webhook>> {
        self.ask(|node| async move { read!(node, |client| webhooks::all(client)) })
    }
}

async fn add(client: &Client, key: &ApiKey) -> Outcome<()> {
    check(key)?;
    let is_new = rows::insert(client, key, "ON CONFLICT (name) DO NOTHING").await?;
    if is_new { Ok(()) } else { Err(StoreError::Exists.into()) }
}

async fn all(client: &Client) -> Outcome<Vec<ApiKey>> {
    let mut keys: Vec<ApiKey> = rows::all(client, "", &[]).await?;
    // Not by the server: how it sorts texts depends on its locale.
    keys.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(keys)
}

async fn revoke(client: &Client, name: &str, at: Time) -> Outcome<bool> {
    let work = async {
        let key: Option<ApiKey> = rows::one(client, "WHERE name = $1 FOR UPDATE", &[name.into()]).await?;
        let key = key.ok_or(StoreError::NotFound)?;
        if key.revoked_at.is_some() {
            return Ok(false);
        }
        let revoked = ApiKey { revoked_at: Some(at), ..key };
        rows::update(client, &revoked, &["revoked_at", "name"]).await?;
        Ok(true)
    };
    transaction(client, work).await
}

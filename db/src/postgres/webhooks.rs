//! Webhooks, and how far each was told of its games.

use std::sync::Arc;

use deadpool_postgres::Client;

use super::column::{Text, uuid};
use super::connection::transaction;
use super::error::Outcome;
use super::node::{Node, once, read};
use super::rows;
use super::{PostgresStore, StoreError};
use crate::engine::record::{self, Record as _};
use crate::engine::webhooks::{ADVANCED, CHANGED};
use crate::error::Result;
use crate::model::{GameId, Time, WatchedGame, Webhook};
use crate::store::{WebhookStore, wait};

/// The games of $1 of which there is something to tell at $2; see [`WebhookStore::due_games`].
const DUE: &str = "WHERE key = $1 AND NOT is_done AND (next_try <= $2 OR failing_since < $3) \
     AND EXISTS (SELECT 1 FROM heads WHERE heads.game = webhook_games.game AND heads.version > webhook_games.delivered) \
     ORDER BY next_try, game LIMIT $4";

impl WebhookStore for PostgresStore {
    fn put_webhook(&self, webhook: Webhook) -> Result<()> {
        let work = move |node: Arc<Node>| async move { once!(node, |client| put(client, &webhook)) };
        wait(|reply| self.write(None, work, reply))
    }

    fn change_webhook(&self, before: Webhook, now: Webhook) -> Result<bool> {
        let work = move |node: Arc<Node>| async move { once!(node, |client| change(client, &before, &now)) };
        wait(|reply| self.write(None, work, reply))
    }

    fn webhook(&self, key: &str) -> Result<Option<Webhook>> {
        let key = key.to_owned();
        self.ask(move |node| async move {
            read!(node, |client| rows::one(client, "WHERE key = $1", &[(&key).into()]))
        })
    }

    fn delete_webhook(&self, key: &str) -> Result<bool> {
        let key = key.to_owned();
        let work = move |node: Arc<Node>| async move { once!(node, |client| delete(client, &key)) };
        wait(|reply| self.write(None, work, reply))
    }

    fn watch_game(&self, watched: WatchedGame) -> Result<bool> {
        let game = watched.game;
        let work = move |node: Arc<Node>| async move { once!(node, |client| watch(client, &watched)) };
        wait(|reply| self.write(Some(game), work, reply))
    }

    fn watched_game(&self, game: GameId) -> Result<Option<WatchedGame>> {
        self.ask(move |node| async move {
            read!(node, |client| rows::one(client, "WHERE game = $1", &[game.into()]))
        })
    }

    fn due_games(&self, key: &str, now: Time, on_since: Time, most: usize) -> Result<Vec<WatchedGame>> {
        let (key, most) = (key.to_owned(), i64::try_from(most).unwrap_or(i64::MAX));
        self.ask(move |node| async move {
            read!(node, |client| rows::all(
                client,
                DUE,
                &[(&key).into(), now.into(), on_since.into(), most.into()]
            ))
        })
    }

    fn advance(&self, watched: WatchedGame) -> Result<()> {
        let work = move |node: Arc<Node>| async move {
            once!(node, |client| rows::update(client, &watched, ADVANCED))
        };
        wait(|reply| self.write(None, work, reply))
    }
}

/// All webhooks by key.
pub(super) async fn all(client: &Client) -> Outcome<Vec<Webhook>> {
    let mut webhooks: Vec<Webhook> = rows::all(client, "", &[]).await?;
    // Not by the server: how it sorts texts depends on its locale.
    webhooks.sort_by(|one, other| one.key.cmp(&other.key));
    Ok(webhooks)
}

async fn put(client: &Client, webhook: &Webhook) -> Outcome<()> {
    let key = client.prepare_cached("SELECT name FROM api_keys WHERE name = $1").await?;
    client.query_opt(&key, &[&Text(&webhook.key)]).await?.ok_or(StoreError::NotFound)?;
    rows::execute(client, &record::replace::<Webhook>("key"), &webhook.values()?).await.map(drop)
}

async fn change(client: &Client, before: &Webhook, now: &Webhook) -> Outcome<bool> {
    let work = async {
        let found: Option<Webhook> =
            rows::one(client, "WHERE key = $1 FOR UPDATE", &[(&before.key).into()]).await?;
        let is_same = found.as_ref() == Some(before);
        if is_same {
            rows::update(client, now, CHANGED).await?;
        }
        Ok(is_same)
    };
    transaction(client, work).await
}

async fn delete(client: &Client, key: &str) -> Outcome<bool> {
    let work = async {
        rows::execute(client, "DELETE FROM webhook_games WHERE key = $1", &[key.into()]).await?;
        Ok(rows::execute(client, "DELETE FROM webhooks WHERE key = $1", &[key.into()]).await? == 1)
    };
    transaction(client, work).await
}

/// Whoever deletes the game meanwhile waits, and deletes this as well.
async fn watch(client: &Client, watched: &WatchedGame) -> Outcome<bool> {
    let work = async {
        let game = client.prepare_cached("SELECT id FROM games WHERE id = $1 FOR UPDATE").await?;
        client.query_opt(&game, &[&uuid(watched.game)]).await?.ok_or(StoreError::NotFound)?;
        rows::insert(client, watched, "ON CONFLICT (game) DO NOTHING").await
    };
    transaction(client, work).await
}

//! Web Push: which browsers are told of a seat, and how far.

use std::sync::Arc;

use deadpool_postgres::Client;

use super::column::uuid;
use super::connection::transaction;
use super::error::Outcome;
use super::node::{Node, once, read};
use super::rows;
use super::{PostgresStore, StoreError};
use crate::engine::push::{TOLD, surplus};
use crate::engine::record::{self, Record as _};
use crate::error::Result;
use crate::model::{Digest, GameId, PushKey, PushSubscription, Time};
use crate::store::{PushStore, wait};

/// The subscriptions of which there may be something to tell at $1; see [`PushStore::due_subscriptions`].
const DUE: &str = "WHERE next_try <= $1 AND EXISTS (SELECT 1 FROM heads \
     WHERE heads.game = push_subscriptions.game AND heads.version > push_subscriptions.told) \
     ORDER BY next_try, id LIMIT $2";
const OF_GAME: &str = "WHERE game = $1 ORDER BY seat, since, id";
const OF_SEAT: &str = "WHERE game = $1 AND seat = $2 ORDER BY since, id";
const DELETE: &str = "DELETE FROM push_subscriptions WHERE id = $1";

impl PushStore for PostgresStore {
    fn push_key(&self) -> Result<Option<PushKey>> {
        self.ask(|node| async move { read!(node, |client| rows::one(client, "", &[])) })
    }

    fn put_push_key(&self, before: Option<PushKey>, key: PushKey) -> Result<PushKey> {
        let work = move |node: Arc<Node>| async move { once!(node, |client| put_key(client, &before, &key)) };
        wait(|reply| self.write(None, work, reply))
    }

    fn put_subscription(&self, subscription: PushSubscription, most: usize) -> Result<bool> {
        let game = subscription.game;
        let work =
            move |node: Arc<Node>| async move { once!(node, |client| put(client, &subscription, most)) };
        wait(|reply| self.write(Some(game), work, reply))
    }

    fn subscriptions(&self, game: GameId) -> Result<Vec<PushSubscription>> {
        self.ask(move |node| async move { read!(node, |client| rows::all(client, OF_GAME, &[game.into()])) })
    }

    fn change_subscription(&self, before: PushSubscription, now: Option<PushSubscription>) -> Result<bool> {
        let work =
            move |node: Arc<Node>| async move { once!(node, |client| change(client, &before, now.as_ref())) };
        wait(|reply| self.write(None, work, reply))
    }

    fn delete_subscriptions(&self, game: GameId, seat: u8, id: Option<Digest>) -> Result<u64> {
        let work =
            move |node: Arc<Node>| async move { once!(node, |client| delete(client, (game, seat), id)) };
        wait(|reply| self.write(Some(game), work, reply))
    }

    fn due_subscriptions(&self, now: Time, most: usize) -> Result<Vec<PushSubscription>> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        self.ask(move |node| async move {
            read!(node, |client| rows::all(client, DUE, &[now.into(), most.into()]))
        })
    }
}

async fn put_key(client: &Client, before: &Option<PushKey>, key: &PushKey) -> Outcome<PushKey> {
    let work = async {
        if before.is_none() {
            rows::insert(client, key, "ON CONFLICT (id) DO NOTHING").await?;
        }
        let found: Option<PushKey> = rows::one(client, "FOR UPDATE", &[]).await?;
        match found {
            Some(found) if Some(&found) != before.as_ref() => Ok(found),
            _ => {
                rows::execute(client, "DELETE FROM push_subscriptions", &[]).await?;
                let replace = record::replace::<PushKey>("id");
                rows::execute(client, &replace, &key.values()?).await?;
                Ok(key.clone())
            }
        }
    };
    transaction(client, work).await
}

/// Whoever deletes the game meanwhile waits, and deletes this as well.
async fn put(client: &Client, subscription: &PushSubscription, most: usize) -> Outcome<bool> {
    let work = async {
        let game = client.prepare_cached("SELECT id FROM games WHERE id = $1 FOR UPDATE").await?;
        client.query_opt(&game, &[&uuid(subscription.game)]).await?.ok_or(StoreError::NotFound)?;
        let found: Option<PushSubscription> =
            rows::one(client, "WHERE id = $1 FOR UPDATE", &[subscription.id.into()]).await?;
        if found.is_some_and(|found| found.is_as(subscription)) {
            return Ok(false);
        }
        let replace = record::replace::<PushSubscription>("id");
        rows::execute(client, &replace, &subscription.values()?).await?;
        let place = [subscription.game.into(), subscription.seat.into()];
        for one in surplus(rows::all(client, OF_SEAT, &place).await?, most) {
            rows::execute(client, DELETE, &[one.id.into()]).await?;
        }
        Ok(true)
    };
    transaction(client, work).await
}

async fn change(client: &Client, before: &PushSubscription, now: Option<&PushSubscription>) -> Outcome<bool> {
    let work = async {
        let found: Option<PushSubscription> =
            rows::one(client, "WHERE id = $1 FOR UPDATE", &[before.id.into()]).await?;
        let is_same = found.as_ref() == Some(before);
        match now.filter(|_| is_same) {
            Some(now) => rows::update(client, now, TOLD).await?,
            None if is_same => {
                rows::execute(client, DELETE, &[before.id.into()]).await?;
            }
            None => {}
        }
        Ok(is_same)
    };
    transaction(client, work).await
}

async fn delete(client: &Client, (game, seat): (GameId, u8), id: Option<Digest>) -> Outcome<u64> {
    let work = async {
        let of_seat: Vec<PushSubscription> = rows::all(client, OF_SEAT, &[game.into(), seat.into()]).await?;
        let gone: Vec<_> = of_seat.iter().filter(|one| id.is_none_or(|id| id == one.id)).collect();
        for one in &gone {
            rows::execute(client, DELETE, &[one.id.into()]).await?;
        }
        Ok(gone.len() as u64)
    };
    transaction(client, work).await
}

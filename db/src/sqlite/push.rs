//! Web Push: which browsers are told of a seat, and how far.

use rusqlite::{Connection, OptionalExtension, params};

use super::error::Outcome;
use super::{SqliteStore, rows};
use crate::engine::push::{TOLD, surplus};
use crate::engine::record::Value;
use crate::error::{Result, StoreError};
use crate::model::{Digest, GameId, PushKey, PushSubscription, Time};
use crate::store::PushStore;

/// The subscriptions of which there may be something to tell at ?1; see [`PushStore::due_subscriptions`].
pub(super) const DUE: &str = "WHERE next_try <= ?1 AND EXISTS (SELECT 1 FROM heads \
     WHERE heads.game = push_subscriptions.game AND heads.version > push_subscriptions.told) \
     ORDER BY next_try, id LIMIT ?2";

/// Those of a game.
pub(super) const OF_GAME: &str = "WHERE game = ?1 ORDER BY seat, since, id";

const OF_SEAT: &str = "WHERE game = ?1 AND seat = ?2 ORDER BY since, id";

impl PushStore for SqliteStore {
    fn push_key(&self) -> Result<Option<PushKey>> {
        Ok(self.readers.read(key)?)
    }

    fn put_push_key(&self, before: Option<PushKey>, now: PushKey) -> Result<PushKey> {
        self.write(move |conn| {
            let found = key(conn)?;
            if found != before {
                // It was there a moment ago, and none is ever deleted.
                return Ok(found.unwrap_or(now));
            }
            conn.execute("DELETE FROM push_subscriptions", [])?;
            rows::replace(conn, &now, "id")?;
            Ok(now)
        })
    }

    fn put_subscription(&self, subscription: PushSubscription, most: usize) -> Result<bool> {
        self.write(move |conn| put(conn, &subscription, most))
    }

    fn subscriptions(&self, game: GameId) -> Result<Vec<PushSubscription>> {
        Ok(self.readers.read(|conn| of_game(conn, game))?)
    }

    fn change_subscription(&self, before: PushSubscription, now: Option<PushSubscription>) -> Result<bool> {
        self.write(move |conn| {
            let is_same = of_id(conn, before.id)?.as_ref() == Some(&before);
            match now.filter(|_| is_same) {
                Some(now) => rows::update(conn, &now, TOLD)?,
                None if is_same => delete(conn, before.id)?,
                None => {}
            }
            Ok(is_same)
        })
    }

    fn delete_subscriptions(&self, game: GameId, seat: u8, id: Option<Digest>) -> Result<u64> {
        self.write(move |conn| {
            let of_seat: Vec<PushSubscription> = rows::all(conn, OF_SEAT, params![game.to_string(), seat])?;
            let gone: Vec<_> = of_seat.iter().filter(|one| id.is_none_or(|id| id == one.id)).collect();
            gone.iter().try_for_each(|one| delete(conn, one.id))?;
            Ok(gone.len() as u64)
        })
    }

    fn due_subscriptions(&self, now: Time, most: usize) -> Result<Vec<PushSubscription>> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        Ok(self.readers.read(|conn| rows::all(conn, DUE, params![now.to_string(), most]))?)
    }
}

/// The key.
pub(super) fn key(conn: &Connection) -> Outcome<Option<PushKey>> {
    rows::first(conn, "", [])
}

/// The subscriptions of a game.
pub(super) fn of_game(conn: &Connection, game: GameId) -> Outcome<Vec<PushSubscription>> {
    rows::all(conn, OF_GAME, [game.to_string()])
}

fn of_id(conn: &Connection, id: Digest) -> Outcome<Option<PushSubscription>> {
    rows::first(conn, "WHERE id = ?1", [Value::Hash(id)])
}

fn delete(conn: &Connection, id: Digest) -> Outcome<()> {
    conn.prepare_cached("DELETE FROM push_subscriptions WHERE id = ?1")?.execute([Value::Hash(id)])?;
    Ok(())
}

fn put(conn: &Connection, subscription: &PushSubscription, most: usize) -> Outcome<bool> {
    let mut game = conn.prepare_cached("SELECT 1 FROM games WHERE id = ?1")?;
    let game = game.query_row([subscription.game.to_string()], |row| row.get::<_, i64>(0)).optional()?;
    game.ok_or(StoreError::NotFound)?;
    if of_id(conn, subscription.id)?.is_some_and(|found| found.is_as(subscription)) {
        return Ok(false);
    }
    rows::replace(conn, subscription, "id")?;
    let of_seat = rows::all(conn, OF_SEAT, params![subscription.game.to_string(), subscription.seat])?;
    surplus(of_seat, most).iter().try_for_each(|one| delete(conn, one.id))?;
    Ok(true)
}

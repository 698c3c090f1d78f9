//! Webhooks, and how far each was told of its games.

use rusqlite::{Connection, OptionalExtension, params};

use super::error::Outcome;
use super::games::Session;
use super::{SqliteStore, rows};
use crate::engine::webhooks::{ADVANCED, CHANGED};
use crate::error::{Result, StoreError};
use crate::model::{GameId, Time, WatchedGame, Webhook};
use crate::store::{WebhookStore, wait};

/// The games of ?1 of which there is something to tell at ?2; see [`WebhookStore::due_games`].
pub(super) const DUE: &str = "WHERE key = ?1 AND NOT is_done AND (next_try <= ?2 OR failing_since < ?3) \
     AND EXISTS (SELECT 1 FROM heads WHERE heads.game = webhook_games.game AND heads.version > webhook_games.delivered) \
     ORDER BY next_try, game LIMIT ?4";

impl SqliteStore {
    pub(super) fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Outcome<T> + Send + 'static,
    ) -> Result<T> {
        wait(|reply| self.writer.submit(move |session: &mut Session<'_>| work(session.conn), reply))
    }
}

impl WebhookStore for SqliteStore {
    fn put_webhook(&self, webhook: Webhook) -> Result<()> {
        self.write(move |conn| put(conn, &webhook))
    }

    fn change_webhook(&self, before: Webhook, now: Webhook) -> Result<bool> {
        self.write(move |conn| {
            let is_same = of_key(conn, &before.key)?.as_ref() == Some(&before);
            if is_same {
                rows::update(conn, &now, CHANGED)?;
            }
            Ok(is_same)
        })
    }

    fn webhook(&self, key: &str) -> Result<Option<Webhook>> {
        Ok(self.readers.read(|conn| of_key(conn, key))?)
    }

    fn delete_webhook(&self, key: &str) -> Result<bool> {
        let key = key.to_owned();
        self.write(move |conn| {
            conn.prepare_cached("DELETE FROM webhook_games WHERE key = ?1")?.execute([&key])?;
            Ok(conn.prepare_cached("DELETE FROM webhooks WHERE key = ?1")?.execute([&key])? == 1)
        })
    }

    fn watch_game(&self, watched: WatchedGame) -> Result<bool> {
        self.write(move |conn| watch(conn, &watched))
    }

    fn watched_game(&self, game: GameId) -> Result<Option<WatchedGame>> {
        Ok(self.readers.read(|conn| of_game(conn, game))?)
    }

    fn due_games(&self, key: &str, now: Time, on_since: Time, most: usize) -> Result<Vec<WatchedGame>> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let values = params![key, now.to_string(), on_since.to_string(), most];
        Ok(self.readers.read(|conn| rows::all(conn, DUE, values))?)
    }

    fn advance(&self, watched: WatchedGame) -> Result<()> {
        self.write(move |conn| rows::update(conn, &watched, ADVANCED))
    }
}

/// All webhooks by key.
pub(super) fn all(conn: &Connection) -> Outcome<Vec<Webhook>> {
    rows::all(conn, "ORDER BY key", [])
}

/// How far a game was told.
pub(super) fn of_game(conn: &Connection, game: GameId) -> Outcome<Option<WatchedGame>> {
    rows::first(conn, "WHERE game = ?1", [game.to_string()])
}

fn of_key(conn: &Connection, key: &str) -> Outcome<Option<Webhook>> {
    rows::first(conn, "WHERE key = ?1", [key])
}

fn put(conn: &Connection, webhook: &Webhook) -> Outcome<()> {
    let mut key = conn.prepare_cached("SELECT 1 FROM api_keys WHERE name = ?1")?;
    let key = key.query_row([&webhook.key], |row| row.get::<_, i64>(0)).optional()?;
    key.ok_or(StoreError::NotFound)?;
    rows::replace(conn, webhook, "key")
}

fn watch(conn: &Connection, watched: &WatchedGame) -> Outcome<bool> {
    let mut game = conn.prepare_cached("SELECT 1 FROM games WHERE id = ?1")?;
    let game = game.query_row([watched.game.to_string()], |row| row.get::<_, i64>(0)).optional()?;
    game.ok_or(StoreError::NotFound)?;
    rows::insert(conn, watched, "ON CONFLICT (game) DO NOTHING")
}

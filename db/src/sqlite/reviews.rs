//! Reviews of games.

use rusqlite::{Connection, OptionalExtension};

use super::error::Outcome;
use super::games::Session;
use super::{SqliteStore, rows};
use crate::error::{Result, StoreError};
use crate::model::{GameId, ReviewRecord};
use crate::store::{ReviewStore, wait};

impl ReviewStore for SqliteStore {
    fn put_review(&self, review: ReviewRecord) -> Result<bool> {
        wait(|reply| {
            self.writer.submit(move |session: &mut Session<'_>| put(session.conn, &review), reply);
        })
    }

    fn review(&self, id: &str) -> Result<Option<ReviewRecord>> {
        Ok(self.readers.read(|conn| rows::first(conn, "WHERE id = ?1", [id]))?)
    }

    fn reviews_of(&self, game: GameId) -> Result<Vec<ReviewRecord>> {
        Ok(self.readers.read(|conn| of_game(conn, game))?)
    }

    fn delete_review(&self, id: &str) -> Result<bool> {
        let id = id.to_owned();
        let work = move |session: &mut Session<'_>| {
            Ok(session.conn.prepare_cached("DELETE FROM reviews WHERE id = ?1")?.execute([&id])? == 1)
        };
        wait(|reply| self.writer.submit(work, reply))
    }
}

/// The reviews of a game by engine and effort.
pub(super) fn of_game(conn: &Connection, game: GameId) -> Outcome<Vec<ReviewRecord>> {
    rows::all(conn, "WHERE game = ?1 ORDER BY engine, effort", [game.to_string()])
}

fn put(conn: &Connection, review: &ReviewRecord) -> Outcome<bool> {
    let mut game = conn.prepare_cached("SELECT 1 FROM games WHERE id = ?1")?;
    let game = game.query_row([review.game.to_string()], |row| row.get::<_, i64>(0)).optional()?;
    game.ok_or(StoreError::NotFound)?;
    rows::insert(conn, review, "ON CONFLICT DO NOTHING")
}

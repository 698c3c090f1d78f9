//! Creating a game.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, params};

use super::event;
use super::load::check_free;
use super::recent::RecentGame;
use super::row::PlacedGame;
use super::session::Session;
use crate::engine::checks;
use crate::engine::record::{self, GameRow};
use crate::engine::tables::{idempotency, rulesets};
use crate::error::StoreError;
use crate::model::{Appended, NewGame};
use crate::sqlite::error::Outcome;

/// See [`crate::GameStore::create_game`].
pub(in crate::sqlite) fn create(session: &mut Session<'_>, game: &NewGame) -> Outcome<Appended> {
    let conn = session.conn;
    if let Some(record) = &game.idempotency {
        check_free(conn, record, game.setup.at)?;
    }
    if exists(conn, game)? {
        return Err(StoreError::Exists.into());
    }
    checks::new_game(game)?;
    rulesets::put(conn, &game.ruleset)?;
    let mut row = GameRow::new(game);
    let setup = record::first(&mut row, &game.setup)?;
    // The rows come first: events refer to them.
    let mut placed = PlacedGame::insert(conn, row)?;
    conn.prepare_cached("INSERT INTO game_secrets (game, seed, nonce) VALUES (?1, ?2, ?3)")?
        .execute(params![game.id.to_string(), game.seed.0, game.nonce.0])?;
    event::insert(conn, &mut placed.place, &setup)?;
    placed.begin(conn)?;
    if let Some(record) = &game.idempotency {
        idempotency::put(conn, record, game.setup.at)?;
    }
    session.games.put(RecentGame { placed, keys: HashMap::new() });
    Ok(Appended { version: 1, chain: setup.chain, beside: (0, 0) })
}

fn exists(conn: &Connection, game: &NewGame) -> Outcome<bool> {
    let found = conn
        .prepare_cached("SELECT 1 FROM games WHERE id = ?1")?
        .query_row([game.id.to_string()], |_| Ok(()))
        .optional()?;
    Ok(found.is_some())
}

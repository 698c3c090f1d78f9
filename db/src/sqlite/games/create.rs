//! Creating a game.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, params};

use super::event;
use super::load::check_free;
use super::recent::RecentGame;
use super::row::{GameRow, LogPosition};
use super::session::Session;
use crate::engine::chain::link;
use crate::engine::{checks, game as new};
use crate::error::StoreError;
use crate::model::{Appended, NewGame};
use crate::sqlite::error::Outcome;
use crate::sqlite::{idempotency, rulesets};

/// See [`crate::Store::create_game`].
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
    let summary = new::summary(game);
    let anchor = new::anchor(&summary, &game.seed, &game.nonce);
    // The row comes first: events refer to it. Its hash of the first event is known before that is stored.
    let chain = link(anchor, 1, &game.setup, None);
    let mut row = GameRow {
        place: LogPosition::default(),
        hints_used: vec![0; summary.seats.len()],
        summary,
        anchor,
        chain,
    };
    row.insert(conn)?;
    conn.prepare_cached("INSERT INTO game_secrets (game, seed, nonce) VALUES (?1, ?2, ?3)")?
        .execute(params![game.id.to_string(), game.seed.0, game.nonce.0])?;
    event::insert(conn, &mut row.place, 1, &game.setup, None, anchor)?;
    row.begin(conn)?;
    if let Some(record) = &game.idempotency {
        idempotency::put(conn, record)?;
    }
    session.games.put(RecentGame { row, keys: HashMap::new() });
    Ok(Appended { version: 1, chain, beside: (0, 0) })
}

fn exists(conn: &Connection, game: &NewGame) -> Outcome<bool> {
    let found = conn
        .prepare_cached("SELECT 1 FROM games WHERE id = ?1")?
        .query_row([game.id.to_string()], |_| Ok(()))
        .optional()?;
    Ok(found.is_some())
}

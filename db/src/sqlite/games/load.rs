//! Loading a whole game.

use rusqlite::{Connection, OptionalExtension};

use super::event;
use super::row::PlacedGame;
use crate::engine::record::anchor;
use crate::engine::request;
use crate::engine::tables::{idempotency, rulesets};
use crate::error::StoreError;
use crate::model::{Digest, GameId, GameSince, GameSummary, IdempotencyRecord, Secret, StoredGame, Time};
use crate::sqlite::error::{Outcome, corrupt};

/// The secrets of a game.
pub(in crate::sqlite) const SECRETS: &str = "SELECT seed, nonce FROM game_secrets WHERE game = ?1";

/// See [`crate::GameStore::load_game`].
pub(in crate::sqlite) fn load(conn: &Connection, id: GameId) -> Outcome<StoredGame> {
    let placed = PlacedGame::find(conn, id)?;
    let game = &placed.row.game;
    let (seed, nonce) = secrets(conn, id)?.ok_or_else(|| corrupt(format!("the secrets of game {id}")))?;
    if anchor(game, &seed, &nonce) != game.anchor {
        return Err(corrupt(format!("the secrets of game {id}")));
    }
    let ruleset = rulesets::of_game(conn, game)?;
    let events = event::load(conn, &placed)?.into_iter().map(|(event, _)| event).collect();
    let hints_at = game.hints_at.clone();
    Ok(StoredGame { summary: placed.row.into_summary(), ruleset, seed, nonce, hints_at, beside: 0, events })
}

/// See [`crate::GameStore::events_after`].
pub(in crate::sqlite) fn since(conn: &Connection, id: GameId, known: (u64, Digest)) -> Outcome<GameSince> {
    let placed = PlacedGame::find(conn, id)?;
    let events = event::load_after(conn, &placed, known)?.into_iter().map(|(event, _)| event).collect();
    let hints_at = placed.row.game.hints_at.clone();
    Ok(GameSince { summary: placed.row.into_summary(), hints_at, beside: 0, events })
}

/// See [`crate::GameStore::game_summary`].
pub(in crate::sqlite) fn summary(conn: &Connection, id: GameId) -> Outcome<GameSummary> {
    Ok(PlacedGame::find(conn, id)?.row.into_summary())
}

/// What was done for a key, unless it has expired at `now`. Of a request about `game`, what an event of it says goes first.
pub(in crate::sqlite) fn done_for(
    conn: &Connection,
    scope: &str,
    key: &str,
    game: Option<GameId>,
    now: Time,
) -> Outcome<Option<IdempotencyRecord>> {
    let made = game.map(|game| made_by(conn, game, scope, key)).transpose()?.flatten();
    match made.filter(|record| record.expires_at > now) {
        Some(record) => Ok(Some(record)),
        None => idempotency::get(conn, scope, key, now),
    }
}

/// Fails with [`StoreError::KeyUsed`] when the key of `record` is in use at `now`.
pub(in crate::sqlite) fn check_free(conn: &Connection, record: &IdempotencyRecord, now: Time) -> Outcome<()> {
    match done_for(conn, &record.scope, &record.key, record.game, now)? {
        Some(used) => Err(StoreError::KeyUsed(Box::new(used)).into()),
        None => Ok(()),
    }
}

/// What was done for a key by the newest event of a game that was made with it, every hash verified.
pub(super) fn made_by(
    conn: &Connection,
    id: GameId,
    scope: &str,
    key: &str,
) -> Outcome<Option<IdempotencyRecord>> {
    let placed = match PlacedGame::find(conn, id) {
        Err(failure) if *failure.error() == StoreError::NotFound => return Ok(None),
        placed => placed?,
    };
    Ok(request::made_by(&event::load(conn, &placed)?, scope, key, id)?)
}

fn secrets(conn: &Connection, id: GameId) -> Outcome<Option<(Secret, Secret)>> {
    let found = conn
        .prepare_cached(SECRETS)?
        .query_row([id.to_string()], |row| Ok((Secret(row.get(0)?), Secret(row.get(1)?))))
        .optional()?;
    Ok(found)
}

//! Loading a whole game, and what was done for a key.

use super::FoundGame;
use crate::engine::failure::Outcome;
use crate::engine::record::{MadeEvent, Row as _, anchor, verified_after, verified_log};
use crate::engine::sql::Sql;
use crate::engine::tables::{idempotency, rulesets};
use crate::engine::{corrupt, request, rows};
use crate::error::StoreError;
use crate::model::{Digest, Event, GameId, GameSince, IdempotencyRecord, Secret, StoredGame, Time};

/// The secrets of a game.
pub(crate) const SECRETS: &str = "SELECT seed, nonce FROM game_secrets WHERE game = $1";

/// See [`crate::GameStore::load_game`].
pub(crate) fn load(db: &dyn Sql, id: GameId) -> Outcome<StoredGame> {
    let found = FoundGame::find(db, id)?;
    let secrets = rows::one(db, SECRETS, &[id.into()], |row| {
        Ok((Secret(row.digest("seed")?.0), Secret(row.digest("nonce")?.0)))
    })?;
    let damaged = || corrupt(format!("the secrets of game {id}"));
    let (seed, nonce) = secrets.ok_or_else(damaged)?;
    if anchor(&found.row.game, &seed, &nonce) != found.row.game.anchor {
        return Err(damaged().into());
    }
    let ruleset = rulesets::of_game(db, &found.row.game)?;
    // It is read after the row, so it has all that the row says.
    let log = verified_log(&found.row, db.log(&found, 0)?)?;
    let GameSince { summary, hints_at, beside, events } = since_then(found, log);
    Ok(StoredGame { summary, ruleset, seed, nonce, hints_at, beside, events })
}

/// See [`crate::GameStore::events_after`].
pub(crate) fn since(db: &dyn Sql, id: GameId, known: (u64, Digest)) -> Outcome<GameSince> {
    let found = FoundGame::find(db, id)?;
    let log = verified_after(&found.row, known, db.log(&found, known.0)?)?;
    Ok(since_then(found, log))
}

/// A game with some of its events.
pub(crate) fn since_then(found: FoundGame, log: Vec<MadeEvent>) -> GameSince {
    let FoundGame { row, changes, .. } = found;
    let events: Vec<Event> = log.into_iter().map(|(event, _)| event).collect();
    GameSince { hints_at: row.game.hints_at.clone(), summary: row.into_summary(), beside: changes, events }
}

/// What was done for a key, unless it has expired at `now`. Of a request about `game`, what an event of it says goes first.
pub(crate) fn done_for(
    db: &dyn Sql,
    scope: &str,
    key: &str,
    game: Option<GameId>,
    now: Time,
) -> Outcome<Option<IdempotencyRecord>> {
    let made = game.map(|game| made_by(db, game, scope, key)).transpose()?.flatten();
    match made.filter(|record| record.expires_at > now) {
        Some(record) => Ok(Some(record)),
        None => idempotency::get(db, scope, key, now),
    }
}

/// Fails with [`StoreError::KeyUsed`] when the key of `record` is in use at `now`.
pub(crate) fn check_free(db: &dyn Sql, record: &IdempotencyRecord, now: Time) -> Outcome<()> {
    match done_for(db, &record.scope, &record.key, record.game, now)? {
        Some(used) => Err(StoreError::KeyUsed(Box::new(used)).into()),
        None => Ok(()),
    }
}

/// Stores a record whose key was free when it was looked at. Another node may have been quicker: then it says what that did.
pub(crate) fn put_new(db: &dyn Sql, record: &IdempotencyRecord, now: Time) -> Outcome<()> {
    if idempotency::put(db, record, now)? {
        return Ok(());
    }
    check_free(db, record, now)?;
    Err(StoreError::Busy.into())
}

/// What was done for a key by the newest event of a game that was made with it, every hash verified.
pub(crate) fn made_by(
    db: &dyn Sql,
    id: GameId,
    scope: &str,
    key: &str,
) -> Outcome<Option<IdempotencyRecord>> {
    let found = match FoundGame::find(db, id) {
        Err(failure) if *failure.error() == StoreError::NotFound => return Ok(None),
        found => found?,
    };
    let log = verified_log(&found.row, db.log(&found, 0)?)?;
    Ok(request::made_by(&log, scope, key, id)?)
}

/// What was done for the key of `record`, which an event of its game is known to be made with.
pub(crate) fn used_by(db: &dyn Sql, game: GameId, record: &IdempotencyRecord) -> Outcome<StoreError> {
    let first = made_by(db, game, &record.scope, &record.key)?;
    let first = first.ok_or_else(|| corrupt(format!("a key of game {game}")))?;
    Ok(StoreError::KeyUsed(Box::new(first)))
}

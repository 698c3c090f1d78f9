//! Loading a whole game.

use deadpool_postgres::Client;
use futures_util::future::try_join;

use super::event;
use super::recent::RecentGames;
use super::row::{SharedGame, by_id};
use crate::engine::record::{Row as _, Value, anchor, read_event, verified_after, verified_log};
use crate::engine::sql::Sql;
use crate::engine::tables::{idempotency, rulesets};
use crate::engine::{corrupt, request, rows, stored};
use crate::error::StoreError;
use crate::model::{Digest, GameId, GameSince, GameSummary, IdempotencyRecord, Secret, StoredGame, Time};
use crate::postgres::error::Outcome;
use crate::postgres::rows::borrowed;

const SECRETS: &str = "SELECT seed, nonce FROM game_secrets WHERE game = $1";

/// See [`crate::GameStore::load_game`].
pub(in crate::postgres) fn load(db: &dyn Sql, id: GameId) -> Outcome<StoredGame> {
    // The log is read after the row, so it has all that the row says.
    let SharedGame { row, changes } = SharedGame::find(db, id)?;
    let secrets = rows::one(db, SECRETS, &[id.into()], |row| {
        Ok((Secret(row.digest("seed")?.0), Secret(row.digest("nonce")?.0)))
    })?;
    let (seed, nonce) = secrets.ok_or_else(|| corrupt(format!("the secrets of game {id}")))?;
    if row.id() != id || anchor(&row.game, &seed, &nonce) != row.game.anchor {
        return Err(corrupt(format!("the secrets of game {id}")).into());
    }
    let ruleset = rulesets::of_game(db, &row.game)?;
    let events = verified_log(&row, event::log(db, id, 0)?)?.into_iter().map(|(event, _)| event).collect();
    let (hints_at, summary) = (row.game.hints_at.clone(), row.into_summary());
    Ok(StoredGame { summary, ruleset, seed, nonce, hints_at, beside: changes, events })
}

/// See [`crate::GameStore::events_after`]. One round trip.
pub(in crate::postgres) async fn since(
    client: &Client,
    recent: &RecentGames,
    id: GameId,
    known: (u64, Digest),
) -> Outcome<GameSince> {
    // Both are sent at once and done in this order, since both were prepared: the log has all that the row says.
    let find = client.prepare_cached(&by_id("")).await?;
    let log = client.prepare_cached(&event::LOG).await?;
    let (game, after): ([Value<'_>; 1], [Value<'_>; 2]) = ([id.into()], [id.into(), stored(known.0)?.into()]);
    let (game, after) = (borrowed(&game), borrowed(&after));
    let (game, log) = try_join(client.query_opt(&find, &game), client.query(&log, &after)).await?;
    let game = SharedGame::read(&game.ok_or(StoreError::NotFound)?)?;
    let log = log.iter().map(|row| read_event(row)).collect::<Outcome<_>>()?;
    let log = verified_after(&game.row, known, log)?;
    recent.go_on(known.0, &game, &log)?;
    let SharedGame { row, changes } = game;
    let events = log.into_iter().map(|(event, _)| event).collect();
    let (hints_at, summary) = (row.game.hints_at.clone(), row.into_summary());
    Ok(GameSince { summary, hints_at, beside: changes, events })
}

/// See [`crate::GameStore::game_summary`].
pub(in crate::postgres) fn summary(db: &dyn Sql, id: GameId) -> Outcome<GameSummary> {
    Ok(SharedGame::find(db, id)?.row.into_summary())
}

/// What was done for a key, unless it has expired at `now`. Of a request about `game`, what an event of it says goes first.
pub(in crate::postgres) fn done_for(
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
pub(super) fn check_free(db: &dyn Sql, record: &IdempotencyRecord, now: Time) -> Outcome<()> {
    match done_for(db, &record.scope, &record.key, record.game, now)? {
        Some(used) => Err(StoreError::KeyUsed(Box::new(used)).into()),
        None => Ok(()),
    }
}

/// What was done for a key by the newest event of a game that was made with it, every hash verified.
pub(super) fn made_by(
    db: &dyn Sql,
    id: GameId,
    scope: &str,
    key: &str,
) -> Outcome<Option<IdempotencyRecord>> {
    let game = match SharedGame::find(db, id) {
        Err(failure) if *failure.error() == StoreError::NotFound => return Ok(None),
        game => game?,
    };
    let log = verified_log(&game.row, event::log(db, id, 0)?)?;
    Ok(request::made_by(&log, scope, key, id)?)
}

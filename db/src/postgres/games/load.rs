//! Loading a whole game.

use deadpool_postgres::Client;
use futures_util::future::try_join;

use super::event;
use super::recent::RecentGames;
use super::row::SharedGame;
use crate::engine::corrupt;
use crate::engine::record::{Row as _, anchor, verified_after, verified_log};
use crate::engine::request;
use crate::error::StoreError;
use crate::model::{Digest, GameId, GameSince, GameSummary, IdempotencyRecord, Secret, StoredGame, Time};
use crate::postgres::column::uuid;
use crate::postgres::error::Outcome;
use crate::postgres::{idempotency, rulesets};

const SECRETS: &str = "SELECT seed, nonce FROM game_secrets WHERE game = $1";

/// See [`crate::GameStore::load_game`].
pub(in crate::postgres) async fn load(client: &Client, id: GameId) -> Outcome<StoredGame> {
    // The log is read after the row, so it has all that the row says.
    let SharedGame { row, changes } = SharedGame::find(client, id).await?;
    let (secrets, log) = try_join(secrets(client, id), event::log(client, id, 0)).await?;
    let (seed, nonce) = secrets.ok_or_else(|| corrupt(format!("the secrets of game {id}")))?;
    if row.id() != id || anchor(&row.game, &seed, &nonce) != row.game.anchor {
        return Err(corrupt(format!("the secrets of game {id}")).into());
    }
    let ruleset = rulesets::get(client, &row.game.ruleset).await?;
    let ruleset = ruleset.ok_or_else(|| corrupt(format!("the ruleset of game {id}")))?;
    let events = verified_log(&row, log)?.into_iter().map(|(event, _)| event).collect();
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
    SharedGame::prepare(client).await?;
    event::prepare(client).await?;
    let (game, log) = try_join(SharedGame::find(client, id), event::log(client, id, known.0)).await?;
    let log = verified_after(&game.row, known, log)?;
    recent.go_on(known.0, &game, &log)?;
    let SharedGame { row, changes } = game;
    let events = log.into_iter().map(|(event, _)| event).collect();
    let (hints_at, summary) = (row.game.hints_at.clone(), row.into_summary());
    Ok(GameSince { summary, hints_at, beside: changes, events })
}

/// See [`crate::GameStore::game_summary`].
pub(in crate::postgres) async fn summary(client: &Client, id: GameId) -> Outcome<GameSummary> {
    Ok(SharedGame::find(client, id).await?.row.into_summary())
}

/// What was done for a key, unless it has expired at `now`. Of a request about `game`, what an event of it says goes first.
pub(in crate::postgres) async fn done_for(
    client: &Client,
    scope: &str,
    key: &str,
    game: Option<GameId>,
    now: Time,
) -> Outcome<Option<IdempotencyRecord>> {
    let made = match game {
        Some(game) => made_by(client, game, scope, key).await?,
        None => None,
    };
    match made.filter(|record| record.expires_at > now) {
        Some(record) => Ok(Some(record)),
        None => idempotency::get(client, scope, key, now).await,
    }
}

/// Fails with [`StoreError::KeyUsed`] when the key of `record` is in use at `now`.
pub(super) async fn check_free(client: &Client, record: &IdempotencyRecord, now: Time) -> Outcome<()> {
    match done_for(client, &record.scope, &record.key, record.game, now).await? {
        Some(used) => Err(StoreError::KeyUsed(Box::new(used)).into()),
        None => Ok(()),
    }
}

/// What was done for a key by the newest event of a game that was made with it, every hash verified.
pub(super) async fn made_by(
    client: &Client,
    id: GameId,
    scope: &str,
    key: &str,
) -> Outcome<Option<IdempotencyRecord>> {
    let game = match SharedGame::find(client, id).await {
        Err(failure) if failure.is(&StoreError::NotFound) => return Ok(None),
        game => game?,
    };
    let log = verified_log(&game.row, event::log(client, id, 0).await?)?;
    Ok(request::made_by(&log, scope, key, id)?)
}

async fn secrets(client: &Client, id: GameId) -> Outcome<Option<(Secret, Secret)>> {
    let statement = client.prepare_cached(SECRETS).await?;
    let Some(row) = client.query_opt(&statement, &[&uuid(id)]).await? else { return Ok(None) };
    Ok(Some((Secret(row.digest("seed")?.0), Secret(row.digest("nonce")?.0))))
}

//! Loading a whole game.

use deadpool_postgres::Client;
use futures_util::future::try_join;

use super::event;
use super::row::GameRow;
use crate::engine::corrupt;
use crate::engine::game::anchor;
use crate::engine::request::{self, Request};
use crate::error::StoreError;
use crate::model::{GameId, GameSummary, IdempotencyRecord, Secret, StoredGame, Time};
use crate::postgres::column::{self, uuid};
use crate::postgres::error::Outcome;
use crate::postgres::{idempotency, rulesets};

const SECRETS: &str = "SELECT seed, nonce FROM game_secrets WHERE game = $1";

/// See [`crate::Store::load_game`].
pub(in crate::postgres) async fn load(client: &Client, id: GameId) -> Outcome<StoredGame> {
    // The log is read after the row, so it has all that the row says.
    let row = GameRow::find(client, id).await?;
    let (secrets, log) = try_join(secrets(client, id), event::rows(client, id, 0)).await?;
    let (seed, nonce) = secrets.ok_or_else(|| corrupt(format!("the secrets of game {id}")))?;
    if row.summary.id != id || anchor(&row.summary, &seed, &nonce) != row.anchor {
        return Err(corrupt(format!("the secrets of game {id}")).into());
    }
    let ruleset = rulesets::get(client, &row.summary.ruleset).await?;
    let ruleset = ruleset.ok_or_else(|| corrupt(format!("the ruleset of game {id}")))?;
    let events = event::verified(&row, &log)?.into_iter().map(|(event, _)| event).collect();
    let beside = row.changes;
    Ok(StoredGame { summary: row.summary, ruleset, seed, nonce, hints_used: row.hints_used, beside, events })
}

/// See [`crate::Store::game_summary`].
pub(in crate::postgres) async fn summary(client: &Client, id: GameId) -> Outcome<GameSummary> {
    Ok(GameRow::find(client, id).await?.summary)
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
    let row = match GameRow::find(client, id).await {
        Err(failure) if failure.is(&StoreError::NotFound) => return Ok(None),
        row => row?,
    };
    let (wanted, mut found) = (request::key(scope, key), None);
    for (event, made_by) in event::verified(&row, &event::rows(client, id, 0).await?)? {
        let made_by = made_by.as_deref().map(Request::read).transpose()?;
        let made_by = made_by.filter(|request| request.key == wanted);
        found = made_by.map(|request| request.record(scope, key, id, event.version)).or(found);
    }
    Ok(found)
}

async fn secrets(client: &Client, id: GameId) -> Outcome<Option<(Secret, Secret)>> {
    let statement = client.prepare_cached(SECRETS).await?;
    let Some(row) = client.query_opt(&statement, &[&uuid(id)]).await? else { return Ok(None) };
    Ok(Some((Secret(column::digest(&row, "seed")?.0), Secret(column::digest(&row, "nonce")?.0))))
}

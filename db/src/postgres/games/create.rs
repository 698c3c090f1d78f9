//! Creating a game.

use deadpool_postgres::Client;
use futures_util::future::join;

use super::event;
use super::load::check_free;
use super::recent::RecentGame;
use super::row::SharedGame;
use crate::engine::checks;
use crate::engine::record::{GameRow, Linked, Value, first};
use crate::error::StoreError;
use crate::model::{Appended, IdempotencyRecord, NewGame, Time};
use crate::postgres::connection::transaction;
use crate::postgres::error::Outcome;
use crate::postgres::node::{Node, once};
use crate::postgres::{idempotency, rows, rulesets};

const SECRETS: &str = "INSERT INTO game_secrets (game, seed, nonce) VALUES ($1, $2, $3)";

/// See [`crate::GameStore::create_game`].
pub(in crate::postgres) async fn create(node: &Node, game: &NewGame) -> Outcome<Appended> {
    let mut row = GameRow::new(game);
    let setup = first(&mut row, &game.setup)?;
    once!(node, |client| async {
        if let Some(record) = &game.idempotency {
            check_free(client, record, game.setup.at).await?;
        }
        checks::new_game(game)?;
        transaction(client, insert(client, game, &row, &setup)).await
    })?;
    node.games.put(RecentGame { game: SharedGame { row, changes: 0 }, keys: Default::default() });
    Ok(Appended { version: 1, chain: setup.chain, beside: (0, 0) })
}

async fn insert(client: &Client, game: &NewGame, row: &GameRow, setup: &Linked<'_>) -> Outcome<()> {
    rulesets::put(client, &game.ruleset).await?;
    if !rows::insert(client, &row.game, "ON CONFLICT (id) DO NOTHING").await? {
        return Err(StoreError::Exists.into());
    }
    let secrets = [game.id.into(), Value::from(game.seed.0.as_slice()), game.nonce.0.as_slice().into()];
    // One after the other on the wire, and not waited for in between.
    let (secrets, (head, event)) = join(
        rows::execute(client, SECRETS, &secrets),
        join(rows::insert(client, &row.head, ""), event::insert(client, game.id, setup)),
    )
    .await;
    secrets.and(head).and(event)?;
    match &game.idempotency {
        Some(record) => put_new(client, record, game.setup.at).await,
        None => Ok(()),
    }
}

/// See [`crate::GameStore::put_idempotency`].
pub(in crate::postgres) async fn put_record(
    node: &Node,
    record: &IdempotencyRecord,
    now: Time,
) -> Outcome<()> {
    once!(node, |client| async {
        check_free(client, record, now).await?;
        put_new(client, record, now).await
    })
}

/// Stores a record whose key was free when it was looked at. Another node may have been quicker: then it says what that did.
pub(super) async fn put_new(client: &Client, record: &IdempotencyRecord, now: Time) -> Outcome<()> {
    if idempotency::put(client, record, now).await? {
        return Ok(());
    }
    check_free(client, record, now).await?;
    Err(StoreError::Busy.into())
}

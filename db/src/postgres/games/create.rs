//! Creating a game.

use super::event;
use super::load::check_free;
use super::recent::RecentGame;
use super::row::SharedGame;
use crate::engine::record::{GameRow, Linked, Value, first};
use crate::engine::sql::Sql;
use crate::engine::tables::{idempotency, rulesets};
use crate::engine::{checks, rows};
use crate::error::StoreError;
use crate::model::{Appended, IdempotencyRecord, NewGame, Time};
use crate::postgres::connection::transaction;
use crate::postgres::error::Outcome;
use crate::postgres::node::{Node, once};
use crate::postgres::sync::on_thread;

const SECRETS: &str = "INSERT INTO game_secrets (game, seed, nonce) VALUES ($1, $2, $3)";

/// See [`crate::GameStore::create_game`].
pub(in crate::postgres) async fn create(node: &Node, game: &NewGame) -> Outcome<Appended> {
    let mut row = GameRow::new(game);
    let setup = first(&mut row, &game.setup)?;
    once!(node, |client| transaction(client, on_thread(client, |db| insert(db, game, &row, &setup))))?;
    node.games.put(RecentGame { game: SharedGame { row, changes: 0 }, keys: Default::default() });
    Ok(Appended { version: 1, chain: setup.chain, beside: (0, 0) })
}

fn insert(db: &dyn Sql, game: &NewGame, row: &GameRow, setup: &Linked<'_>) -> Outcome<()> {
    if let Some(record) = &game.idempotency {
        check_free(db, record, game.setup.at)?;
    }
    checks::new_game(game)?;
    rulesets::put(db, &game.ruleset)?;
    if !rows::insert(db, &row.game, "ON CONFLICT (id) DO NOTHING")? {
        return Err(StoreError::Exists.into());
    }
    db.execute(
        SECRETS,
        &[game.id.into(), Value::from(game.seed.0.as_slice()), game.nonce.0.as_slice().into()],
    )?;
    rows::insert(db, &row.head, "")?;
    event::insert(db, game.id, setup)?;
    match &game.idempotency {
        Some(record) => put_new(db, record, game.setup.at),
        None => Ok(()),
    }
}

/// See [`crate::GameStore::put_idempotency`].
pub(in crate::postgres) fn put_record(db: &dyn Sql, record: &IdempotencyRecord, now: Time) -> Outcome<()> {
    check_free(db, record, now)?;
    put_new(db, record, now)
}

/// Stores a record whose key was free when it was looked at. Another node may have been quicker: then it says what that did.
pub(super) fn put_new(db: &dyn Sql, record: &IdempotencyRecord, now: Time) -> Outcome<()> {
    if idempotency::put(db, record, now)? {
        return Ok(());
    }
    check_free(db, record, now)?;
    Err(StoreError::Busy.into())
}

//! Creating a game.

use super::event;
use super::recent::RecentGame;
use crate::engine::record::{self, GameRow, Linked, first};
use crate::engine::sql::Sql;
use crate::engine::tables::games::{FoundGame, check_free, put_new};
use crate::engine::tables::{players, rulesets};
use crate::engine::{checks, rows};
use crate::error::StoreError;
use crate::model::{Appended, NewGame};
use crate::postgres::connection::transaction;
use crate::postgres::error::Outcome;
use crate::postgres::node::{Node, once};
use crate::postgres::sync::on_thread;

/// See [`crate::GameStore::create_game`].
pub(in crate::postgres) async fn create(node: &Node, game: &NewGame) -> Outcome<Appended> {
    let mut row = GameRow::new(game);
    let setup = first(&mut row, &game.setup)?;
    once!(node, |client| transaction(client, on_thread(client, |db| insert(db, game, &row, &setup))))?;
    node.games.put(RecentGame { game: FoundGame::new(row), keys: Default::default() });
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
    db.execute(record::SECRETS, &record::secrets(game))?;
    rows::insert(db, &row.head, "")?;
    event::insert(db, game.id, setup)?;
    players::seat(db, game.id, &[], &game.players, &game.followers)?;
    game.wish.as_ref().map_or(Ok(()), |wish| players::wait_at(db, wish))?;
    match &game.idempotency {
        Some(record) => put_new(db, record, game.setup.at),
        None => Ok(()),
    }
}

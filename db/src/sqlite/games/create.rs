//! Creating a game.

use std::collections::HashMap;

use super::recent::RecentGame;
use super::session::Session;
use super::{event, row};
use crate::engine::record::{self, GameRow};
use crate::engine::sql::Sql;
use crate::engine::tables::games::{FoundGame, check_free};
use crate::engine::tables::{idempotency, players, rulesets};
use crate::engine::{checks, rows};
use crate::error::StoreError;
use crate::model::{Appended, NewGame};
use crate::sqlite::error::Outcome;

/// See [`crate::GameStore::create_game`].
pub(in crate::sqlite) fn create(session: &mut Session<'_>, game: &NewGame) -> Outcome<Appended> {
    let conn = session.conn;
    if let Some(record) = &game.idempotency {
        check_free(conn, record, game.setup.at)?;
    }
    if rows::one(conn, "SELECT id FROM games WHERE id = $1", &[game.id.into()], |_| Ok(()))?.is_some() {
        return Err(StoreError::Exists.into());
    }
    checks::new_game(game)?;
    rulesets::put(conn, &game.ruleset)?;
    let mut row = GameRow::new(game);
    let setup = record::first(&mut row, &game.setup)?;
    let mut found = FoundGame::new(row);
    // The rows come first: events refer to them.
    row::insert(conn, &mut found)?;
    Sql::execute(conn, record::SECRETS, &record::secrets(game))?;
    event::insert(conn, &mut found.place, &setup)?;
    row::begin(conn, &found)?;
    players::seat(conn, game.id, &[], &game.players, &game.followers)?;
    game.wish.as_ref().map_or(Ok(()), |wish| players::wait_at(conn, wish))?;
    if let Some(record) = &game.idempotency {
        idempotency::put(conn, record, game.setup.at)?;
    }
    session.games.put(RecentGame { game: found, keys: HashMap::new() });
    Ok(Appended { version: 1, chain: setup.chain, beside: (0, 0) })
}

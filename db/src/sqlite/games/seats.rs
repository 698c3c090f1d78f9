//! What changes about a seat without an event.

use serde_json::Value;

use super::row::PlacedGame;
use super::session::Session;
use crate::model::GameId;
use crate::sqlite::error::{Outcome, invalid};

/// See [`crate::GameStore::count_hint`].
pub(in crate::sqlite) fn count_hint(
    session: &mut Session<'_>,
    game: GameId,
    hint: (u8, u64),
    limit: Option<u32>,
) -> Outcome<u32> {
    session.games.remove(game);
    let mut placed = PlacedGame::find(session.conn, game)?;
    let used = placed.row.game.count_hint(hint, limit)?;
    placed.update(session.conn)?;
    Ok(used)
}

/// See [`crate::GameStore::put_seat_settings`].
pub(in crate::sqlite) fn put_seat_settings(
    session: &mut Session<'_>,
    game: GameId,
    seat: u8,
    settings: Option<Value>,
) -> Outcome<u64> {
    session.games.remove(game);
    let mut placed = PlacedGame::find(session.conn, game)?;
    let record = placed.row.game.seats.get_mut(usize::from(seat)).ok_or_else(|| no_seat(seat))?;
    record.settings = settings;
    placed.update_table(session.conn)?;
    // The database has one owner, who knows of it.
    Ok(0)
}

fn no_seat(seat: u8) -> crate::sqlite::error::Failure {
    invalid(format!("there is no seat {seat}"))
}

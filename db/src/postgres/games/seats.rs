//! What changes about a seat without an event. What is remembered of the game stays true: nothing of it that an append looks at.

use serde_json::Value;

use super::row::SharedGame;
use crate::engine::invalid;
use crate::engine::sql::Sql;
use crate::model::GameId;
use crate::postgres::error::Outcome;

/// See [`crate::GameStore::count_hint`].
pub(in crate::postgres) fn count_hint(
    db: &dyn Sql,
    game: GameId,
    hint: (u8, u64),
    limit: Option<u32>,
) -> Outcome<u32> {
    let mut game = SharedGame::lock(db, game)?;
    let used = game.row.game.count_hint(hint, limit)?;
    game.update(db)?;
    Ok(used)
}

/// See [`crate::GameStore::put_seat_settings`].
pub(in crate::postgres) fn put_seat_settings(
    db: &dyn Sql,
    game: GameId,
    seat: u8,
    settings: &Option<Value>,
) -> Outcome<u64> {
    let mut game = SharedGame::lock(db, game)?;
    let record = game.row.game.seats.get_mut(usize::from(seat));
    record.ok_or_else(|| invalid(format!("there is no seat {seat}")))?.settings.clone_from(settings);
    game.update(db)?;
    Ok(game.changes + 1)
}

//! The settings of a seat.

use serde_json::Value;

use super::row::GameRow;
use crate::model::GameId;
use crate::sqlite::error::{Outcome, invalid};
use crate::sqlite::writer::Session;

/// See [`crate::Store::put_seat_settings`].
pub(in crate::sqlite) fn put_seat_settings(
    session: &mut Session<'_>,
    game: GameId,
    seat: u8,
    settings: Option<Value>,
) -> Outcome<()> {
    session.games.remove(game);
    let mut row = GameRow::find(session.conn, game)?;
    let Some(record) = row.summary.seats.get_mut(usize::from(seat)) else {
        return Err(invalid(format!("there is no seat {seat}")));
    };
    record.settings = settings;
    row.update_table(session.conn)
}

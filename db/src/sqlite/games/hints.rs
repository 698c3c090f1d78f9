//! Counting hints.

use super::row::GameRow;
use crate::error::StoreError;
use crate::model::GameId;
use crate::sqlite::error::{Outcome, invalid};
use crate::sqlite::writer::Session;

/// See [`crate::Store::count_hint`].
pub(in crate::sqlite) fn count_hint(
    session: &mut Session<'_>,
    game: GameId,
    seat: u8,
    limit: Option<u32>,
) -> Outcome<u32> {
    session.games.remove(game);
    let mut row = GameRow::find(session.conn, game)?;
    let Some(used) = row.hints_used.get_mut(usize::from(seat)) else {
        return Err(invalid(format!("there is no seat {seat}")));
    };
    if limit.is_some_and(|limit| *used >= limit) {
        return Err(StoreError::HintsUsed { used: *used }.into());
    }
    *used = used.saturating_add(1);
    let used = *used;
    row.summary.assisted = true;
    row.update(session.conn)?;
    Ok(used)
}

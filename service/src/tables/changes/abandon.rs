//! A game in which nobody moves any more.

use tapis_db::model::{GameSummary, Time};

use super::Change;
use crate::tables::event::{EventKind, GameStatus};
use crate::tables::snapshot::Snapshot;

/// Ends a game in which nothing happened since `before`; `None` where something did, a clock still runs, or the game is over.
pub fn abandon(snapshot: &Snapshot, before: Time, at: Time) -> Option<Change> {
    let newest = snapshot.entries.last()?.at;
    if snapshot.unfinished().is_err() || !idle(newest, snapshot.deadline(), before) {
        return None;
    }
    Some(Change::one(snapshot, at, None, EventKind::Abandon, GameStatus::Aborted))
}

/// Whether a game may have to be ended, as far as is known without its log.
pub fn may_be_abandoned(game: &GameSummary, before: Time) -> bool {
    idle(game.updated_at, game.deadline, before)
}

/// A clock that runs moves the game on when it is up. Where it was up long ago nobody could act upon it.
fn idle(newest: Time, deadline: Option<Time>, before: Time) -> bool {
    newest < before && deadline.is_none_or(|deadline| deadline < before)
}

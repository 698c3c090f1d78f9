//! Whose turn it is, since when and until when.

use serde::Serialize;
use tapis_games::seat::Seat;
use tapis_service::tables::Snapshot;
use tapis_service::tables::event::Entry;
use utoipa::ToSchema;

use super::time;

/// Whose turn it is.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"seat": 0, "since": "2026-01-01T12:07:00Z", "deadline": "2026-01-01T12:11:47Z"}))]
pub struct SeatOf {
    /// The seat, 0-based, clockwise.
    pub seat: Seat,
    /// When its turn began; absent in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub since: Option<String>,
    /// When its time is up, if its clock runs. `clock.on_timeout` says what happens then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub deadline: Option<String>,
}

impl SeatOf {
    /// The turn after an event, while the game runs.
    pub fn of(snapshot: &Snapshot, entry: &Entry) -> Option<Self> {
        let since = snapshot.turn_since(entry.version).map(time);
        entry.after.turn.map(|seat| Self { seat, since, deadline: snapshot.deadline_after(entry).map(time) })
    }
}

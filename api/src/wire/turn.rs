//! Whose turn it is, since when and until when, and who follows.

use serde::Serialize;
use tapis_games::seat::Seat;
use tapis_service::tables::event::Entry;
use tapis_service::tables::{Presence, Snapshot};
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

/// Who follows a game now, if its creator chose to show it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"spectators": 2, "seats": [0, 1]}))]
pub struct PresenceView {
    /// Event streams open without a seat's token.
    pub spectators: u32,
    /// The seats that have an event stream open.
    pub seats: Vec<Seat>,
}

impl From<Presence> for PresenceView {
    fn from(presence: Presence) -> Self {
        Self { spectators: presence.spectators, seats: presence.seats() }
    }
}

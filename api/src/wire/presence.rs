//! Who follows a game.

use serde::Serialize;
use tapis_games::seat::Seat;
use tapis_service::tables::Presence;
use utoipa::ToSchema;

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

//! Lists of public games.

use super::{GameId, GameSummary, Status, Time};

/// Which public games to list. All conditions must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameFilter {
    /// Only games with this status.
    pub status: Option<Status>,
    /// Only this game: `richelieu`.
    pub game: Option<String>,
    /// Only games with at least one open seat (`true`) or with none (`false`).
    pub open_seats: Option<bool>,
}

/// A place in the list: just after the game with this creation time and id. Says nothing that the game itself does
/// not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// Creation time of the last game before the place.
    pub created_at: Time,
    /// Id of the last game before the place.
    pub id: GameId,
}

/// A stretch of the list, newest first by creation time, then id.
#[derive(Clone, Debug, PartialEq)]
pub struct GamePage {
    /// The games.
    pub games: Vec<GameSummary>,
    /// Where the next page starts; `None` at the end of the list.
    pub next: Option<Cursor>,
}

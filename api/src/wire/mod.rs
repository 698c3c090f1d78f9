//! The JSON that goes over the wire: one type for every body.

mod create;
mod event;
mod list;
mod per_game;
mod ply;
mod replay;
mod seats;
mod state;

pub use create::{CreateGame, CreatedGame, CreatedSeat, Practice, SeatWanted, VisibilityName, WantedKind};
pub use event::{Change, EventPage, GameEvent, StreamTicket};
pub use list::{GameList, ListedGame};
pub use per_game::{AnyOptions, AnyOutcome, AnyView};
pub use ply::SeenPly;
pub use replay::{GameReplay, Undoing, UndonePly, Verifier};
pub use seats::{JoinSeat, LeftSeat, SeatSettings, SeatToken, SuccessorName};
pub use state::{
    GameState, MoveRequest, Outcome, OwnSeat, SeatOf, SeatView, SeatViewKind, UndoView, state_body,
};

/// An RFC 3339 time in UTC.
pub(crate) fn time(time: tapis_db::model::Time) -> String {
    time.to_string()
}

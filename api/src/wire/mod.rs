//! The JSON that goes over the wire: one type for every body.

mod create;
mod etag;
mod event;
mod include;
mod job;
mod legal;
mod list;
mod ply;
mod replay;
mod seats;
mod state;

pub use create::CreatedGame;
pub use etag::etag;
pub use event::{Change, EventPage, GameEvent, StreamTicket};
pub use include::{Include, IncludeQuery};
pub use job::{AnalysisJob, PostedRuleset};
pub use legal::{LegalInReplay, SetMove, SetOfCandidates};
pub use list::{GameList, ListedGame};
pub use ply::SeenPly;
pub use replay::{GameReplay, Round, ShownPly, UndonePlies, UndonePly, Verifier};
pub use seats::{JoinSeat, LeftSeat, SeatSettings, SeatToken, SuccessorName};
pub use state::{
    GameState, MoveRequest, Outcome, OwnSeat, SeatOf, SeatView, SeatViewKind, UndoRequest, UndoView,
    state_body,
};

/// An RFC 3339 time in UTC.
pub(crate) fn time(time: tapis_db::model::Time) -> String {
    time.to_string()
}

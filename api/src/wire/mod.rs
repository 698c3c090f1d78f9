//! The JSON that goes over the wire: one type for every body.

mod create;
mod event;
mod include;
mod job;
mod list;
mod push;
mod rating;
mod seats;
mod state;
mod turn;
mod verdict;
mod webhook;

pub use create::{CreatedGame, MatchedGame};
pub use event::{ChangeView, EventPage, GameEvent, StreamTicket};
pub use include::{EventInclude, Include, IncludeQuery, StateParts, StateQuery};
pub use job::{AnalysisJob, ExerciseRequest, ReviewJob, ReviewRequest};
pub use list::{GameList, ListedGame, PlayerGame, PlayerGames, PlayerResult};
pub use push::{PushView, PutPush, PutPushKeys};
pub use rating::{Ladder, PlayerRatings, RatedPlayer, RatingInGame, Strength};
pub(crate) use seats::EmptyBody;
pub use seats::{
    FoundSeat, FoundSeats, JoinSeat, LeftSeat, RematchToken, RotateToken, SeatLookup, SeatSettings,
    SeatToken, SuccessorName,
};
pub use state::{GameState, MoveRequest, OwnSeat, SeatView, UndoRequest, UndoView, may_move, state_body};
pub use turn::{PresenceView, SeatOf};
pub use verdict::MoveVerdict;
pub use webhook::{FailingGame, PutWebhook, WebhookStatus, WebhookView};

/// An RFC 3339 time in UTC.
pub(crate) fn time(time: tapis_db::model::Time) -> String {
    time.to_string()
}

//! Tables: live games as immutable snapshots, one writer a game, rebuilt from the log on a miss.
//!
//! A change is prepared on a fork of the newest [`Snapshot`], stored durably, and only then published; readers hold an
//! `Arc` of the version they look at and never wait. [`LiveGames`] is the bounded memory of games, [`LiveGame`] one of
//! them, [`changes`] what can happen to one.

mod automatic;
mod caller;
pub mod changes;
mod clock;
mod deadlines;
mod drawn;
pub mod event;
mod holders;
mod live;
mod live_games;
mod memory;
pub mod name;
mod outcome;
mod people;
mod policy;
mod presence;
mod rebuild;
pub mod replay;
mod replies;
mod request;
mod since;
mod snapshot;
mod tally;
mod terms;
mod texts;
mod tickets;
mod token;
mod trust;
mod written;

pub use automatic::{AutoPass, Automatic, WillPass};
pub(crate) use caller::reading_generation;
pub use caller::{Admission, TokenBearer};
pub use clock::{Clock, Clocks, OnTimeout};
pub use deadlines::Deadlines;
pub use event::GameStatus;
pub use holders::Hold;
pub use live::{CommitError, LiveGame, WriteGuard};
pub use live_games::{LiveGames, Timing, Wake};
pub use memory::MemoryUse;
pub use outcome::{EndedBy, Outcome};
pub use people::{People, Person};
pub use policy::HintPolicy;
pub use presence::{Attendance, Presence};
pub use rebuild::LoadError;
pub use request::Expected;
pub(crate) use request::{Decision, RetryOutcome, Trust};
pub use snapshot::{GameInfo, GameRules, PendingUndo, Snapshot};
pub use tally::{Beside, HintTally};
pub use tapis_db::model::GameId;
pub use terms::Terms;

pub use tickets::StreamAccess;
pub use token::{ServerSecret, TokenKind, Tokens};
pub use trust::{ClockTrust, Doubt, DoubtName};
pub use written::{EventReader, WrittenEvent};

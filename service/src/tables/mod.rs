//! Tables: live games as immutable sessions, one writer a game, rebuilt from the log on a miss.
//!
//! A change is prepared on a fork of the newest [`Session`], stored durably, and only then published; readers hold an
//! `Arc` of the version they look at and never wait. [`Sessions`] is the bounded memory of games, [`LiveGame`] one of
//! them, [`changes`] what can happen to one.

mod automatic;
pub mod changes;
pub mod event;
mod live;
mod memory;
pub mod name;
mod policy;
mod rebuild;
mod registry;
mod replies;
mod request;
mod session;
mod tickets;
mod token;

pub use automatic::{AutoPass, Automatic};
pub use event::GameStatus;
pub use live::{CommitError, LiveGame, Writing};
pub use memory::MemoryUse;
pub use policy::HintPolicy;
pub use rebuild::LoadError;
pub use registry::{Sessions, Wake};
pub use request::{Decision, RetryOutcome};
pub use session::{Caller, GameInfo, GameRules, PendingUndo, Session};
pub use tapis_db::model::GameId;
pub use tickets::{Pass, StreamTickets};
pub use token::{ServerSecret, TokenKind, Tokens};

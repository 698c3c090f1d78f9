//! Hints: what a caller asks of a solver, how it is searched, and how much of the answer it gets.
//!
//! Nothing here ever holds a true state: a hint is made from the seat's observation log alone.

mod ask;
mod delivery;
mod level;
mod meter;
mod search;
mod searches;
mod stream;

pub use ask::{HintRequest, MAX_ITERATIONS, MAX_NODES, MAX_WORLDS, SearchRequest};
pub(crate) use delivery::HintDelivery;
pub use delivery::{HintEvent, HintStream};
pub use level::{
    CandidatesHint, Caveat, FullHint, HintBody, HintHead, HintLevel, HintOrigin, MoveHint, NamedMove,
    NudgeHint, Projector,
};
pub use meter::{KeyTurn, Meter};
pub use search::{PendingSearch, Prior, SearchOutcome, SearchQuestion, hint_error};
pub use searches::{HintKey, Position, Searches, Shelf};
pub use stream::{Improvements, Step, improvements};

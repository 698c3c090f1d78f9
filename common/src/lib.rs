//! What `service` and `lab` both need, and neither `games` nor `db` may know: the two are brought together here.
//!
//! [`rulesets`] and [`facts`] say what of a game is in the database, [`sources`] are time, ids, randomness, deals and engines,
//! [`ServiceError`] is every refusal, [`priority`], [`serving`] and [`space`] are
//! what gives way to people's moves.

mod error;
pub mod facts;
pub mod kept;
pub mod priority;
pub mod process;
pub mod rulesets;
pub mod serving;
pub mod sources;
pub mod space;

pub use error::{FieldError, Reason, ServiceError, TEXTS, TokenFault};

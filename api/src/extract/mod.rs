//! Typed extractors: a request becomes values here, or a problem.

mod accept;
mod address;
mod administrator;
mod bearer;
mod body;
mod decided;
mod headers;
mod key_holder;
mod path;
mod query;
mod retry;
mod strict;

pub use accept::Accepted;
pub use address::{account, caller, caller_address};
pub use administrator::{Administrator, Designer};
pub use bearer::Bearer;
pub use body::{Body, OptionalBody, USUAL, announced, bytes_of, read};
pub use decided::{Decided, known_version};
pub use headers::{IdempotencyKey, has_already, wants_event_stream, wants_events_alone, wants_minimal};
pub use key_holder::{KeyHolder, Namer, key_name};
pub use path::{GamePath, SeatPath};
pub use query::{Query, parse as read_query};
pub use retry::{Attempt, KeyOwner, identity, replayed, retry_key, retry_key_of_holder, scoped_key};
pub use strict::{MAX_DEPTH, typed as read_typed, value as read_value};

//! Typed extractors: a request becomes values here, or a problem.

/// How a request becomes a value at once, without its body.
macro_rules! at_once {
    ($of:ty, $request:ident => $read:expr) => {
        impl ::actix_web::FromRequest for $of {
            type Error = $crate::problem::ApiError;
            type Future = ::std::future::Ready<Result<Self, Self::Error>>;

            fn from_request(
                $request: &::actix_web::HttpRequest,
                _: &mut ::actix_web::dev::Payload,
            ) -> Self::Future {
                ::std::future::ready($read)
            }
        }
    };
}

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
pub(crate) use at_once;
pub use bearer::Bearer;
pub use body::{Body, OptionalBody, USUAL, announced, bytes_of, read};
pub use decided::{Decided, known_version};
pub use headers::{IdempotencyKey, has_already, wants_event_stream, wants_events_alone, wants_minimal};
pub use key_holder::{KeyHolder, Namer, key_name};
pub use path::{GamePath, SeatPath};
pub use query::{Query, parse as read_query};
pub use retry::{Attempt, KeyOwner, identity, replayed, retry_key, retry_key_of_holder, scoped_key};
pub use strict::{MAX_DEPTH, typed as read_typed, value as read_value};

//! What happens around every request.

mod acceptable;
mod context;
mod cors;
mod languages;
mod panic_guard;
mod problems;
mod response;
mod uncoded;

pub use acceptable::acceptable;
pub use context::{RequestId, context};
pub use cors::cors;
pub use languages::in_languages;
pub use panic_guard::panic_guard;
pub use uncoded::short_as_it_is;

/// What comes back through a middleware.
pub(crate) type Back<B> = Result<actix_web::dev::ServiceResponse<B>, actix_web::Error>;

//! What happens around every request.

mod acceptable;
mod allowance;
mod context;
mod cors;
mod languages;
mod lost;
mod panic_guard;
mod problems;
mod response;

pub use acceptable::acceptable;
pub use allowance::allowance;
pub(crate) use allowance::{as_creation, as_hint, as_move};
pub use context::{RequestId, context};
pub use cors::cors;
pub use languages::in_languages;
pub use panic_guard::panic_guard;

//! What happens around every request.

mod allowance;
mod context;
mod cors;
mod dress;
mod net;
mod problems;
mod rates;

pub use allowance::allowance;
pub use context::{RequestId, context};
pub use cors::cors;
pub use net::net;
pub use rates::Rates;

//! What happens around every request.

mod context;

pub use context::{RequestId, context};

//! Answering whoever asked.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::Result;
use crate::store::Reply;

/// Calls a reply. A panic in it is its own matter.
pub(crate) fn answer<T>(reply: Reply<T>, answer: Result<T>) {
    if catch_unwind(AssertUnwindSafe(|| reply(answer))).is_err() {
        tracing::error!("a reply to a write panicked");
    }
}

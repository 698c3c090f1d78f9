//! How results are recorded, see [`crate::engine::statistics`].

mod dictionary;
mod record;

pub(super) use dictionary::Dictionary;
pub(super) use record::{Recorder, add, record, record_all};

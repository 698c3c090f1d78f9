//! What reviews promise, on games of bots.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod decisions;
#[allow(dead_code, reason = "shared with tests/nightly")]
mod games;
mod replays;
mod sentences;
mod sums;
mod time;
mod truth;
mod turning;
mod version;

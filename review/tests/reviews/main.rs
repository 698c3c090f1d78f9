//! What reviews promise, on games of bots.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod decisions;
mod games;
mod replays;
mod sums;
mod turning;
mod version;

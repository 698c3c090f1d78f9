//! What reviews promise, on games of bots.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod beliefs;
mod decisions;
mod games;
mod planted;
mod replays;
mod sentences;
mod sums;
mod time;
mod truth;
mod turning;
mod version;

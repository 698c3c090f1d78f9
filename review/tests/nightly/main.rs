//! Means over many reviews, and faults held against long searches, at night: `TAPIS_REVIEWS=24 cargo test -p tapis-review --features nightly --test nightly`.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod beliefs;
#[allow(dead_code, reason = "shared with tests/reviews")]
#[path = "../reviews/games.rs"]
mod games;
mod means;
mod planted;

//! Anything a client may write where a game reads: notation, options, decks. It is taken or refused with a reason, never
//! a panic, and a refusal changes nothing. `PROPTEST_CASES` says how often (default 128 a game).
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

#[path = "../common/mod.rs"]
mod common;

mod json;
mod notation;
mod options;

use proptest::test_runner::{Config, TestRunner};

/// A runner of so many cases unless the environment says otherwise; always the same ones by default.
fn runner(cases: u32) -> TestRunner {
    let config = match std::env::var_os("PROPTEST_CASES") {
        Some(_) => Config::default(),
        None => Config::with_cases(cases),
    };
    TestRunner::new(Config { failure_persistence: None, ..config })
}

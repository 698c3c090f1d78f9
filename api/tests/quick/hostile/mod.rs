//! Anything a client may write where a game reads: notation, options, decks. It is taken or refused with a reason, never
//! a panic, and a refusal changes nothing. `PROPTEST_CASES` says how often (default 128 a game).

mod json;
mod notation;
mod options;

use proptest::test_runner::{Config, RngSeed, TestRunner};

/// A runner of so many cases unless the environment says otherwise: those of `TAPIS_TEST_SEED`.
fn runner(cases: u32) -> TestRunner {
    let seed = std::env::var("TAPIS_TEST_SEED").map_or(1, |text| text.parse().unwrap());
    let config = match std::env::var_os("PROPTEST_CASES") {
        Some(_) => Config::default(),
        None => Config::with_cases(cases),
    };
    TestRunner::new(Config { failure_persistence: None, rng_seed: RngSeed::Fixed(seed), ..config })
}

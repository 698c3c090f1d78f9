//! Sizes of the long tests, each with an environment variable.

use tapis_recount::fair_deal::Stream;

/// The number in the environment variable `name`, or `default`.
pub fn size(name: &str, default: usize) -> usize {
    let number = |text: String| text.parse().unwrap_or_else(|_| panic!("{name}: a number, not '{text}'"));
    std::env::var(name).map_or(default, number)
}

/// Random choices of one test, from `TAPIS_TEST_SEED`; another seed gives another run.
pub fn random(test: &str) -> Stream {
    let number = size("TAPIS_TEST_SEED", 1);
    println!("{test}: TAPIS_TEST_SEED={number}");
    Stream::new(&[0x7e; 32], number as u64)
}

//! `cargo xtask bless`: rewrites the files that record what the program does.

use anyhow::Result;

use crate::programs::tests;
use crate::step::Steps;

/// Runs the tests that keep records with the order to write them. What changed is for a person to look at.
///
/// # Errors
/// A test that fails all the same.
pub fn run() -> Result<String> {
    let mut steps = Steps::begin();
    for (what, test, filter) in [
        ("records of the games", "rules", "laws::recorded::"),
        ("golden games of Richelieu", "rules", "richelieu::golden::"),
        ("records of the reference games", "rules", "kit::recorded::"),
        ("sentences of hints", "search", "explanations::"),
        ("openapi.json", "openapi", ""),
        ("examples in docs/draw-a-table.md", "outside", "guide::"),
        ("flags in docs/configuration.md", "quick", "configuration::"),
        ("the example of a review", "reviews", "example"),
        ("the database of a new release", "quick", "operation::fixture::"),
        ("the database of a new release", "sqlite", "fixtures::"),
    ] {
        let mut command = tests();
        command.args(["--test", test, filter]).env("TAPIS_BLESS", "1");
        steps.run(what, command)?;
    }
    Ok(format!("cargo xtask bless: {}; look at `git diff`", steps.end()))
}

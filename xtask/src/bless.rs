//! `cargo xtask bless`: rewrites the files that record what the program does.

use anyhow::Result;

use crate::project::cargo;
use crate::step::Steps;

/// Runs the tests that keep records with the order to write them. What changed is for a person to look at.
///
/// # Errors
/// A test that fails all the same.
pub fn run() -> Result<String> {
    let mut steps = Steps::begin();
    for (what, package, test, filter) in [
        ("records of the games", "tapis-laws", "rules", "laws::recorded::"),
        ("golden games of Richelieu", "tapis-laws", "rules", "richelieu::golden::"),
        ("records of the reference games", "tapis-laws", "rules", "kit::recorded::"),
        ("sentences of hints", "tapis-laws", "search", "explanations::"),
        ("openapi.json", "tapis-openapi", "*", ""),
        ("examples in docs/draw-a-table.md", "tapis-ecarte", "ecarte", "guide::"),
        ("flags in docs/configuration.md", "tapis-api", "quick", "configuration::"),
        ("the example of a review", "tapis-review", "reviews", "example"),
        ("the database of a new schema version", "tapis-api", "quick", "operation::fixture::"),
        ("the database of a new schema version", "tapis-db", "sqlite", "fixtures::"),
    ] {
        let mut test = cargo(["test", "--locked", "--package", package, "--test", test, filter]);
        test.env("TAPIS_BLESS", "1");
        steps.run(what, test)?;
    }
    Ok(format!("cargo xtask bless: {}; look at `git diff`", steps.end()))
}

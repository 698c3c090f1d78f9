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
    let mut records = cargo(["test", "--locked", "--package", "tapis-games", "--package", "tapis-testkit"]);
    records.args(["--test", "recorded", "--test", "richelieu"]);
    records.env("TAPIS_BLESS", "1");
    steps.run("records of the games", records)?;
    let mut hints = cargo(["test", "--locked", "--package", "tapis-solver", "--test", "explanations"]);
    hints.env("TAPIS_BLESS", "1");
    steps.run("sentences of hints", hints)?;
    let mut document = cargo(["test", "--locked", "--package", "tapis-openapi"]);
    document.env("TAPIS_BLESS", "1");
    steps.run("openapi.json", document)?;
    let mut guide = cargo(["test", "--locked", "--package", "tapis-ecarte", "--test", "http", "guide::"]);
    guide.env("TAPIS_BLESS", "1");
    steps.run("examples in docs/draw-a-table.md", guide)?;
    let mut flags = cargo(["test", "--locked", "--package", "tapis-api", "--test", "configuration"]);
    flags.env("TAPIS_BLESS", "1");
    steps.run("flags in docs/configuration.md", flags)?;
    for (package, test, filter) in
        [("tapis-api", "operation", "fixture::"), ("tapis-db", "sqlite", "fixtures::")]
    {
        let mut database = cargo(["test", "--locked", "--package", package, "--test", test, filter]);
        database.env("TAPIS_BLESS", "1");
        steps.run("the database of a new schema version", database)?;
    }
    Ok(format!("cargo xtask bless: {}; look at `git diff`", steps.end()))
}

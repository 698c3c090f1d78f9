//! `cargo xtask load`: the service and its store under load, beside the least that could do the same work.

use anyhow::Result;

use crate::project::{cargo, command, target};
use crate::step::Steps;

/// What is passed on to `tapis-load measure`.
#[derive(clap::Args)]
pub struct Load {
    /// Its arguments: `--rows H1,H2`, `--rounds 5`, `--seconds 2`, `--attack`, …; `cargo xtask load -- --help` has them all.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Builds both in release and measures.
///
/// # Errors
/// They cannot be built, or an answer is not what it must be.
pub fn run(load: &Load) -> Result<String> {
    let mut steps = Steps::begin();
    let both = ["build", "--locked", "--release", "--package", "tapis-api", "--package", "tapis-load"];
    steps.run("release build", cargo(both))?;
    let programs = target().join("release");
    let mut measure = command(programs.join("tapis-load"), ["measure", "--tapis"]);
    measure.arg(programs.join("tapis")).args(&load.arguments);
    steps.run("load", measure)?;
    Ok(format!("cargo xtask load: {}", steps.end()))
}

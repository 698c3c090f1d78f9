//! `cargo xtask load`: the service and its store under load, beside the least that could do the same work.

use std::process::Command;

use anyhow::Result;

use crate::project::{cargo, command, target};
use crate::step::Steps;

/// What is passed on to `tapis-load measure`.
#[derive(clap::Args)]
pub struct Load {
    /// Its arguments: `--rows H1,H2`, `--rounds 5`, `--seconds 2`, `--evening`, …; `cargo xtask load -- --help` has them all.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Builds both in release and measures.
///
/// # Errors
/// They cannot be built, or an answer is not what it must be.
pub fn run(load: &Load) -> Result<String> {
    let mut steps = Steps::begin();
    steps.run("release build", build(&["tapis-api", "tapis-load"]))?;
    let mut measuring = measure();
    measuring.args(&load.arguments);
    steps.run("load", measuring)?;
    Ok(format!("cargo xtask load: {}", steps.end()))
}

/// The release build of some packages.
pub fn build(packages: &[&str]) -> Command {
    let mut build = cargo(["build", "--locked", "--release"]);
    build.args(packages.iter().flat_map(|package| ["--package", package]));
    build
}

/// `tapis-load measure` of the service, both as [`build`] made them.
pub fn measure() -> Command {
    let programs = target().join("release");
    let mut command = command(programs.join("tapis-load"), ["measure", "--tapis"]);
    command.arg(programs.join("tapis"));
    command
}

//! `cargo xtask figures`: every row of the table of goals, from one command.

use std::process::Command;

use anyhow::{Result, ensure};

use crate::load;
use crate::project::{command, target};
use crate::step::Steps;

/// How long to measure.
#[derive(clap::Args)]
pub struct Figures {
    /// Pairs of measurements of each row
    #[arg(long, default_value_t = 5)]
    rounds: u32,
    /// Seconds of one measurement over loopback
    #[arg(long, default_value_t = 1.5)]
    seconds: f64,
    /// Numbers of finished games at which statistics are asked, comma separated
    #[arg(long, default_value = "20000,200000")]
    games: String,
    /// Also a clean release build (C1)
    #[arg(long)]
    clean_build: bool,
}

/// What every line of the table begins with.
const LINE: &str = "| ";

/// Builds everything in release, then measures games and solvers beside the crates of others and the service beside bare
/// peers. Prints what both say, and at the end one table of it.
///
/// # Errors
/// Something cannot be built, or an answer is not what it must be.
pub fn run(figures: &Figures) -> Result<String> {
    let mut steps = Steps::begin();
    steps.run("release build", load::build(&["tapis-api", "tapis-load", "tapis-peers"]))?;
    let mut lines = Vec::new();
    let mut parts = vec![("peers", figures.peers()), ("load", figures.load(&[]))];
    if figures.clean_build {
        parts.push(("clean build", figures.load(&["--rows", "C1"])));
    }
    for (name, part) in parts {
        let told = steps.hear(name, part)?;
        let table = told.lines().filter(|line| line.starts_with(LINE)).map(str::to_owned);
        let skipped = if lines.is_empty() { 0 } else { 2 }; // one head is enough
        lines.extend(table.skip(skipped));
    }
    ensure!(lines.len() > 2, "no row was measured");
    Ok(format!("\n{}\n\ncargo xtask figures: {}", lines.join("\n"), steps.end()))
}

impl Figures {
    fn peers(&self) -> Command {
        let rounds = self.rounds.to_string();
        command(target().join("release/tapis-peers"), ["--rounds", &rounds, "--seconds", "0.3"])
    }

    fn load(&self, rows: &[&str]) -> Command {
        let mut load = load::measure();
        load.args(["--rounds", &self.rounds.to_string(), "--seconds", &self.seconds.to_string()]);
        load.args(["--games", &self.games, "--hints", "200"]).args(rows);
        load
    }
}

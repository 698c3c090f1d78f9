//! `cargo xtask calibrate`: what hints may claim, measured anew.

use std::process::Command;

use anyhow::Result;

use crate::project::cargo;
use crate::step::Steps;

/// How much to measure.
#[derive(clap::Args)]
pub struct Calibrate {
    /// Positions of each game and number of seats (two, more)
    #[arg(long, default_value_t = 300)]
    positions: u32,
    /// Games, comma separated
    #[arg(long, default_value = "all")]
    games: String,
    /// Lines of the searches, comma separated
    #[arg(long, default_value = "300,2000")]
    budgets: String,
    /// Lines of the search that is held to be true
    #[arg(long, default_value_t = 20_000)]
    reference: u64,
    /// Stops measuring after so many minutes; the table is made of what there is, and the next run goes on
    #[arg(long, default_value_t = 180)]
    minutes: u32,
    /// Seed of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Measures positions and writes `solver/data/calibration.json` and `docs/calibration.md`.
///
/// # Errors
/// The program that measures cannot be built, or fails.
pub fn run(calibrate: &Calibrate) -> Result<String> {
    let mut steps = Steps::begin();
    steps.run("calibration", calibrate.program())?;
    Ok(format!("cargo xtask calibrate: {}", steps.end()))
}

impl Calibrate {
    fn program(&self) -> Command {
        let Self { positions, games, budgets, reference, minutes, seed } = self;
        let counted = format!(
            "--positions {positions} --games {games} --budgets {budgets} --reference {reference} --seed {seed}"
        );
        let mut program = cargo(["run", "--locked", "-p", "tapis-solver", "--example", "calibrate", "--"]);
        program.args(counted.split(' ')).args(["--minutes", &minutes.to_string(), "--date", &today()]);
        program.args(["--command", &format!("cargo xtask calibrate {counted}")]);
        program
    }
}

/// The day in the world’s time.
pub fn today() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%d").to_string()
}

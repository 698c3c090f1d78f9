//! `cargo xtask balance`: how fair the games are and how strong the bots, measured anew.

use anyhow::Result;

use crate::calibrate::today;
use crate::project::cargo;
use crate::step::Steps;

/// How much to play.
#[derive(clap::Args)]
pub struct Balance {
    /// Games in per cent of the usual numbers: 100 takes about half an hour of two processors; twice as narrow intervals take 400
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    percent: u64,
    /// Seed of the games
    #[arg(long, default_value = "balance")]
    seed: String,
}

/// Plays and writes `lab/data/balance.json`, `solver/data/bot-ratings.json` and the tables of `docs/balance.md`. A run that is ended
/// early goes on where it stopped.
///
/// # Errors
/// The program that plays cannot be built, or fails.
pub fn run(balance: &Balance) -> Result<String> {
    let Balance { percent, seed } = balance;
    let mut steps = Steps::begin();
    let mut program =
        cargo(["run", "--locked", "--release", "-p", "tapis-lab", "--example", "balance", "--"]);
    program.args([&percent.to_string(), seed, &today()]);
    program.arg(format!("cargo xtask balance --percent {percent} --seed {seed}"));
    steps.run("balance", program)?;
    Ok(format!("cargo xtask balance: {}", steps.end()))
}

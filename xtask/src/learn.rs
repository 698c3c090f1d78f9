//! `cargo xtask learn`: the weights of the learned evaluation, from nothing.

use anyhow::Result;

use crate::project::cargo;
use crate::step::Steps;

/// What to learn.
#[derive(clap::Args)]
pub struct Learn {
    /// The game: richelieu, sept-blasons, malin or parbourg
    #[arg(long)]
    game: String,
    /// The seed of all games played; the weights are a function of the game, the seed and the program
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Plays, fits, and writes `solver/data/<game>.json`. The weights are part of the program the next time it is built.
///
/// # Errors
/// The trainer cannot be built, or does not know the game.
pub fn run(learn: &Learn) -> Result<String> {
    let mut steps = Steps::begin();
    let (seed, file) = (learn.seed.to_string(), format!("solver/data/{}.json", learn.game));
    let arguments = ["run", "--quiet", "--release", "--package", "tapis-solver", "--example", "learn", "--"];
    let mut command = cargo(arguments);
    command.args([&learn.game, &seed, &file]);
    steps.run("learn", command)?;
    Ok(format!("cargo xtask learn: {file}, {}", steps.end()))
}

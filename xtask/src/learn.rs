//! `cargo xtask learn`: values of positions, learned from games of the search with itself.

use anyhow::Result;

use crate::project::{cargo, target};
use crate::step::Steps;

/// What to learn, and from how much. The file depends on these alone, not on the number of threads.
#[derive(clap::Args)]
pub struct Learn {
    /// The id of the game
    #[arg(long)]
    game: String,
    /// Seats at the table
    #[arg(long, default_value_t = 2)]
    players: u8,
    /// Games of each round
    #[arg(long, default_value_t = 2_000)]
    games: u64,
    /// Lines of the search for a move
    #[arg(long, default_value_t = 60)]
    lines: u64,
    /// Rounds with the values of the round before, after the games of `plain`
    #[arg(long, default_value_t = 2)]
    rounds: u64,
    /// Of deals, options and everything else
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Writes `target/<game>-<2|n>.value`, which `solver/examples/versus.rs` measures.
///
/// # Errors
/// The game has no features, or the file cannot be written.
pub fn run(learn: &Learn) -> Result<String> {
    let mut steps = Steps::begin();
    let seats = if learn.players == 2 { "2" } else { "n" };
    let file = target().join(format!("{}-{seats}.value", learn.game));
    let mut run = cargo(["run", "--locked", "--release", "-p", "tapis-solver", "--example", "learn", "--"]);
    run.args([&learn.game, &learn.players.to_string()]).arg(&file);
    run.args([learn.games, learn.lines, learn.rounds, learn.seed].map(|number| number.to_string()));
    steps.run("learn", run)?;
    Ok(format!("{}: {}", file.display(), steps.end()))
}

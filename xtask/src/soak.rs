//! `cargo xtask soak`: the tests that can be made longer, made long. Each prints what it measured.

use std::process::Command;

use anyhow::{Result, ensure};

use crate::project::cargo;
use crate::schemathesis;
use crate::step::Steps;
use crate::tools;

/// How long each. What is not asked for is not run.
#[derive(clap::Args)]
pub struct Soak {
    /// kill -9 in the middle of play, so many times.
    #[arg(long)]
    kills: Option<u32>,
    /// Kills in the middle of creating, recovering, copying and rebuilding a database, so many times each.
    #[arg(long)]
    store_kills: Option<u32>,
    /// Kills in the middle of a simulation and of an experiment, so many times each.
    #[arg(long)]
    lab_kills: Option<u32>,
    /// Moves submitted 32 times at once.
    #[arg(long)]
    submits: Option<u32>,
    /// Games played at once, and five times as many.
    #[arg(long)]
    games_at_once: Option<u32>,
    /// Events that each of 64 writers writes at once.
    #[arg(long)]
    writes: Option<u32>,
    /// Clients that go away while a hint is searched for them.
    #[arg(long)]
    disconnects: Option<u32>,
    /// Flipped bytes and cut files.
    #[arg(long)]
    flips: Option<u32>,
    /// Pairs of look-alike deals compared byte for byte.
    #[arg(long)]
    two_worlds: Option<u32>,
    /// The same at the table, without a service: pairs a game.
    #[arg(long)]
    table_worlds: Option<u32>,
    /// Random games of each game under the laws of what is shown.
    #[arg(long)]
    shown_games: Option<u32>,
    /// Sockets that stall.
    #[arg(long)]
    sockets: Option<u32>,
    /// Moves timed idle and beside ten times the hints that can be searched.
    #[arg(long, num_args = 0..=1, default_missing_value = "2000")]
    hints: Option<u32>,
    /// Guesses at tokens.
    #[arg(long)]
    guesses: Option<u32>,
    /// Hostile options, decks and notations for each game.
    #[arg(long)]
    hostile: Option<u32>,
    /// Seconds of schemathesis.
    #[arg(long)]
    schemathesis: Option<u32>,
    /// The seed of random choices, to run the same again.
    #[arg(long, default_value_t = 1)]
    seed: u32,
}

/// Runs what is asked for.
///
/// # Errors
/// The first that fails.
pub fn run(soak: &Soak) -> Result<String> {
    let mut steps = Steps::begin();
    tools::provide()?;
    for (name, size, test, variable) in [
        ("kills", soak.kills, ["tapis-api", "live", "kills::"], "TAPIS_KILLS"),
        ("kills of the store", soak.store_kills, ["tapis-db", "sqlite", "killed_at_any"], "TAPIS_KILLS"),
        ("kills of a simulation", soak.lab_kills, ["tapis-api", "nightly", "lab_kills::"], "TAPIS_LAB_KILLS"),
        ("kills of an experiment", soak.lab_kills, ["tapis-api", "nightly", "lab_kills::"], "TAPIS_LAB_KILLS"),
        ("submits", soak.submits, ["tapis-api", "live", "submits::"], "TAPIS_SUBMITS"),
        ("games", soak.games_at_once, ["tapis-api", "live", "many::"], "TAPIS_GAMES_AT_ONCE"),
        ("writes", soak.writes, ["tapis-db", "contract", "sixty_four_writers"], "TAPIS_WRITES"),
        ("disconnects", soak.disconnects, ["tapis-api", "quick", "going_away_stops"], "TAPIS_DISCONNECTS"),
        ("flips", soak.flips, ["tapis-db", "sqlite", "damage::"], "TAPIS_FLIPS"),
        ("two worlds", soak.two_worlds, ["tapis-api", "quick", "two_worlds::"], "TAPIS_TWO_WORLDS"),
        ("table worlds", soak.table_worlds, ["tapis-laws", "games", "two_worlds::"], "TAPIS_TABLE_WORLDS"),
        ("shown games", soak.shown_games, ["tapis-laws", "games", "drawn::"], "TAPIS_SHOWN_GAMES"),
        ("sockets", soak.sockets, ["tapis-api", "live", "sockets::"], "TAPIS_SOCKETS"),
        ("hints", soak.hints, ["tapis-api", "nightly", "hint_load::"], "TAPIS_LOAD_MOVES"),
        ("guesses", soak.guesses, ["tapis-api", "quick", "guesses::"], "TAPIS_GUESSES"),
        ("hostile", soak.hostile, ["tapis-api", "quick", "hostile::"], "PROPTEST_CASES"),
    ] {
        if let Some(size) = size {
            steps.run(name, long(test, variable, size, soak.seed))?;
        }
    }
    if let Some(seconds) = soak.schemathesis {
        schemathesis::run(&mut steps, seconds, 1_000, soak.seed)?;
    }
    ensure!(steps.done() > 0, "nothing was asked for: see cargo xtask soak --help");
    Ok(format!("cargo xtask soak: {}", steps.end()))
}

/// One test, at a size.
fn long([package, test, filter]: [&str; 3], variable: &str, size: u32, seed: u32) -> Command {
    let mut command = cargo(["test", "--locked", "--package", package, "--test", test]);
    if test == "nightly" {
        command.arg("--features=nightly");
    }
    command.args(["--", filter, "--nocapture"]);
    command
        .env(variable, size.to_string())
        .env("TAPIS_TEST_SEED", seed.to_string())
        .env("TAPIS_COPIES", "32");
    command
}

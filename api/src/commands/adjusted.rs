//! `tapis adjusted`: who wins when luck is taken out of the results.

use std::io::{Write, stdout};

use clap::Args;
use tapis_games::locale::Language;
use tapis_lab::{Adjusted, Simulation, seed_of, told};
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;

use super::play::{bar, ruleset};

/// Plays games and takes luck out of their results: what chance changed in the win share that each seat could expect, by the reference
/// player. Means stay what they are; intervals get narrower as far as luck made them wide. Nothing is recorded.
#[derive(Debug, Args)]
pub(super) struct AdjustedArgs {
    /// The game's id.
    #[arg(long, default_value = "richelieu")]
    game: String,
    /// Options of the ruleset as JSON; missing ones take their defaults.
    #[arg(long, default_value = "{}")]
    options: String,
    /// The bots, comma-separated: one for all seats, or one for each. Every deal is played in all different seatings.
    #[arg(long, value_delimiter = ',', required = true)]
    seats: Vec<Bot>,
    /// The number of games, rounded up to whole deals.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(2..=100_000))]
    games: u64,
    /// Games of the reference player that each position is worth.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    plays: u32,
    /// 64 hex digits, or any words, which are hashed. The same seed gives the same games.
    #[arg(long, default_value = "tapis")]
    seed: String,
    /// Worker threads; 0 for one a core. Never changes the result.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
    /// Prints the result as JSON.
    #[arg(long)]
    json: bool,
    /// The language: en or fr.
    #[arg(long, default_value = "en")]
    language: Language,
}

/// Plays the games and prints the win shares; a progress bar goes to the standard error output.
///
/// # Errors
/// What is wrong with the arguments; a game could not be played.
pub(super) fn run(args: &AdjustedArgs, games: &Registry) -> anyhow::Result<()> {
    let ruleset = ruleset(games, &args.game, &args.options)?;
    let simulation = Simulation::new(games, ruleset, &args.seats, seed_of(&args.seed))?;
    let bar = bar(args.games);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.into()).build()?;
    let shown = |played| bar.set_position(played);
    let measure = || Adjusted::measure(&simulation, args.games, args.plays, &Control::default(), &shown);
    let found = pool.install(measure)?;
    bar.finish_and_clear();
    let output = if args.json {
        serde_json::to_string_pretty(&found)?
    } else {
        told::adjusted(&found, args.language).join("\n")
    };
    Ok(writeln!(stdout(), "{output}")?)
}

//! `tapis course`: how games go, by win probabilities.

use std::io::{Write, stdout};
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use tapis_games::locale::Language;
use tapis_lab::chart::{of_course, svg};
use tapis_lab::export::write_whole;
use tapis_lab::{Course, Simulation, seed_of, told};
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;

use super::play::{bar, ruleset};

/// Plays a sample of games and measures their course by win probabilities: when they are decided, how often the lead changes, how long
/// they stay open. Every position is worth what the reference player, who does not search, makes of it. Nothing is recorded.
#[derive(Debug, Args)]
pub(super) struct CourseArgs {
    /// The game's id.
    #[arg(long, default_value = "richelieu")]
    game: String,
    /// Options of the ruleset as JSON; missing ones take their defaults.
    #[arg(long, default_value = "{}")]
    options: String,
    /// The bots, comma-separated: one for all seats, or one for each.
    #[arg(long, value_delimiter = ',', required = true)]
    seats: Vec<Bot>,
    /// The number of games.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(2..=100_000))]
    games: u64,
    /// The number of lines that each position is worth.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(10..=10_000))]
    lines: u32,
    /// 64 hex digits, or any words, which are hashed. The same seed gives the same games.
    #[arg(long, default_value = "tapis")]
    seed: String,
    /// Worker threads; 0 for one a core. Never changes the result.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
    /// Also draws the curves; the name ends in .svg.
    #[arg(long)]
    to: Option<PathBuf>,
    /// Replaces a file of that name.
    #[arg(long)]
    force: bool,
    /// Prints the result as JSON.
    #[arg(long)]
    json: bool,
    /// The language: en or fr.
    #[arg(long, default_value = "en")]
    language: Language,
}

/// Plays the games and prints their course; a progress bar goes to the standard error output.
///
/// # Errors
/// What is wrong with the arguments; a game could not be played; the file cannot be written.
pub(super) fn run(args: &CourseArgs, games: &Registry) -> anyhow::Result<()> {
    if let Some(to) =
        args.to.as_ref().filter(|to| !to.extension().is_some_and(|of| of.eq_ignore_ascii_case("svg")))
    {
        bail!("{} does not end in .svg", to.display());
    }
    let ruleset = ruleset(games, &args.game, &args.options)?;
    let simulation = Simulation::new(games, ruleset, &args.seats, seed_of(&args.seed))?;
    let bar = bar(args.games);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.into()).build()?;
    let shown = |played| bar.set_position(played);
    let course =
        pool.install(|| Course::measure(&simulation, args.games, args.lines, &Control::default(), &shown))?;
    bar.finish_and_clear();
    if let Some(to) = &args.to {
        let drawn = svg::draw(&of_course::curves(&course, args.language), "chart", args.language);
        write_whole(to, drawn.as_bytes(), args.force)?;
    }
    let output = if args.json {
        serde_json::to_string_pretty(&course)? + "\n"
    } else {
        told::course(&course, args.language).join("\n") + "\n"
    };
    Ok(stdout().write_all(output.as_bytes())?)
}

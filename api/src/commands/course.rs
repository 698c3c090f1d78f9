//! `tapis course`: how games go, by win probabilities.

use std::path::PathBuf;

use clap::Args;
use tapis_lab::chart::{of_course, svg};
use tapis_lab::export::write_whole;
use tapis_lab::{Course, told};
use tapis_solver::registry::Registry;

use super::play::{Sample, written_to};
use crate::settings::within;

/// Plays a sample of games and measures their course by win probabilities: when they are decided, how often the lead changes, how long
/// they stay open. Every position is worth what the reference player, who does not search, makes of it. Nothing is recorded.
#[derive(Debug, Args)]
pub(super) struct CourseArgs {
    #[command(flatten)]
    of: Sample,
    /// The number of games.
    #[arg(long, default_value_t = 100, value_parser = within(2_u64..=100_000))]
    games: u64,
    /// The number of lines that each position is worth.
    #[arg(long, default_value_t = 100, value_parser = within(10_u32..=10_000))]
    lines: u32,
    /// Also draws the curves; the name ends in .svg.
    #[arg(long)]
    to: Option<PathBuf>,
    /// Replaces a file of that name.
    #[arg(long)]
    force: bool,
}

/// Plays the games and prints their course; a progress bar goes to the standard error output.
///
/// # Errors
/// What is wrong with the arguments; a game could not be played; the file cannot be written.
pub(super) fn run(args: &CourseArgs, games: &Registry) -> anyhow::Result<()> {
    written_to(args.to.as_deref(), "svg", args.force)?;
    let simulation = args.of.simulation(games)?;
    let course = args.of.measure(args.games, |control, shown| {
        Course::measure(&simulation, args.games, args.lines, control, shown)
    })?;
    if let Some(to) = &args.to {
        let drawn =
            svg::draw(&of_course::curves(&course, args.of.game.language), "chart", args.of.game.language);
        write_whole(to, drawn.as_bytes(), args.force)?;
    }
    args.of.print(&course, |language| told::course(&course, language))
}

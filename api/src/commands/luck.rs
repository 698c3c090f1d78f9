//! `tapis luck`: how much of a result is luck.

use clap::Args;
use tapis_lab::{Luck, told};
use tapis_solver::registry::Registry;

use super::play::Sample;
use crate::settings::within;

/// Plays each deal several times and measures how much of the result depends on the deal: luck that play does not change. With
/// different bots, it plays every deal in all seatings and also measures how much is skill. Nothing is recorded.
#[derive(Debug, Args)]
pub(super) struct LuckArgs {
    #[command(flatten)]
    of: Sample,
    /// The number of deals.
    #[arg(long, default_value_t = 200, value_parser = within(2_u64..=1_000_000))]
    deals: u64,
    /// How often each deal is played in each seating.
    #[arg(long, default_value_t = 4, value_parser = within(2_u64..=1_000))]
    replays: u64,
}

/// Plays the games and prints the shares; a progress bar goes to the standard error output.
///
/// # Errors
/// What is wrong with the arguments; a game could not be played.
pub(super) fn run(args: &LuckArgs, games: &Registry) -> anyhow::Result<()> {
    let simulation = args.of.simulation(games)?;
    let played = args.deals * args.replays * simulation.seatings() as u64;
    let luck = args.of.measure(played, |control, shown| {
        Luck::measure(&simulation, args.deals, args.replays, control, shown)
    })?;
    args.of.print(&luck, |language| told::luck(&luck, language))
}

//! `tapis adjusted`: who wins when luck is taken out of the results.

use clap::Args;
use tapis_lab::{Adjusted, told};
use tapis_solver::registry::Registry;

use super::play::Sample;
use crate::settings::within;

/// Plays games and takes luck out of their results: what chance changed in the win share that each seat could expect, by the reference
/// player. Means stay what they are; intervals get narrower as far as luck made them wide. Nothing is recorded.
#[derive(Debug, Args)]
pub(super) struct AdjustedArgs {
    #[command(flatten)]
    of: Sample,
    /// The number of games, rounded up to whole deals.
    #[arg(long, default_value_t = 200, value_parser = within(2_u64..=100_000))]
    games: u64,
    /// Games of the reference player that each position is worth.
    #[arg(long, default_value_t = 60, value_parser = within(1_u32..=10_000))]
    plays: u32,
}

/// Plays the games and prints the win shares; a progress bar goes to the standard error output.
///
/// # Errors
/// What is wrong with the arguments; a game could not be played.
pub(super) fn run(args: &AdjustedArgs, games: &Registry) -> anyhow::Result<()> {
    let simulation = args.of.simulation(games)?;
    let found = args.of.measure(args.games, |control, shown| {
        Adjusted::measure(&simulation, args.games, args.plays, control, shown)
    })?;
    args.of.print(&found, |language| told::adjusted(&found, language))
}

//! `tapis luck`: how much of a result is luck, and `tapis adjusted`: who wins when it is taken out.

use clap::Args;
use tapis_lab::{Adjusted, Luck, told};
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
pub(super) fn adjusted(args: &AdjustedArgs, games: &Registry) -> anyhow::Result<()> {
    let simulation = args.of.simulation(games)?;
    let found = args.of.measure(args.games, |control, shown| {
        Adjusted::measure(&simulation, args.games, args.plays, control, shown)
    })?;
    args.of.print(&found, |language| told::adjusted(&found, language))
}

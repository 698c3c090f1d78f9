//! Benchmarks of tapis; see `benches/README.md`. This library holds what several of them need.

pub mod service;

use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use tapis_games::erased::{AnyRuleset, AnyTable};
use tapis_games::game::Turn;
use tapis_games::log::ObservationLog;
use tapis_games::random::{Seed, Stream, below};
use tapis_games::registry;
use tapis_games::seat::Viewer;

/// The ruleset of a registered game.
///
/// # Errors
/// No such game, or faulty options.
pub fn ruleset(game: &str, options: &str) -> Result<Arc<dyn AnyRuleset>> {
    let game = registry::game(game).with_context(|| format!("no game {game}"))?;
    game.ruleset(options).map_err(|faults| anyhow!("{faults:?}"))
}

/// The table of a seed after `plies` random plies.
///
/// # Errors
/// The game is over before, or refuses a move it lists.
pub fn position(ruleset: &dyn AnyRuleset, seed: u8, plies: u32) -> Result<Box<dyn AnyTable>> {
    let seed = Seed([seed; 32]);
    let mut table = ruleset.deal(&seed);
    for n in 1..=plies {
        let Turn::Player(seat) = table.turn() else { return Err(anyhow!("over after {} plies", n - 1)) };
        let legal = table.legal_moves();
        let chosen = below(&mut seed.stream(Stream::Bot(n)), legal.len() as u32);
        table.play(seat, &legal[chosen as usize].notation, &mut seed.stream(Stream::Chance(n)))?;
    }
    Ok(table)
}

/// The observation log of the seat to move.
///
/// # Errors
/// Nobody is to move.
pub fn log(ruleset: &dyn AnyRuleset, table: &dyn AnyTable) -> Result<ObservationLog> {
    let Turn::Player(seat) = table.turn() else { return Err(anyhow!("nobody is to move")) };
    let plies = table.plies().iter().map(|record| record.seen_by(Viewer::Seat(seat)).clone()).collect();
    Ok(ObservationLog { ruleset: ruleset.ruleset().clone(), seat: Some(seat), plies })
}

//! Benchmarks of tapis; see `benches/README.md`. This library holds what several of them need.

mod playouts;

pub use playouts::playouts;

use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use tapis_games::erased::{AnyRuleset, AnyTable};
use tapis_games::game::Turn;
use tapis_games::log::ObservationLog;
use tapis_games::random::{Seed, Stream, below};
use tapis_games::seat::Viewer;
use tapis_solver::answer::{Answer, Timing};
use tapis_solver::control::Control;
use tapis_solver::engine::Engine;
use tapis_solver::registry::Registry;
use tapis_solver::request::Request;

/// The ruleset of a registered game.
///
/// # Errors
/// No such game, or faulty options.
pub fn ruleset(game: &str, options: &str) -> Result<Arc<dyn AnyRuleset>> {
    let game = Registry::standard().game(game).with_context(|| format!("no game {game}"))?;
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
    Ok(ObservationLog { ruleset: ruleset.ruleset().reference(), seat: Some(seat), plies })
}

/// Plays the random game of a seed up to the first position whose document satisfies `stop` and whose mover has a choice.
///
/// # Errors
/// The game ends first, or refuses a move it lists.
pub fn reach(
    ruleset: &dyn AnyRuleset,
    seed: u8,
    stop: impl Fn(&serde_json::Value) -> bool,
) -> Result<Box<dyn AnyTable>> {
    let seed = Seed([seed; 32]);
    let mut table = ruleset.deal(&seed);
    for n in 1.. {
        let Turn::Player(seat) = table.turn() else { break };
        let legal = table.legal_moves();
        if legal.len() > 1 && stop(&table.document()) {
            return Ok(table);
        }
        let chosen = below(&mut seed.stream(Stream::Bot(n)), legal.len() as u32);
        table.play(seat, &legal[chosen as usize].notation, &mut seed.stream(Stream::Chance(n)))?;
    }
    Err(anyhow!("the game ended before"))
}

/// The answer of an engine that must not refuse.
///
/// # Panics
/// The engine refuses.
pub fn answer(engine: &dyn Engine, log: &ObservationLog, request: &Request) -> Answer {
    engine.hint(log, request, &Control::default()).expect("an answer")
}

/// Whether two answers are equal, apart from the time they took.
pub fn same(one: &Answer, other: &Answer) -> bool {
    let timing = Timing { elapsed_ms: one.timing.elapsed_ms, ..other.timing.clone() };
    Answer { timing, ..other.clone() } == *one
}

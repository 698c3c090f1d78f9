//! Random games, played in this process from fixed seeds: what clients are going to play at the service.

use std::sync::Arc;

use anyhow::{Context, Result, anyhow, ensure};
use tapis_games::erased::AnyRuleset;
use tapis_games::game::Turn;
use tapis_games::random::{Seed, Stream, below};
use tapis_solver::registry::Registry;

/// One game from the deal to the end.
pub struct Script {
    /// The game's id.
    pub game: &'static str,
    /// Its options, as JSON.
    pub options: String,
    /// Number of seats.
    pub seats: usize,
    /// The seed of its deal, in hex.
    pub seed: String,
    /// Its moves in order.
    pub plays: Vec<Play>,
}

/// One move.
pub struct Play {
    /// Whose.
    pub seat: u8,
    /// Which.
    pub notation: String,
}

/// So many random games of a ruleset.
///
/// # Errors
/// No such game, faulty options, or a game without an end.
pub fn scripts(game: &str, options: &str, count: u32) -> Result<Vec<Arc<Script>>> {
    let known = Registry::standard().game(game).with_context(|| format!("no game {game}"))?;
    let ruleset = known.ruleset(options).map_err(|faults| anyhow!("{faults:?}"))?;
    (0..count).map(|n| Ok(Arc::new(play(known.id(), options, &*ruleset, n)?))).collect()
}

fn play(game: &'static str, options: &str, ruleset: &dyn AnyRuleset, number: u32) -> Result<Script> {
    let seed = numbered(number);
    let mut table = ruleset.deal(&seed);
    let mut plays = Vec::new();
    for n in 1..100_000 {
        let Turn::Player(seat) = table.turn() else {
            let (options, seed) = (options.to_owned(), seed.to_hex());
            return Ok(Script { game, options, seats: ruleset.seats(), seed, plays });
        };
        let legal = table.legal_moves();
        ensure!(!legal.is_empty(), "a turn without a move");
        let chosen = below(&mut seed.stream(Stream::Bot(n)), legal.len() as u32) as usize;
        let notation = legal[chosen].notation.clone();
        table.play(seat, &notation, &mut seed.stream(Stream::Chance(n)))?;
        plays.push(Play { seat: seat.0, notation });
    }
    Err(anyhow!("a game of {game} without an end"))
}

/// The seed of this number.
fn numbered(number: u32) -> Seed {
    let mut seed = [0x5a; 32];
    seed[..4].copy_from_slice(&number.to_le_bytes());
    Seed(seed)
}

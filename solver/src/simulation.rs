//! Games played in memory for the statistics: no log, only what came of them.

use tapis_games::course::{Course, Measure};
use tapis_games::feature::Feature;
use tapis_games::game::Published;
use tapis_games::log::Ply;
use tapis_games::payoff::Payoffs;
use tapis_games::random::Seed;
use tapis_games::seat::BySeat;

use crate::arena::{ArenaError, Seeds, game};
use crate::bots::Bot;
use crate::control::Control;
use crate::heuristics::Heuristics;

/// A game that was played by bots.
#[derive(Clone, Debug, PartialEq)]
pub struct SimulatedGame {
    /// What came of it.
    pub payoffs: Payoffs,
    /// Its plies, without the set-up.
    pub length: u32,
    /// The moves of each seat.
    pub turns: BySeat<u32>,
    /// What each seat counts for designers.
    pub features: BySeat<Vec<Feature>>,
    /// How it went.
    pub measures: Vec<Measure>,
}

/// The seed of a deal: the same for all line-ups and seatings that are compared on it.
pub fn deal_seed(experiment: [u8; 32], deal: u64) -> Seed {
    game::seed(experiment, deal)
}

/// Plays a game with one bot per seat. The game is a function of the rules, the bots and the seeds.
///
/// # Errors
/// See [`ArenaError`]; [`ArenaError::WrongNumber`] unless there is a bot for every seat.
pub fn simulate<G: Published + Heuristics>(
    rules: &G,
    bots: &[Bot],
    seeds: Seeds,
    control: &Control,
) -> Result<SimulatedGame, ArenaError> {
    if bots.len() != rules.seats() {
        return Err(ArenaError::WrongNumber { bots: bots.len(), seats: rules.seats() });
    }
    let (mut length, mut turns) = (0, BySeat::from_fn(rules.seats(), |_| 0));
    let (mut tally, mut course) = (G::Tally::default(), Course::default());
    let end = game::play(rules, bots, seeds, control, |before, ply, after| {
        rules.tally(&mut tally, before, ply, after);
        if let Some((seat, _)) = ply.action {
            length += 1;
            turns[seat] += 1;
            course.ply(rules, before, after);
        }
    })?;
    let payoffs = rules.payoffs(&end);
    let measures = course.measures(&payoffs);
    Ok(SimulatedGame { payoffs, length, turns, features: rules.features(&tally, &end), measures })
}

/// Plays the same game as [`simulate`] and answers its plies, the set-up first.
///
/// # Errors
/// As [`simulate`].
pub fn log<G: Published + Heuristics>(
    rules: &G,
    bots: &[Bot],
    seeds: Seeds,
    control: &Control,
) -> Result<Vec<Ply<G>>, ArenaError> {
    if bots.len() != rules.seats() {
        return Err(ArenaError::WrongNumber { bots: bots.len(), seats: rules.seats() });
    }
    let mut plies = Vec::new();
    game::play(rules, bots, seeds, control, |_, ply, _| plies.push(ply.clone()))?;
    Ok(plies)
}

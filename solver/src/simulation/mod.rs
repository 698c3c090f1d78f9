//! Games played in memory: no log, only what came of them. Every bot acts on its own observations alone, and a game is a
//! function of the rules, the bots and its seeds.

use tapis_games::course::{CourseMeasures, Measure};
use tapis_games::facts::Facts;
use tapis_games::feature::Feature;
use tapis_games::game::{Ply, Published};
use tapis_games::payoff::Payoffs;
use tapis_games::seat::BySeat;

use crate::bots::Bot;
use crate::control::Control;
use crate::heuristics::Heuristics;

mod course;
mod error;
pub(crate) mod game;

pub use course::{ValuedGame, valued};
pub use error::SimulationError;
pub use game::{Draws, Seeds, deal_seed};

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

/// Plays a game with one bot per seat. The game is a function of the rules, the bots and the seeds.
///
/// # Errors
/// See [`SimulationError`]; [`SimulationError::WrongNumber`] unless there is a bot for every seat.
pub fn simulate<G: Published + Heuristics>(
    rules: &G,
    bots: &[Bot],
    seeds: Seeds,
    control: &Control,
) -> Result<SimulatedGame, SimulationError> {
    let (mut length, mut turns) = (0, BySeat::from_fn(rules.seats(), |_| 0));
    let (mut facts, mut course) = (Facts::default(), CourseMeasures::default());
    let end = game::play(rules, bots, seeds, control, |before, ply, after| {
        facts.count(rules, before, ply, after);
        if let Some((seat, _)) = ply.action {
            length += 1;
            turns[seat] += 1;
            course.ply(rules, before, after);
        }
    })?;
    let payoffs = rules.payoffs(&end);
    let measures = course.measures(&payoffs);
    Ok(SimulatedGame { payoffs, length, turns, features: facts.features(rules, &end), measures })
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
) -> Result<Vec<Ply<G>>, SimulationError> {
    let mut plies = Vec::new();
    game::play(rules, bots, seeds, control, |_, ply, _| plies.push(ply.clone()))?;
    Ok(plies)
}

/// The mean win share of the first bot over `deals` deals, each played in all seatings (the bots rotated by one seat): a good
/// deal favours all bots alike.
///
/// # Errors
/// As [`simulate`].
pub fn share_of_first<G: Published + Heuristics>(
    rules: &G,
    bots: &[Bot],
    deals: u64,
    experiment: [u8; 32],
) -> Result<f64, SimulationError> {
    let seats = bots.len();
    let mut sum = 0.0;
    for deal in 0..deals {
        for rotation in 0..seats {
            let seated: Vec<Bot> = (0..seats).map(|seat| bots[(seat + rotation) % seats]).collect();
            let seeds = deal_seed(experiment, deal).into();
            let game = simulate(rules, &seated, seeds, &Control::default())?;
            sum += game.payoffs.shares.iter().nth((seats - rotation) % seats).copied().unwrap_or(0.0);
        }
    }
    Ok(sum / (deals * seats as u64).max(1) as f64)
}

#[cfg(test)]
mod tests {
    use tapis_games::random::Seed;
    use tapis_games::sept_blasons::{Chance, Deal, Options, SeptBlasons};

    use super::*;

    /// The tokens that each round deals, by families, and the ply of each deal.
    fn dealt(draws: Draws, bots: u8) -> Vec<(Vec<Vec<String>>, u32)> {
        let rules = SeptBlasons::new(Options::default()).unwrap();
        let seeds = Seeds { chance: Seed([7; 32]), bots: Seed([bots; 32]), draws };
        let plies = log(&rules, &[Bot::Random; 4], seeds, &Control::default()).unwrap();
        let names = |deal: &Deal| -> Vec<Vec<String>> {
            let own = |own: &Vec<_>| own.iter().map(|family| format!("{family:?}")).collect();
            deal.tokens.iter().map(own).collect()
        };
        let deals = plies.iter().flat_map(|ply| ply.chance.iter().map(move |outcome| (outcome, ply.n)));
        let deals = deals.filter_map(|(outcome, n)| match outcome {
            Chance::Deal(deal) => Some((names(deal), n)),
            _ => None,
        });
        deals.collect()
    }

    #[test]
    fn deals_of_later_rounds_are_the_same_however_long_the_first_was() {
        let tokens = |deals: &[(Vec<Vec<String>>, u32)]| {
            deals.iter().take(3).map(|(tokens, _)| tokens.clone()).collect::<Vec<_>>()
        };
        let [one, other] = [1, 2].map(|bots| dealt(Draws::ByRound, bots));
        assert_ne!(one[1].1, other[1].1, "the second round begins at another ply");
        assert_eq!(tokens(&one), tokens(&other));
        assert!(one[0].0 != one[1].0 && one[1].0 != one[2].0, "each round has a deal of its own");
        let [one, other] = [1, 2].map(|bots| dealt(Draws::ByPly, bots));
        assert_eq!(one[0].0, other[0].0);
        assert_ne!(one[1].0, other[1].0, "at tables a deal depends on its ply");
    }
}

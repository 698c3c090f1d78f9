//! The course of a game by win probabilities: what each of its positions is worth when the reference player goes on for all seats.
//!
//! The reference player does not search: it plays the playout move of its game or, where there is none, the best of a few random moves by
//! score. A value is an expectation under one and the same play, so that it does not favour whoever moved last.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tapis_games::game::{Published, Turn};
use tapis_games::payoff::Payoffs;
use tapis_games::seat::{BySeat, Seat};

use super::SimulationError;
use super::game::{Seeds, play};
use crate::bots::Bot;
use crate::control::Control;
use crate::heuristics::{Heuristics, draw};
use crate::sampling::MAX_PLIES;

/// A reference move is the best of this many random ones.
const TOURNAMENT: u32 = 4;

/// A game with the value of every position.
#[derive(Clone, Debug, PartialEq)]
pub struct ValuedGame {
    /// What came of it.
    pub payoffs: Payoffs,
    /// The win share of each seat that is to be expected: after the set-up and after each ply. The last is the result.
    pub values: Vec<BySeat<f64>>,
}

/// Plays the same game as [`simulate`](super::simulate), and from every position of it so many lines to the end.
///
/// # Errors
/// As there.
pub fn valued<G: Published + Heuristics>(
    rules: &G,
    bots: &[Bot],
    seeds: Seeds,
    lines: u32,
    control: &Control,
) -> Result<ValuedGame, SimulationError> {
    let mut values = Vec::new();
    let end = play(rules, bots, seeds, control, |_, ply, after| {
        if !control.cancel.is_cancelled() {
            values.push(value(rules, after, lines.max(1), u64::from(ply.n)));
        }
    })?;
    if control.cancel.is_cancelled() {
        return Err(SimulationError::Cancelled);
    }
    Ok(ValuedGame { payoffs: rules.payoffs(&end), values })
}

/// The mean win shares at the ends of lines.
fn value<G: Heuristics>(rules: &G, state: &G::State, lines: u32, position: u64) -> BySeat<f64> {
    if rules.turn(state) == Turn::Over {
        return rules.payoffs(state).shares;
    }
    let mut sums = BySeat::from_fn(rules.seats(), |_| 0.0);
    for line in 0..lines {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(position << 32 | u64::from(line));
        let end = rules.payoffs(&line_from(rules, state, &mut rng));
        for seat in Seat::all(rules.seats()) {
            sums[seat] += end.shares[seat];
        }
    }
    BySeat::from_fn(rules.seats(), |seat| sums[seat] / f64::from(lines))
}

/// The end of a line of the reference player.
fn line_from<G: Heuristics>(rules: &G, state: &G::State, rng: &mut Xoshiro256PlusPlus) -> G::State {
    let mut state = state.clone();
    for _ in 0..MAX_PLIES {
        match rules.turn(&state) {
            Turn::Over => break,
            Turn::Chance if draw(rules, &mut state, rng).is_some() => {}
            Turn::Chance => break,
            Turn::Player(_) => match reference_move(rules, &state, rng) {
                Some(mv) => rules.play_unchecked(&mut state, mv),
                None => break,
            },
        }
    }
    state
}

fn reference_move<G: Heuristics>(
    rules: &G,
    state: &G::State,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<G::Move> {
    if let Some(mv) = rules.playout_move(state, rng) {
        return Some(mv);
    }
    let drawn = (0..TOURNAMENT).filter_map(|_| rules.random_move(state, rng));
    let scored: Vec<(i32, G::Move)> = drawn.map(|mv| (rules.move_score(state, mv), mv)).collect();
    let best = scored.iter().map(|(score, _)| *score).max()?;
    scored.into_iter().find(|(score, _)| *score == best).map(|(_, mv)| mv)
}

#[cfg(test)]
mod tests {
    use tapis_games::random::Seed;
    use tapis_games::richelieu::{Options, Richelieu};

    use super::*;
    use crate::simulation::simulate;

    #[test]
    fn every_position_has_values_that_sum_to_a_win_and_the_last_are_the_result() {
        let rules = Richelieu::new(Options::default()).unwrap();
        let seeds = Seeds::from(Seed([7; 32]));
        let bots = [Bot::Greedy, Bot::Random];
        let control = Control::default();
        let game = valued(&rules, &bots, seeds, 20, &control).unwrap();
        let played = simulate(&rules, &bots, seeds, &control).unwrap();
        assert_eq!((&game.payoffs, game.values.len()), (&played.payoffs, played.length as usize + 1));
        assert!(game.values.iter().all(|values| (values.iter().sum::<f64>() - 1.0).abs() < 1e-9));
        assert_eq!(game.values.last(), Some(&played.payoffs.shares));
        assert_eq!(valued(&rules, &bots, seeds, 20, &control).unwrap(), game, "the same again");
        control.cancel.cancel();
        assert_eq!(valued(&rules, &bots, seeds, 20, &control), Err(SimulationError::Cancelled));
    }
}

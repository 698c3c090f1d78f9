//! Plays of the reference player.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tapis_games::game::Turn;
use tapis_games::seat::BySeat;

use super::policy::pick;
use super::rounds::Rounds;
use crate::heuristics::{Heuristics, draw};
use crate::sampling::MAX_PLIES;

/// Plays from `state` to the end of the game; what each seat got. With `rounds` the round is played, and what follows it is drawn from them:
/// what each seat gets on average.
pub(super) fn shares<G: Heuristics>(
    rules: &G,
    rounds: Option<&Rounds>,
    mut state: G::State,
    seed: u64,
) -> BySeat<f64> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..MAX_PLIES {
        if let Some(mv) = pick(rules, &state, &mut rng) {
            rules.play_unchecked(&mut state, mv);
        } else if rules.turn(&state) != Turn::Chance {
            break;
        } else if let Some(rest) = rounds.and_then(|rounds| rounds.rest(rules, &state, seed)) {
            return rest;
        } else if draw(rules, &mut state, &mut rng).is_none() {
            break;
        }
    }
    rules.payoffs(&state).shares
}

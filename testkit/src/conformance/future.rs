//! Whether two states go on alike.

use tapis_games::game::{Published, Turn};

use super::Trial;
use crate::course::{draw, random_move};

/// Plies looked ahead.
const PLIES: u32 = 60;

/// Whether two states have the same turn and moves now and along a common random line, and where it ends the same payoffs.
pub(super) fn same_future<G: Published>(trial: &Trial<G>, states: [&G::State; 2]) -> bool {
    let rules = trial.rules;
    let mut rng = trial.rng(8);
    let mut luck = [trial.rng(12), trial.rng(12)];
    let [mut a, mut b] = states.map(G::State::clone);
    for _ in 0..PLIES {
        let moves = [&a, &b].map(|state| rules.legal_moves(state));
        let same = rules.turn(&a) == rules.turn(&b) && *moves[0] == *moves[1];
        if !same || (rules.turn(&a) == Turn::Over && rules.payoffs(&a) != rules.payoffs(&b)) {
            return false;
        }
        let Some(mv) = random_move(rules, &a, &mut rng) else { return true };
        for (state, luck) in [&mut a, &mut b].into_iter().zip(&mut luck) {
            rules.play_unchecked(state, mv);
            draw(rules, state, luck);
        }
    }
    true
}

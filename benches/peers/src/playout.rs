//! Random games through our generic interface.

use rand::Rng;
use tapis_games::game::{Game, Turn};

/// Plays a game from its start to its end. Returns its number of moves.
#[inline]
pub fn game<G: Game, R: Rng>(rules: &G, rng: &mut R) -> u64 {
    let (mut state, mut moves) = (rules.start(), 0);
    loop {
        match rules.turn(&state) {
            Turn::Over => return moves,
            Turn::Chance => {
                let outcome = rules.sample_chance(&state, rng);
                rules.resolve(&mut state, &outcome).expect("a drawn outcome fits");
            }
            Turn::Player(_) => {
                let mv = rules.random_move(&state, rng).expect("a seat to move has a move");
                rules.play_unchecked(&mut state, mv);
                moves += 1;
            }
        }
    }
}

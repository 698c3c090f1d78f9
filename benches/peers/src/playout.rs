//! Random games through our generic interface.

use rand::Rng;
use tapis_games::game::{Game, Turn};

/// Plays from `state` to the end of the game. Returns the number of moves.
#[inline]
pub fn play_out<G: Game, R: Rng>(rules: &G, state: &mut G::State, rng: &mut R) -> u64 {
    let mut moves = 0;
    loop {
        match rules.turn(state) {
            Turn::Over => return moves,
            Turn::Chance => {
                let outcome = rules.sample_chance(state, rng);
                rules.resolve(state, &outcome).expect("a drawn outcome fits");
            }
            Turn::Player(_) => {
                let mv = rules.random_move(state, rng).expect("a seat to move has a move");
                rules.play_unchecked(state, mv);
                moves += 1;
            }
        }
    }
}

/// Plays a game from its start. Returns its end and its number of moves.
#[inline]
pub fn game<G: Game, R: Rng>(rules: &G, rng: &mut R) -> (G::State, u64) {
    let mut state = rules.start();
    let moves = play_out(rules, &mut state, rng);
    (state, moves)
}

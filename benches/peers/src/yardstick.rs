//! Compares this machine with the one on which other figures were recorded. The crate `board-game` was measured
//! there, and is measured here beside every figure that is compared with a recorded one.

use board_game::board::Board as _;
use board_game::games::connect4::Connect4;
use rand_of_board_game::SeedableRng as _;
use rand_of_board_game::rngs::SmallRng;

use crate::figures::Measurement;
use crate::row::{Peer, Side};

/// Games between two looks at the clock.
const BATCH: u64 = 10_000;
/// Random games of Connect Four per second by `board-game`, recorded with the figures of OpenSpiel.
const THERE: f64 = 2.45e6;

/// A peer whose units per second were recorded there.
pub fn recorded(name: &'static str, rate: f64) -> Peer {
    Peer::Recorded { name, rate, there: THERE, here: board_game() }
}

/// Random games of Connect Four by `board-game`.
pub fn board_game() -> Side {
    let mut rng = SmallRng::seed_from_u64(1);
    Box::new(move |time| {
        let mut moves = 0;
        let done = Measurement::repeat(time, || {
            moves += (0..BATCH).map(|_| u64::from(game(&mut rng).game_length())).sum::<u64>();
            BATCH
        });
        assert_usual_length(moves, done.units);
        done
    })
}

fn game(rng: &mut SmallRng) -> Connect4 {
    let mut board = Connect4::default();
    while board.play_random_available_move(rng).is_ok() && board.outcome().is_none() {}
    board
}

/// Random games have 21.31 moves on average, with a standard deviation of 7.1.
pub fn assert_usual_length(moves: u64, games: u64) {
    let mean = moves as f64 / games as f64;
    assert!((mean - USUAL).abs() < 0.4, "{games} games of {mean} moves on average");
}

/// Average number of moves of a random game.
const USUAL: f64 = 21.31;

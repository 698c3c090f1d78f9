//! Random games of Connect Four.

use std::cell::RefCell;

use board_game::board::Board as _;
use board_game::games::connect4::Connect4;
use board_game::util::game_stats;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand_of_board_game::SeedableRng as _;
use tapis_games::game::Game;
use tapis_testkit::connect_four::ConnectFour;
use tapis_testkit::perft::perft;

use crate::figures::Measurement;
use crate::playout::game;
use crate::row::{Goal, Peer, Row, Side, Size};

/// Games between two looks at the clock.
const BATCH: u64 = 10_000;
/// Average number of moves of a random game.
const USUAL: f64 = 21.31;

/// The rows.
pub fn rows(size: Size) -> Vec<Row> {
    assert_same_game(size.pick(7, 4));
    vec![Row {
        id: "P1",
        work: "random games of Connect Four".to_owned(),
        ours: ours(),
        peer: Peer { name: "`board-game`", side: board_game() },
        goals: vec![Goal::Rate(0.9)],
    }]
}

fn ours() -> Side {
    let mut rng = SmallRng::seed_from_u64(1);
    let rules = ConnectFour::default();
    Box::new(move |time| {
        let mut moves = 0;
        let done = Measurement::repeat(time, || {
            moves += (0..BATCH).map(|_| game(&rules, &mut rng)).sum::<u64>();
            BATCH
        });
        assert_usual_length(moves, done.units);
        done
    })
}

fn board_game() -> Side {
    let mut rng = rand_of_board_game::rngs::SmallRng::seed_from_u64(1);
    Box::new(move |time| {
        let mut moves = 0;
        let done = Measurement::repeat(time, || {
            moves += (0..BATCH).map(|_| u64::from(their_game(&mut rng).game_length())).sum::<u64>();
            BATCH
        });
        assert_usual_length(moves, done.units);
        done
    })
}

fn their_game(rng: &mut rand_of_board_game::rngs::SmallRng) -> Connect4 {
    let mut board = Connect4::default();
    while board.play_random_available_move(rng).is_ok() && board.outcome().is_none() {}
    board
}

/// Random games have [`USUAL`] moves on average, with a standard deviation of 7.1.
fn assert_usual_length(moves: u64, games: u64) {
    let mean = moves as f64 / games as f64;
    assert!((mean - USUAL).abs() < 0.4, "{games} games of {mean} moves on average");
}

/// Asserts that both sides count the same sequences of moves.
fn assert_same_game(depth: u32) {
    let rules = ConnectFour::default();
    let known = RefCell::new(Vec::new());
    for depth in 0..=depth {
        let ours = perft(&rules, &rules.start(), depth);
        assert_eq!(ours, game_stats::perft(&Connect4::default(), depth), "{depth} plies");
        assert_eq!(ours, crate::connect_four::perft(&rules.start(), depth), "{depth} plies");
        known.borrow_mut().push(ours);
    }
}

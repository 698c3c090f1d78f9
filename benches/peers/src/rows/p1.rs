//! Random games of Connect Four.

use std::cell::RefCell;

use board_game::games::connect4::Connect4;
use board_game::util::game_stats;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use tapis_games::game::Game;
use tapis_testkit::connect_four::ConnectFour;
use tapis_testkit::perft::perft;

use crate::figures::Measurement;
use crate::playout::game;
use crate::row::{Goal, Peer, Row, Side, Size};
use crate::yardstick;

/// Games between two looks at the clock.
const BATCH: u64 = 10_000;
/// Games per second of OpenSpiel's C++ implementation.
const OPEN_SPIEL: f64 = 164e3;

/// The rows.
pub fn rows(size: Size) -> Vec<Row> {
    assert_same_game(size.pick(7, 4));
    let row = |peer, goal| Row {
        id: "P1",
        work: "random games of Connect Four".to_owned(),
        ours: ours(),
        peer,
        goals: vec![Goal::Rate(goal)],
    };
    vec![
        row(Peer::Measured("`board-game`", yardstick::board_game()), 0.9),
        row(yardstick::recorded("OpenSpiel", OPEN_SPIEL), 12.0),
    ]
}

fn ours() -> Side {
    let mut rng = SmallRng::seed_from_u64(1);
    let rules = ConnectFour::default();
    Box::new(move |time| {
        let mut moves = 0;
        let done = Measurement::repeat(time, || {
            moves += (0..BATCH).map(|_| game(&rules, &mut rng).1).sum::<u64>();
            BATCH
        });
        yardstick::assert_usual_length(moves, done.units);
        done
    })
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

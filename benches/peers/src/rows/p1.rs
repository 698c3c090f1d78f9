//! Random games of Connect Four.

use std::time::Duration;

use board_game::board::Board as _;
use board_game::games::connect4::Connect4;
use board_game::util::game_stats;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand_of_board_game::SeedableRng as _;
use tapis_games::game::{Game, Turn};
use tapis_testkit::connect_four::ConnectFour;
use tapis_testkit::perft::perft;

use crate::figures::Measurement;
use crate::row::{Goal, Peer, Row, Side, Size};

/// Games between two looks at the clock.
const BATCH: u64 = 10_000;
/// Average number of moves of a random game.
const USUAL: f64 = 21.31;

/// The rows of P1.
pub fn rows(size: Size) -> Vec<Row> {
    assert_same_game(size.pick(7, 4));
    let mut rng = SmallRng::seed_from_u64(1);
    vec![Row {
        id: "P1",
        work: "random games of Connect Four".to_owned(),
        ours: Box::new(move |time| games(&mut rng, time)),
        peer: Peer { name: "`board-game`", side: board_game() },
        goals: vec![Goal::Rate(0.9)],
    }]
}

/// The rows of P4: two threads against one.
pub fn threads(_: Size) -> Vec<Row> {
    vec![Row {
        id: "P4",
        work: "random games of Connect Four, two threads".to_owned(),
        ours: Box::new(|time| on_threads(2, time)),
        peer: Peer { name: "one thread", side: Box::new(|time| on_threads(1, time)) },
        goals: vec![Goal::Rate(1.9)],
    }]
}

/// The games of all threads over the time of the slowest.
fn on_threads(threads: u64, time: Duration) -> Measurement {
    let done = std::thread::scope(|scope| {
        let work = move |seed| move || games(&mut SmallRng::seed_from_u64(seed), time);
        let running: Vec<_> = (0..threads).map(|seed| scope.spawn(work(seed))).collect();
        let done = running.into_iter().map(|thread| thread.join().expect("no panic"));
        done.collect::<Vec<_>>()
    });
    let units = done.iter().map(|done| done.units).sum();
    Measurement { units, time: done.iter().map(|done| done.time).max().unwrap_or_default() }
}

fn games(rng: &mut SmallRng, time: Duration) -> Measurement {
    let (rules, mut moves) = (ConnectFour::default(), 0);
    let done = Measurement::repeat(time, || {
        moves += (0..BATCH).map(|_| game(&rules, rng)).sum::<u64>();
        BATCH
    });
    assert_usual_length(moves, done.units);
    done
}

/// Plays a game from its start to its end, through our generic interface. Returns its number of moves.
#[inline]
fn game<G: Game>(rules: &G, rng: &mut SmallRng) -> u64 {
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
    for depth in 0..=depth {
        let ours = perft(&rules, &rules.start(), depth);
        assert_eq!(ours, game_stats::perft(&Connect4::default(), depth), "{depth} plies");
        assert_eq!(ours, crate::connect_four::perft(&rules.start(), depth), "{depth} plies");
    }
}

//! Random moves of four-player trick games, from a dealt hand to its end.

use rand::SeedableRng;
use rand::rngs::SmallRng;
use tapis_games::game::{Game, Published, Turn};
use tapis_games::malin::Malin;
use tapis_testkit::oh_hell::OhHell;

use crate::figures::Measurement;
use crate::row::{Goal, Row, Side, Size};
use crate::yardstick;

/// The number of dealt hands, which are used again and again.
const HANDS: usize = 256;
/// Moves per second of Oh Hell in OpenSpiel: the middle of 5 to 7 million.
const OPEN_SPIEL: f64 = 6e6;

/// The rows.
pub fn rows(_: Size) -> Vec<Row> {
    let row = |work: &str, ours| Row {
        id: "P2",
        work: work.to_owned(),
        ours,
        peer: yardstick::recorded("OpenSpiel, Oh Hell", OPEN_SPIEL),
        goals: vec![Goal::Rate(5.0)],
    };
    let malin = Malin::new(Default::default()).expect("the default options");
    vec![
        // Four bids and twelve cards of four seats.
        row("Oh Hell, four seats, twelve tricks, moves", moves(OhHell::default(), 52..=52)),
        row("Le Malin, four seats, a hand, moves", moves(malin, 20..=200)),
    ]
}

fn moves<G: Game>(rules: G, usual: std::ops::RangeInclusive<u64>) -> Side {
    let mut rng = SmallRng::seed_from_u64(1);
    let hands: Vec<G::State> = (0..HANDS).map(|_| dealt(&rules, &mut rng)).collect();
    Box::new(move |time| {
        Measurement::repeat(time, || {
            let hand = |state: &G::State| {
                let moves = hand_out(&rules, state.clone(), &mut rng);
                assert!(usual.contains(&moves), "{moves} moves in a hand");
                moves
            };
            hands.iter().map(hand).sum()
        })
    })
}

fn dealt<G: Game>(rules: &G, rng: &mut SmallRng) -> G::State {
    let mut state = rules.start();
    while rules.turn(&state) == Turn::Chance {
        let outcome = rules.sample_chance(&state, rng);
        rules.resolve(&mut state, &outcome).expect("a drawn outcome fits");
    }
    state
}

/// Plays at random until no seat is to move: to the next deal or the end. Returns the number of moves.
fn hand_out<G: Game>(rules: &G, mut state: G::State, rng: &mut SmallRng) -> u64 {
    let mut moves = 0;
    while let Some(mv) = rules.random_move(&state, rng) {
        rules.play_unchecked(&mut state, mv);
        moves += 1;
    }
    moves
}

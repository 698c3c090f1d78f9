//! Max^n at the end of a hand: the last tricks of Oh Hell with all cards open.
//!
//! OpenSpiel's max^n visits the whole tree; ours prunes and uses a table. So there are two lines: the nodes of the
//! whole tree, which both searches cover, and the nodes that ours visited.

use rand::SeedableRng;
use rand::rngs::SmallRng;
use tapis_games::game::{Game, Published, Turn};
use tapis_solver::exhaustive::Tuning;
use tapis_solver::request::Objective;
use tapis_testkit::oh_hell::{OhHell, Settings, State};

use crate::figures::Measurement;
use crate::position::solved;
use crate::row::{Goal, Row, Side, Size};
use crate::yardstick;

/// Nodes per second of OpenSpiel's max^n.
const OPEN_SPIEL: f64 = 1e6;

/// Which nodes are counted.
#[derive(Clone, Copy, PartialEq)]
enum CountedNodes {
    Tree,
    Visited,
}

/// The rows.
pub fn rows(size: Size) -> Vec<Row> {
    let tricks = size.pick(5, 3);
    let row = |counted: CountedNodes, words: &str| Row {
        id: "X4",
        work: format!("max^n, Oh Hell's last {tricks} tricks, nodes {words}"),
        ours: ours(tricks, size.pick(4, 1), counted),
        peer: yardstick::recorded("OpenSpiel", OPEN_SPIEL),
        goals: vec![Goal::Rate(25.0)],
    };
    vec![row(CountedNodes::Tree, "of the whole tree"), row(CountedNodes::Visited, "visited")]
}

fn ours(tricks: u8, ends: u64, counted: CountedNodes) -> Side {
    let rules = OhHell::new(Settings { tricks }).expect("legal");
    let positions: Vec<State> = (0..ends).map(|seed| after_bids(&rules, seed)).collect();
    let solve =
        |rules: &OhHell, state: &State, tuning| solved(rules, state, Objective::RoundPayoff, tuning, 1);
    let plain: Vec<_> = positions.iter().map(|state| solve(&rules, state, Tuning::PLAIN)).collect();
    Box::new(move |time| {
        Measurement::repeat(time, || {
            let one = |(state, (values, tree)): (&State, &(Vec<_>, u64))| {
                let (found, visited) = solve(&rules, state, Tuning::default());
                assert_eq!(&found, values, "the plain search finds the same values");
                if counted == CountedNodes::Tree { *tree } else { visited }
            };
            positions.iter().zip(&plain).map(one).sum()
        })
    })
}

/// A hand dealt and bid at random.
fn after_bids(rules: &OhHell, seed: u64) -> State {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut state = rules.start();
    let deal = rules.sample_chance(&state, &mut rng);
    rules.resolve(&mut state, &deal).expect("a deal");
    while state.is_bidding()
        && rules.turn(&state) != Turn::Over
        && let Some(mv) = rules.random_move(&state, &mut rng)
    {
        rules.play_unchecked(&mut state, mv);
    }
    state
}

//! Information-set Monte Carlo tree search from the first decision of a deal.

use tapis_games::game::Published;
use tapis_solver::heuristics::Heuristics;
use tapis_solver::request::Objective;
use tapis_testkit::kuhn::Kuhn;
use tapis_testkit::leduc::Leduc;
use tapis_testkit::oh_hell::OhHell;

use crate::figures::Measurement;
use crate::position::Position;
use crate::row::{Goal, Row, Side, Size};
use crate::yardstick;

/// The rows. The peer's figures are playouts per second of OpenSpiel's C++ implementation.
pub fn rows(size: Size) -> Vec<Row> {
    assert_known_values(size.pick(20_000, 4_000));
    let row = |work: &str, ours, recorded, goal| Row {
        id: "M4",
        work: format!("information-set MCTS of {work}, playouts"),
        ours,
        peer: yardstick::recorded("OpenSpiel", recorded),
        goals: vec![Goal::Rate(goal)],
    };
    vec![
        row("Oh Hell", search(OhHell::default(), size.pick(150_000, 3_000)), 46e3, 6.0),
        row("Leduc poker", search(Leduc::default(), size.pick(800_000, 5_000)), 408e3, 4.0),
        row("Kuhn poker", search(Kuhn::default(), size.pick(1_500_000, 5_000)), 1.70e6, 2.0),
    ]
}

fn search<G: Published + Heuristics>(rules: G, playouts: u64) -> Side {
    let position = Position::new(&rules, 1, 0, Objective::RoundPayoff);
    Box::new(move |_| {
        Measurement::once(|| {
            let answer = position.sampled(playouts, 1);
            assert!(answer.moves.len() > 1 && answer.moves.iter().all(|advice| advice.value.abs() < 40.0));
            assert_eq!(answer.timing.nodes, playouts);
            playouts
        })
    })
}

/// Seat 1 of Kuhn poker, asked to call: a call has the value 4 with the king and −4 with the jack, a fold −2.
fn assert_known_values(playouts: u64) {
    let mut seen = [false; 2];
    for seed in 0..60 {
        let position = Position::new(&Kuhn::default(), seed, 1, Objective::RoundPayoff);
        let answer = position.sampled(playouts, 1);
        let value =
            |notation| answer.moves.iter().find(|advice| advice.notation == notation).map(|a| a.value);
        let (call, fold) = (value("bet").expect("legal"), value("pass").expect("legal"));
        for (seen, won) in seen.iter_mut().zip([4.0, -4.0]) {
            *seen |= call == won && fold == -2.0;
        }
        if seen == [true; 2] {
            return;
        }
    }
    panic!("neither a king nor a jack was asked to call: {seen:?}");
}

//! The solver plays it: a hint in the middle of a hand, and bots.

use tapis_ecarte::Ecarte;
use tapis_games::erased::{AnyGame, AnyTable, Factory};
use tapis_games::game::Turn;
use tapis_games::log::ObservationLog;
use tapis_games::random::{Seed, Stream};
use tapis_games::seat::Viewer;
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;
use tapis_solver::engine::{BotLevel, Engine, TypedEngine};
use tapis_solver::request::{Budget, Request};
use tapis_solver::simulation::share_of_first;

/// A game of first legal moves, so many plies long, and the log of the seat to move.
fn played(seed: u8, plies: u32) -> (Box<dyn AnyTable>, ObservationLog) {
    let (ruleset, seed) = (Factory::<Ecarte>::NEW.ruleset("{}").expect("the default"), Seed([seed; 32]));
    let mut table = ruleset.deal(&seed);
    for n in 1..=plies {
        let Turn::Player(seat) = table.turn() else { panic!("so long a game") };
        // Proposals are granted once.
        let mv = &table.legal_moves()[usize::from(n == 5)];
        let notation = mv.notation.clone();
        table.play(seat, &notation, &mut seed.stream(Stream::Chance(n))).expect("legal");
    }
    let Turn::Player(seat) = table.turn() else { panic!("so long a game") };
    let plies = table.plies().iter().map(|record| record.seen_by(Viewer::Seat(seat)).clone()).collect();
    (table, ObservationLog { ruleset: ruleset.ruleset().reference(), seat: Some(seat), plies })
}

#[test]
fn a_hint_answers_with_the_legal_moves() {
    let engine = TypedEngine::new(Ecarte::default());
    let budget = Budget { iterations: Some(2_000), ..Budget::default() };
    let request = Request { budget, ..Request::default() };
    for plies in [0, 1, 2, 3, 5, 8, 11] {
        let (table, log) = played(3, plies);
        let answer = engine.hint(&log, &request, &Control::default()).expect("a hint");
        let mut advised: Vec<_> = answer.moves.iter().map(|advice| advice.notation.clone()).collect();
        let mut legal: Vec<_> = table.legal_moves().into_iter().map(|legal| legal.notation).collect();
        advised.sort();
        legal.sort();
        assert_eq!(advised, legal, "after {plies} plies");
        let bot = engine.choose(BotLevel::Casual, &log, [5; 32], &Control::default()).expect("a move");
        assert!(legal.contains(&bot), "{bot}");
    }
}

/// The win share of a bot against another.
fn share(a: &str, b: &str, deals: u64) -> f64 {
    let bots: Vec<Bot> = [a, b].map(|name| name.parse().expect("a bot")).to_vec();
    share_of_first(&Ecarte::default(), &bots, deals, [9; 32]).expect("a result")
}

#[test]
fn greedy_beats_random() {
    // 400 games of equals are within 0.05 of one half in 95 of 100 cases.
    let share = share("greedy", "random", 200);
    assert!(share >= 0.55, "{share}");
}

#[test]
fn the_solver_beats_random() {
    let share = share("solver:100", "random", 20);
    assert!(share >= 0.55, "{share}");
}

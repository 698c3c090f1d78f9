//! The solver has no opinion of the template, and advises and plays all the same.

use tapis_games::erased::{AnyGame, AnyTable, Factory};
use tapis_games::game::Turn;
use tapis_games::log::ObservationLog;
use tapis_games::random::{Seed, Stream};
use tapis_games::seat::Viewer;
use tapis_solver::control::Control;
use tapis_solver::engine::{BotLevel, Engine, TypedEngine};
use tapis_solver::request::{Budget, Request};
use tapis_template::Template;

/// A game of first legal moves, so many plies long, and the log of the seat to move.
fn played(seed: u8, plies: u32) -> (Box<dyn AnyTable>, ObservationLog) {
    let (ruleset, seed) = (Factory::<Template>::NEW.ruleset("{}").expect("the default"), Seed([seed; 32]));
    let mut table = ruleset.deal(&seed);
    for n in 1..=plies {
        let Turn::Player(seat) = table.turn() else { panic!("so long a game") };
        let notation = table.legal_moves()[0].notation.clone();
        table.play(seat, &notation, &mut seed.stream(Stream::Chance(n))).expect("legal");
    }
    let Turn::Player(seat) = table.turn() else { panic!("so long a game") };
    let plies = table.plies().iter().map(|record| record.seen_by(Viewer::Seat(seat)).clone()).collect();
    (table, ObservationLog { ruleset: ruleset.ruleset().reference(), seat: Some(seat), plies })
}

#[test]
fn a_hint_answers_with_the_legal_moves() {
    let engine = TypedEngine::new(Template::default());
    let budget = Budget { iterations: Some(500), ..Budget::default() };
    let request = Request { budget, ..Request::default() };
    // To lead and to follow, in the first round and in later ones.
    for plies in [0, 1, 5, 16, 40] {
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

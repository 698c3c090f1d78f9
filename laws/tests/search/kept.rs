//! An engine that goes on with a search says what it would have said of one search of all the lines, in every game.

use tapis_games::game::Turn;
use tapis_games::log::ObservationLog;
use tapis_games::random::{Seed, Stream};
use tapis_games::seat::Viewer;
use tapis_solver::answer::{Answer, Timing};
use tapis_solver::control::Control;
use tapis_solver::engine::{Engine, KeptSearch};
use tapis_solver::registry::Registry;
use tapis_solver::request::{Budget, Request, SolverKind};

pub const GAMES: [(&str, &str); 5] = [
    ("richelieu", "{}"),
    ("richelieu", r#"{"players":3}"#),
    ("sept-blasons", "{}"),
    ("malin", "{}"),
    ("parbourg", r#"{"players":2}"#),
];

pub fn asked(lines: u64, threads: usize) -> Request {
    let budget = Budget { iterations: Some(lines), ..Budget::default() };
    Request { solver: SolverKind::Sampling, budget, seed: [4; 32], threads, ..Request::default() }
}

pub fn bytes(mut answer: Answer) -> String {
    answer.timing = Timing { elapsed_ms: 0, nodes: 0 };
    serde_json::to_string(&answer).expect("JSON")
}

/// What the seat to move has seen after some first moves.
pub fn position(game: &str, options: &str) -> (std::sync::Arc<dyn Engine>, ObservationLog) {
    begun(game, options, 3)
}

/// The same of the game that is dealt from `seed`.
pub fn begun(game: &str, options: &str, seed: u8) -> (std::sync::Arc<dyn Engine>, ObservationLog) {
    let registered = Registry::standard().game(game).expect("a game");
    let rules = registered.ruleset(options).expect("a ruleset");
    let mut table = rules.deal(&Seed([seed; 32]));
    loop {
        let Turn::Player(seat) = table.turn() else { panic!("a short game") };
        let moves = table.legal_moves();
        if table.plies().len() > 6 && moves.len() > 2 {
            let seen = table.plies().iter().map(|ply| ply.seen_by(Viewer::Seat(seat)).clone()).collect();
            let log = ObservationLog { ruleset: rules.ruleset().reference(), seat: Some(seat), plies: seen };
            return (registered.engine(&*rules).expect("an engine"), log);
        }
        let mut chance = Seed([seed; 32]).stream(Stream::Chance(table.plies().len() as u32));
        table.play(seat, &moves[0].notation, &mut chance).expect("a legal move");
    }
}

#[test]
fn asked_longer_it_says_what_one_search_says() {
    for (game, options) in GAMES {
        let (engine, log) = position(game, options);
        let alone = |lines| engine.hint(&log, &asked(lines, 1), &Control::default()).expect("a hint");
        for threads in [1, 2] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            let mut kept = KeptSearch::default();
            for lines in [301, 302, 777] {
                let hint = || engine.go_on(&log, &asked(lines, threads), &Control::default(), &mut kept);
                let longer = pool.install(hint).expect("a hint");
                assert_eq!(longer.timing.nodes, lines, "{game}");
                assert_eq!(bytes(longer), bytes(alone(lines)), "{game} {options}, {lines} lines");
            }
            assert!(kept.bytes() > 1_000, "{game}");
        }
    }
}

/// From 100,000 lines on there are two trees: here on two threads, and on one.
#[test]
fn so_do_several_trees() {
    let (engine, log) = position("richelieu", "{}");
    let (mut kept, mut found) = (KeptSearch::default(), String::new());
    for lines in [100_003, 100_103] {
        let longer = engine.go_on(&log, &asked(lines, 2), &Control::default(), &mut kept).expect("a hint");
        found = bytes(longer);
    }
    let alone = engine.hint(&log, &asked(100_103, 1), &Control::default()).expect("a hint");
    assert_eq!(found, bytes(alone));
}

#[test]
fn another_position_begins_anew() {
    let (engine, log) = position("richelieu", "{}");
    let (other_engine, other) = position("richelieu", r#"{"players":3}"#);
    let mut kept = KeptSearch::default();
    engine.go_on(&log, &asked(500, 1), &Control::default(), &mut kept).expect("a hint");
    let found = other_engine.go_on(&other, &asked(700, 1), &Control::default(), &mut kept).expect("a hint");
    let alone = other_engine.hint(&other, &asked(700, 1), &Control::default()).expect("a hint");
    assert_eq!(bytes(found), bytes(alone));
    let seeded = Request { seed: [5; 32], ..asked(700, 1) };
    let found = other_engine.go_on(&other, &seeded, &Control::default(), &mut kept).expect("a hint");
    assert_eq!(bytes(found), bytes(other_engine.hint(&other, &seeded, &Control::default()).expect("a hint")));
}

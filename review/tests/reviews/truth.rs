//! Where the end of a game can be worked out, what a choice is said to lose is what it loses.

use std::ops::Range;

use rayon::prelude::*;
use tapis_games::erased::knowledge;
use tapis_games::game::{InformationSet, Published};
use tapis_games::log::ObservationLog;
use tapis_games::richelieu::Richelieu;
use tapis_games::seat::Viewer;
use tapis_games::sept_blasons::SeptBlasons;
use tapis_review::{Decision, Depth};
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;
use tapis_solver::heuristics::Heuristics;
use tapis_solver::oracle::{self, Problem};
use tapis_solver::registry::Registry;
use tapis_solver::request::{Budget, Concept, Objective, Request};
use tapis_testkit::ruleset;

use crate::games::{DEPTH as PLAIN, Place, at_night, number, seen};

/// Choices are judged, and little else; near the end so few lines are enough for a proof.
const DEPTH: Depth = Depth { plays: 1, outcomes: 1, lines: 200, again: 6, more_lines: 1_000, ..PLAIN };
/// The positions of a hint about such an end.
const NODES: u64 = 10_000;
/// Plies before the end that the oracle can work out.
const LAST: usize = 6;

/// What each legal move truly loses, by notation, where the seat knows the position; else nothing.
fn losses<G: Published + Heuristics>(rules: &G, log: &ObservationLog) -> Option<Vec<(String, f64)>> {
    let seat = log.seat?;
    let worlds = knowledge(rules, log).unwrap().worlds(rules, 1)?;
    let problem = Problem { seat, objective: Objective::WinShare, concept: Concept::Maxn };
    let values = oracle::solve(rules, &worlds, problem);
    let best = values.iter().map(|of| of[seat.index()]).fold(0.0, f64::max);
    let state = &worlds.first()?.0;
    let moves = rules.legal_moves(state);
    let named = moves.iter().map(|mv| rules.notation(state, *mv, Viewer::Seat(seat)));
    Some(named.zip(values.iter().map(|of| best - of[seat.index()])).collect())
}

/// How many of the last choices of the game were proved; each is what the oracle says.
fn proved<G: Published + Heuristics>(place: &Place, rules: &G, n: u64) -> usize {
    let plies = place.log(&place.seated(Bot::Random, Bot::Random), n);
    let (table, moves) = (place.ruleset.restore(&plies).unwrap(), plies.len() - 1);
    let near = |of: &&Decision| of.proved && of.ply as usize + LAST > moves;
    let review = place.review_to(&place.game(plies, n), DEPTH);
    let proved: Vec<&Decision> = review.decisions.iter().filter(near).collect();
    let engine = Registry::standard().engine(&*place.ruleset).unwrap();
    let budget = Budget { iterations: Some(DEPTH.lines), nodes: Some(NODES), ..Budget::default() };
    let asked = Request { budget, unexplained: true, threads: 1, ..Request::default() };
    for of in &proved {
        let log = seen(&*table, place, of.seat, of.ply as usize);
        let losses = losses(rules, &log).unwrap_or_else(|| panic!("{}: {of:?} is known", place.id));
        let loss = losses.iter().find(|(mv, _)| *mv == of.notation).unwrap().1;
        assert!((of.behind.mean - loss).abs() < 1e-9, "{}: {of:?}, truly {loss}", place.id);
        assert_eq!((of.behind.low, of.behind.high), (of.behind.mean, of.behind.mean));
        let hint = engine.hint(&log, &asked, &Control::default()).unwrap();
        if hint.exactness.proved {
            assert_eq!(
                hint.moves[0].notation, of.best,
                "{}: a hint and a review name the same move",
                place.id
            );
        }
    }
    proved.len()
}

/// The games of each ruleset: all of a night, or the one of this number.
fn games(one: u64) -> Range<u64> {
    if at_night() { 0..number() } else { one..one + 1 }
}

fn ends<G: Published + Heuristics>(options: &str, games: Range<u64>) -> bool {
    let (place, rules) = (Place::of(G::ID, options), ruleset::<G>(options));
    let number = games.end - games.start;
    let proved: usize = games.into_par_iter().map(|n| proved(&place, &rules, n)).sum();
    println!("{} {options}: {proved} choices proved", G::ID);
    proved as u64 > number
}

// In Le Malin and Parbourg something is hidden to the end: nothing is proved there.

#[test]
fn where_the_end_of_richelieu_can_be_worked_out_losses_are_the_truth() {
    assert!(ends::<Richelieu>(r#"{"open_discs": true}"#, games(0)));
    assert!(ends::<Richelieu>(r#"{"players": 3, "open_discs": true}"#, games(0)));
}

#[test]
fn where_the_end_of_les_7_blasons_can_be_worked_out_losses_are_the_truth() {
    assert!(ends::<SeptBlasons>("{}", games(1)));
}

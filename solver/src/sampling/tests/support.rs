//! Positions and requests for tests.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tapis_games::erased::{AnyRuleset, TypedRuleset};
use tapis_games::game::{Published, Turn};
use tapis_games::log::ObservationLog;
use tapis_games::random::{Seed, Stream, below};
use tapis_games::seat::Viewer;

use crate::answer::{Answer, MoveAdvice};
use crate::control::Control;
use crate::heuristics::Heuristics;
use crate::request::{Budget, Objective, Request};
use crate::sampling::{KeptSearch, Tuning, go_on_with};
use crate::task::Task;

/// The log of the seat to move after `moves` of the game dealt from `seed`.
pub fn log_after<G: Published>(rules: &G, seed: u8, moves: &[&str]) -> ObservationLog {
    let mut moves = moves.iter();
    log_by(rules, seed, |_| moves.next().map(|&notation| notation.to_owned()))
}

/// The log of the seat to move after `plies` random moves of the game dealt from `seed`; `None` if it is over by then.
pub fn random_log<G: Published>(rules: &G, seed: u8, plies: usize) -> Option<ObservationLog> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed.into());
    let mut left = plies;
    let log = log_by(rules, seed, |legal| {
        left = left.checked_sub(1)?;
        legal.get(below(&mut rng, legal.len() as u32) as usize).cloned()
    });
    (left == 0 && log.seat.is_some()).then_some(log)
}

/// The number of plies of the whole game from which [`random_log`] takes the first plies.
pub fn random_length<G: Published>(rules: &G, seed: u8) -> usize {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed.into());
    let whole = log_by(rules, seed, |legal| legal.get(below(&mut rng, legal.len() as u32) as usize).cloned());
    whole.plies.len() - 1
}

/// Plays the legal move that `choose` returns until it returns none or the game is over.
fn log_by<G: Published>(
    rules: &G,
    seed: u8,
    mut choose: impl FnMut(&[String]) -> Option<String>,
) -> ObservationLog {
    let typed = TypedRuleset::new(rules.clone());
    let seed = Seed([seed; 32]);
    let mut table = typed.deal(&seed);
    let mut to_move = None;
    for n in 1.. {
        let Turn::Player(seat) = table.turn() else {
            to_move = None;
            break;
        };
        to_move = Some(seat);
        let legal: Vec<String> = table.legal_moves().into_iter().map(|legal| legal.notation).collect();
        let Some(notation) = choose(&legal) else { break };
        table.play(seat, &notation, &mut seed.stream(Stream::Chance(n))).expect("a legal move");
    }
    let viewer = to_move.map_or(Viewer::Spectator, Viewer::Seat);
    let plies = table.plies().iter().map(|ply| ply.seen_by(viewer).clone()).collect();
    ObservationLog { ruleset: typed.ruleset().reference(), seat: to_move, plies }
}

/// The answer to `request` from `log`.
pub fn ask<G: Published + Heuristics>(rules: &G, log: &ObservationLog, request: &Request) -> Answer {
    ask_with(rules, log, request, Tuning::default(), &Control::default())
}

/// [`ask`] with a given tuning and control.
pub fn ask_with<G: Published + Heuristics>(
    rules: &G,
    log: &ObservationLog,
    request: &Request,
    tuning: Tuning,
    control: &Control,
) -> Answer {
    let task = Task::new(rules, &log.ruleset.hash, log, request).expect("a good log");
    go_on_with(&task, tuning, control, &mut KeptSearch::default())
}

/// A request for this number of playouts.
pub fn playouts(iterations: u64) -> Request {
    let budget = Budget { iterations: Some(iterations), ..Budget::default() };
    Request { budget, seed: [17; 32], ..Request::default() }
}

/// The same request for points.
pub fn for_points(iterations: u64) -> Request {
    Request { objective: Some(Objective::RoundPayoff), ..playouts(iterations) }
}

/// The advice on a move.
pub fn advice<'a>(answer: &'a Answer, notation: &str) -> &'a MoveAdvice {
    let found = answer.moves.iter().find(|advice| advice.notation == notation);
    found.unwrap_or_else(|| panic!("{notation} is not in {:?}", answer.moves))
}

/// The notations of the moves of rank 1.
pub fn best(answer: &Answer) -> Vec<&str> {
    answer.moves.iter().filter(|advice| advice.rank == 1).map(|advice| advice.notation.as_str()).collect()
}

/// A number from the environment, for longer runs.
pub fn knob(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

//! What a finished line is worth, and where lines end.

use tapis_games::game::{Game, Turn};
use tapis_games::payoff::Payoffs;
use tapis_games::seat::{BySeat, MAX_SEATS, Seat};

use crate::heuristics::{Evaluation, Heuristics};
use crate::request::Objective;

/// One worth a seat; seats that are not at the table stay 0.
pub type Worths = [f64; MAX_SEATS];

/// Lower and upper bound of a worth.
pub type Bounds = (f64, f64);

/// Heuristic win shares stay this far from 0 and 1, which are proofs.
const DOUBT: f64 = 1e-3;

/// Whether a line ends in `state`, where it is `turn`: the game or, for the objective of one round, the round is over.
pub fn is_end<G: Game>(rules: &G, objective: Objective, state: &G::State, turn: Turn) -> bool {
    match turn {
        Turn::Player(_) => false,
        Turn::Over => true,
        Turn::Chance => objective == Objective::RoundPayoff && rules.round_scores(state).is_some(),
    }
}

/// What the end `state` is worth to each seat.
pub fn worths<G: Game>(rules: &G, objective: Objective, state: &G::State) -> Worths {
    match objective {
        Objective::WinShare => by_seat(&rules.payoffs(state).shares, |share| *share),
        Objective::RoundPayoff => match rules.round_scores(state) {
            Some(scores) => margins(&scores),
            None => margins(&rules.payoffs(state).scores),
        },
    }
}

/// What the end `state` is worth to `seat`.
pub fn worth<G: Game>(rules: &G, objective: Objective, state: &G::State, seat: Seat) -> f64 {
    worths(rules, objective, state)[seat.index() % MAX_SEATS]
}

/// What `state` looks worth to each seat, never quite a win or a loss.
pub fn guesses<G: Heuristics>(rules: &G, objective: Objective, state: &G::State) -> Worths {
    by_seat(&rules.evaluate(state), |evaluation| guess(objective, *evaluation))
}

/// What `state` looks worth to `seat`.
#[inline]
pub fn guess_of<G: Heuristics>(rules: &G, objective: Objective, state: &G::State, seat: Seat) -> f64 {
    rules.evaluate(state).get(seat).map_or(0.0, |evaluation| guess(objective, *evaluation))
}

#[inline]
fn guess(objective: Objective, evaluation: Evaluation) -> f64 {
    match objective {
        Objective::WinShare => evaluation.share.clamp(DOUBT, 1.0 - DOUBT),
        Objective::RoundPayoff => evaluation.margin,
    }
}

/// The bounds of every worth under `objective`.
pub fn limits(objective: Objective) -> Bounds {
    match objective {
        Objective::WinShare => (0.0, 1.0),
        Objective::RoundPayoff => (f64::NEG_INFINITY, f64::INFINITY),
    }
}

/// Points of `seat` less the best other seat's.
pub fn margin(payoffs: &Payoffs, seat: Seat) -> f64 {
    margins(&payoffs.scores)[seat.index() % MAX_SEATS]
}

fn margins(scores: &BySeat<i32>) -> Worths {
    let best_other = |seat: Seat| {
        Seat::all(scores.len()).filter(|&other| other != seat).map(|other| scores[other]).max().unwrap_or(0)
    };
    let mut worths = [0.0; MAX_SEATS];
    for (seat, worth) in Seat::all(scores.len()).zip(&mut worths) {
        *worth = f64::from(scores[seat]) - f64::from(best_other(seat));
    }
    worths
}

fn by_seat<T>(values: &BySeat<T>, worth: impl Fn(&T) -> f64) -> Worths {
    let mut worths = [0.0; MAX_SEATS];
    for (slot, value) in worths.iter_mut().zip(values) {
        *slot = worth(value);
    }
    worths
}

//! The slow oracle every search must equal: plain recursion, every line to its end, no pruning, no table.

use tapis_games::game::{Game, Turn};
use tapis_games::seat::{MAX_SEATS, Seat};

use crate::exhaustive::goal::{self, Worths};
use crate::report::TOLERANCE;
use crate::request::{Concept, Objective};

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The seat advised.
    pub seat: Seat,
    /// What is maximised.
    pub objective: Objective,
    /// `Paranoid`: all others minimise the seat's worth; `Maxn`: each maximises its own. The same with two seats.
    pub concept: Concept,
}

/// The worths of each legal move, in canonical order, averaged over the weighted `worlds`.
pub fn solve<G: Game>(rules: &G, worlds: &[(G::State, u64)], question: Question) -> Vec<Worths> {
    let total: f64 = worlds.iter().map(|&(_, weight)| weight as f64).sum();
    let moves = worlds.first().map_or(0, |(world, _)| rules.legal_moves(world).len());
    let mut sums = vec![[0.0; MAX_SEATS]; moves];
    for (world, weight) in worlds {
        for (sum, &mv) in sums.iter_mut().zip(rules.legal_moves(world).iter()) {
            let mut child = world.clone();
            rules.play_unchecked(&mut child, mv);
            add(sum, &worths(rules, &child, question), *weight as f64 / total);
        }
    }
    sums
}

/// What `state` is worth to each seat.
fn worths<G: Game>(rules: &G, state: &G::State, question: Question) -> Worths {
    let turn = rules.turn(state);
    if goal::is_end(rules, question.objective, state, turn) {
        return goal::worths(rules, question.objective, state);
    }
    let Turn::Player(mover) = turn else { return expectation(rules, state, question) };
    let mut best: Option<Worths> = None;
    for &mv in rules.legal_moves(state).iter() {
        let mut child = state.clone();
        rules.play_unchecked(&mut child, mv);
        let line = worths(rules, &child, question);
        // In canonical order and only if clearly better: at a tie the first move stays.
        if best.is_none_or(|best| gain(&line, &best, mover, question) > TOLERANCE) {
            best = Some(line);
        }
    }
    best.unwrap_or([0.0; MAX_SEATS])
}

fn gain(line: &Worths, best: &Worths, mover: Seat, question: Question) -> f64 {
    let (own, advised) = (mover.index(), question.seat.index());
    match question.concept {
        Concept::Paranoid if own != advised => best[advised] - line[advised],
        _ => line[own] - best[own],
    }
}

fn expectation<G: Game>(rules: &G, state: &G::State, question: Question) -> Worths {
    let outcomes = rules.chances(state).unwrap_or_default();
    let total: f64 = outcomes.iter().map(|&(_, weight)| weight as f64).sum();
    let mut sum = [0.0; MAX_SEATS];
    for (outcome, weight) in outcomes {
        let mut child = state.clone();
        let _ = rules.resolve(&mut child, &outcome);
        add(&mut sum, &worths(rules, &child, question), weight as f64 / total);
    }
    sum
}

fn add(sum: &mut Worths, worths: &Worths, weight: f64) {
    sum.iter_mut().zip(worths).for_each(|(sum, worth)| *sum += weight * worth);
}

//! A slow reference search: plain recursion to the end of every line, without pruning or table. Every other search
//! must agree with it.

use tapis_games::game::Turn;
use tapis_games::seat::{MAX_SEATS, Seat};

use crate::exhaustive::objective::{self, SeatValues};
use crate::heuristics::Heuristics;
use crate::report::TOLERANCE;
use crate::request::{Concept, Objective};

/// What the oracle solves.
#[derive(Clone, Copy, Debug)]
pub struct Problem {
    /// The seat advised.
    pub seat: Seat,
    /// The objective to maximise.
    pub objective: Objective,
    /// `Paranoid`: all other seats minimise the seat's value. `Maxn`: each seat maximises its own. With two seats
    /// both are the same.
    pub concept: Concept,
}

/// The values of each legal move in canonical order, averaged over the weighted `worlds`.
pub fn solve<G: Heuristics>(rules: &G, worlds: &[(G::State, u64)], problem: Problem) -> Vec<SeatValues> {
    let total: f64 = worlds.iter().map(|&(_, weight)| weight as f64).sum();
    let moves = worlds.first().map_or(0, |(world, _)| rules.legal_moves(world).len());
    let mut sums = vec![[0.0; MAX_SEATS]; moves];
    for (world, weight) in worlds {
        for (sum, &mv) in sums.iter_mut().zip(rules.legal_moves(world).iter()) {
            let mut child = world.clone();
            rules.play_unchecked(&mut child, mv);
            add(sum, &values(rules, &child, problem), *weight as f64 / total);
        }
    }
    sums
}

/// The value of `state` to each seat.
fn values<G: Heuristics>(rules: &G, state: &G::State, problem: Problem) -> SeatValues {
    let turn = rules.turn(state);
    if objective::is_end(rules, problem.objective, state, turn) {
        return objective::final_values(rules, problem.objective, state);
    }
    let Turn::Player(mover) = turn else { return expectation(rules, state, problem) };
    let mut best: Option<SeatValues> = None;
    for &mv in rules.legal_moves(state).iter() {
        let mut child = state.clone();
        rules.play_unchecked(&mut child, mv);
        let line = values(rules, &child, problem);
        // A later move must be clearly better: at a tie the first one stays.
        if best.is_none_or(|best| gain(&line, &best, mover, problem) > TOLERANCE) {
            best = Some(line);
        }
    }
    best.unwrap_or([0.0; MAX_SEATS])
}

fn gain(line: &SeatValues, best: &SeatValues, mover: Seat, problem: Problem) -> f64 {
    let (own, advised) = (mover.index(), problem.seat.index());
    match problem.concept {
        Concept::Paranoid if own != advised => best[advised] - line[advised],
        _ => line[own] - best[own],
    }
}

fn expectation<G: Heuristics>(rules: &G, state: &G::State, problem: Problem) -> SeatValues {
    let outcomes = rules.chances(state).unwrap_or_default();
    let total: f64 = outcomes.iter().map(|&(_, weight)| weight as f64).sum();
    let mut sum = [0.0; MAX_SEATS];
    for (outcome, weight) in outcomes {
        let mut child = state.clone();
        let _ = rules.resolve(&mut child, &outcome);
        add(&mut sum, &values(rules, &child, problem), weight as f64 / total);
    }
    sum
}

fn add(sum: &mut SeatValues, values: &SeatValues, weight: f64) {
    sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += weight * value);
}

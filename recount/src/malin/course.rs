//! The order of things: contracts, windows, tricks, rounds, game.

use serde_json::{Map, Value};

use super::state::{Phase, State};
use super::{deal, malheur, pile, score};
use crate::fair_deal::Stream;

/// The decision under way has been made, by a move that begins with `verb`.
pub fn done(state: &mut State, verb: &str) {
    match (state.phase, verb) {
        (Phase::DealWindow, "pass") => next(state, state.quiet + 1),
        (Phase::AfterWindow, "pass") => next(state, state.quiet + 1),
        (Phase::AfterWindow, _) => next(state, 0),
        _ => {}
    }
}

/// The next seat is asked, `quiet` of them having done nothing.
fn next(state: &mut State, quiet: usize) {
    state.quiet = quiet;
    state.asked = state.left_of(state.asked);
}

/// Passes over whatever asks nobody, up to the next decision; answers the deal of a round that begins.
pub fn go_on(state: &mut State, told: &mut Map<String, Value>, chance: &mut Stream) -> Option<Value> {
    let mut deal = None;
    while !asks(state) {
        match state.phase {
            Phase::Bid => open(state, Phase::DealWindow, state.left_of(state.dealer)),
            Phase::DealWindow if state.quiet < state.options.players => next(state, state.quiet + 1),
            Phase::DealWindow => state.phase = Phase::Play,
            Phase::Play => open(state, Phase::AfterWindow, state.leader),
            Phase::AfterWindow if state.quiet < state.options.players => next(state, state.quiet + 1),
            Phase::AfterWindow => deal = end_trick(state, told, chance),
            Phase::Over => break,
        }
    }
    deal
}

/// Whether somebody has a decision to make here. In a window every seat with a Malheur card is asked, whatever it is.
fn asks(state: &State) -> bool {
    match state.phase {
        Phase::Bid => state.contracts.contains(&None),
        Phase::DealWindow | Phase::AfterWindow => {
            state.quiet < state.options.players && !state.malheurs[state.asked].is_empty()
        }
        Phase::Play => state.laid.len() < state.options.players,
        Phase::Over => true,
    }
}

fn open(state: &mut State, window: Phase, first: usize) {
    state.phase = window;
    state.asked = first;
    state.quiet = 0;
}

/// The trick is decided; its taker leads the next, after a void one the leader again.
fn end_trick(state: &mut State, told: &mut Map<String, Value>, chance: &mut Stream) -> Option<Value> {
    if let Some(taker) = malheur::decide(state) {
        state.taken[taker] += 1;
        state.leader = taker;
    }
    state.laid.clear();
    state.trick += 1;
    state.phase = Phase::Play;
    (state.trick > state.options.tricks()).then(|| end_round(state, told, chance)).flatten()
}

fn end_round(state: &mut State, told: &mut Map<String, Value>, chance: &mut Stream) -> Option<Value> {
    let before = state.points.clone();
    state.points = score::after_round(state);
    if state.points.iter().any(|&points| points <= 0) {
        state.phase = Phase::Over;
        return None;
    }
    let due: Vec<usize> =
        before.iter().zip(&state.points).map(|(&from, &to)| score::odd_numbers(from, to)).collect();
    pile::draw(state, &due, told, chance);
    state.dealer = state.left_of(state.dealer);
    let deal = deal::next_round(state, chance);
    told.insert("deal".to_owned(), deal.clone());
    Some(deal)
}

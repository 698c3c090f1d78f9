//! The order of things: cards, powers, winner, serving, free action, collection, looking; tricks, rounds, game.

use serde_json::Value;

use super::state::{Action, Card, Phase, State, TRICKS};
use super::{deal, legal, score};
use crate::fair_deal::Stream;

/// The decision under way has been made.
pub fn done(state: &mut State) {
    match state.phase {
        Phase::Power | Phase::Serve | Phase::Look => state.place += 1,
        Phase::FreeAction => collect(state),
        Phase::Play | Phase::Over => {}
    }
}

/// Passes over whatever asks nobody, up to the next decision; answers the deal of a round that begins.
pub fn go_on(state: &mut State, chance: &mut Stream) -> Option<Value> {
    let mut deal = None;
    while !asks(state) {
        match state.phase {
            Phase::Play => enter(state, Phase::Power),
            Phase::Power if has_place(state) => state.place += 1,
            Phase::Power => {
                state.winner = score::trick_winner(state);
                enter(state, Phase::Serve);
            }
            Phase::Serve if has_place(state) => state.place += 1,
            Phase::Serve => enter(state, Phase::FreeAction),
            Phase::FreeAction => collect(state),
            Phase::Look if has_place(state) => state.place += 1,
            Phase::Look => deal = end_trick(state, chance),
            Phase::Over => break,
        }
    }
    deal
}

/// Whether somebody has a decision to make here.
fn asks(state: &State) -> bool {
    let activated = || state.laid[state.place].activated;
    match state.phase {
        Phase::Play => state.laid.len() < state.options.players,
        Phase::Power => has_place(state) && !legal::powers(state).is_empty(),
        Phase::Serve => has_place(state) && activated() == Some(Action::Serve),
        Phase::FreeAction => state.winner.is_some() && !legal::free_actions(state).is_empty(),
        Phase::Look => has_place(state) && matches!(activated(), Some(Action::Consult | Action::Peek)),
        Phase::Over => true,
    }
}

fn has_place(state: &State) -> bool {
    state.place < state.laid.len()
}

fn enter(state: &mut State, phase: Phase) {
    state.phase = phase;
    state.place = 0;
}

/// The winner takes the trick less the served cards; without a winner they are set aside.
fn collect(state: &mut State) {
    if let Some(winner) = state.winner {
        let left = state.laid.iter().filter(|laid| !laid.served);
        let cards: Vec<Card> = left.map(|laid| (state.families[laid.seat], laid.character)).collect();
        state.collected[winner].tricks.insert(state.trick, cards);
    }
    enter(state, Phase::Look);
}

/// The winner leads next, or the leader again; after the eighth trick the round is counted.
fn end_trick(state: &mut State, chance: &mut Stream) -> Option<Value> {
    state.leader = state.winner.take().unwrap_or(state.leader);
    state.laid.clear();
    state.trick += 1;
    enter(state, Phase::Play);
    (state.trick > TRICKS).then(|| end_round(state, chance)).flatten()
}

fn end_round(state: &mut State, chance: &mut Stream) -> Option<Value> {
    for seat in 0..state.options.players {
        state.totals[seat] += score::round_score(state, seat);
    }
    let rounds = state.options.rounds;
    let may_play_off = state.round < rounds + state.options.max_extra_rounds;
    if state.round >= rounds && !(score::tied_for_first(&state.totals) && may_play_off) {
        enter(state, Phase::Over);
        return None;
    }
    state.bourgeoisie = score::hand_out(state);
    Some(deal::next_round(state, chance))
}

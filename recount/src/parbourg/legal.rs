//! What the seat to move may do.

use super::card::Kind;
use super::state::{Phase, State};
use super::targets::targets;

/// All legal moves of the seat to move, in canonical order.
pub fn legal_moves(state: &State) -> Vec<String> {
    let Some(seat) = state.to_move() else { return Vec::new() };
    if state.answering.is_some() {
        return and_pass(counters(state, seat));
    }
    match state.phase {
        Phase::KeepHenchman => scores("keep", &state.seats[seat].choice),
        Phase::ChooseInitiative => scores("initiative", &state.seats[seat].henchmen),
        Phase::Alchemy => and_pass(coloured(state, seat, Kind::Alchemy, "alchemy")),
        Phase::Window => and_pass(ephemerals(state, seat)),
        Phase::Turn => turn(state, seat),
        Phase::Over => Vec::new(),
    }
}

fn and_pass(mut moves: Vec<String>) -> Vec<String> {
    moves.push("pass".to_owned());
    moves
}

fn scores(verb: &str, scores: &[i64]) -> Vec<String> {
    let mut scores = scores.to_vec();
    scores.sort_unstable();
    scores.iter().map(|score| format!("{verb} {score}")).collect()
}

/// Every *Contre* in hand.
pub fn counters(state: &State, seat: usize) -> Vec<String> {
    let held = state.held(seat, &[Kind::Ephemeral]);
    let counters = held.into_iter().filter(|&id| state.card(id).effect.name == "counter");
    counters.map(|id| format!("ephemeral #{id}")).collect()
}

/// Every use of an ephemeral card but *Contre*.
pub fn ephemerals(state: &State, seat: usize) -> Vec<String> {
    let held = state.held(seat, &[Kind::Ephemeral]);
    held.iter().flat_map(|&id| uses(state, seat, id, &format!("ephemeral #{id}"), false)).collect()
}

/// Every use of the cards of a kind for which a henchman has the colour.
fn coloured(state: &State, seat: usize, kind: Kind, verb: &str) -> Vec<String> {
    let mut held = state.held(seat, &[kind]);
    held.retain(|&id| state.has_colour(seat, id));
    held.iter().flat_map(|&id| uses(state, seat, id, &format!("{verb} #{id}"), false)).collect()
}

/// `verb` with every target.
fn uses(state: &State, seat: usize, card: u32, verb: &str, laid: bool) -> Vec<String> {
    let all = targets(state, seat, card, laid);
    all.iter().map(|target| format!("{verb} {target}").trim_end().to_owned()).collect()
}

fn turn(state: &State, seat: usize) -> Vec<String> {
    let mut moves = Vec::new();
    if state.actions < state.options.actions {
        moves.extend(bets(state, seat));
        moves.extend(coloured(state, seat, Kind::BetOrEvent, "event"));
    }
    if !state.built {
        moves.extend(state.held(seat, &[Kind::Building]).iter().map(|id| format!("build #{id}")));
    }
    moves.extend(ephemerals(state, seat));
    if !state.last && (state.actions > 0 || state.built) {
        moves.push("end".to_owned());
    }
    moves.push("fold".to_owned());
    moves
}

/// Action cards laid, face up or down, with or without their event.
fn bets(state: &State, seat: usize) -> Vec<String> {
    let own = &state.seats[seat];
    if own.limit.is_some_and(|limit| own.laid.len() >= limit) {
        return Vec::new();
    }
    let mage = state.powers(seat).any(|power| power.name == "face_down");
    let ways: &[&str] = if mage { &["", " hidden"] } else { &[""] };
    let mut moves = Vec::new();
    for id in state.held(seat, &[Kind::Bet, Kind::BetAndEvent, Kind::BetOrEvent]) {
        for way in ways {
            moves.push(format!("bet #{id}{way}"));
            if state.card(id).kind == Kind::BetAndEvent && state.has_colour(seat, id) {
                moves.extend(uses(state, seat, id, &format!("bet #{id}{way} event"), true));
            }
        }
    }
    moves
}

//! The corners the text settles.

mod contracts;
mod effects;
mod points;
mod windows;

use serde_json::{Value, json};

use super::card::Card;
use super::legal::legal_moves;
use super::state::Phase;
use super::*;
use crate::table::PlyOutcome;

/// Complete options with these changed.
fn options(changes: &Value) -> Options {
    let mut all = json!({
        "players": 4, "points": 10, "malheurs": false, "teams": false, "twins": "declared", "wish": "declared",
        "ties": "first", "malheur_deck": [{"id": "boost", "copies": 4}, {"id": "parry", "copies": 4}],
    });
    for (name, value) in changes.as_object().unwrap() {
        all[name] = value.clone();
    }
    Options::read(&all).unwrap()
}

fn chance() -> Stream {
    Stream::new(&[1; 32], 0)
}

/// A dealt table; seat 3, the last of four, deals, so that seat 0 leads.
fn table(changes: &Value) -> State {
    let mut state = start(options(changes), &mut chance()).0;
    state.dealer = state.options.players - 1;
    state.leader = 0;
    state
}

fn moves(state: &mut State, notations: &[&str]) -> PlyOutcome {
    let mut told = PlyOutcome::default();
    for notation in notations {
        told = play(state, notation, &mut chance()).unwrap();
    }
    told
}

/// A round of four in play: contracts made, these number cards in hand, these Malheurs held.
fn in_play(changes: &Value, hands: [&[i64]; 4], malheurs: [&[&str]; 4]) -> State {
    let mut state = table(changes);
    state.announced = vec![Some(1), Some(2), Some(3), Some(4)];
    state.contracts = state.announced.clone();
    state.phase = Phase::Play;
    state.hands = hands.map(|hand| hand.iter().map(|&value| Card::Number(value)).collect()).to_vec();
    state.malheurs = malheurs.map(|held| held.iter().map(|&id| id.to_owned()).collect()).to_vec();
    state
}

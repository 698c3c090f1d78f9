//! The worked examples of the booklet, and the corners the text settles.

mod bourgeoisie;
mod malandrin;
mod rounds;
mod tokens;

use serde_json::{Value, json};

use super::legal::listed;
use super::*;
use crate::table::PlyOutcome;

/// Complete options with these changed.
fn options(changes: &Value) -> Options {
    let mut all = json!({
        "players": 4, "variants": [], "ties": "one_step", "magistrat_may_target_self": false,
        "max_extra_rounds": 3, "deck": {"values": [0, 1, 2, 3, 4, 5, 6, 7]},
    });
    for (name, value) in changes.as_object().unwrap() {
        all[name] = value.clone();
    }
    Options::read(&all).unwrap()
}

/// A dealt table; seat 0 leads.
fn table(changes: &Value) -> State {
    let mut state = start(options(changes), &mut chance()).0;
    state.leader = 0;
    state
}

fn chance() -> Stream {
    Stream::new(&[1; 32], 0)
}

fn moves(state: &mut State, notations: &[&str]) -> PlyOutcome {
    let mut told = PlyOutcome::default();
    for notation in notations {
        told = play(state, notation, &mut chance()).unwrap();
    }
    told
}

/// The table after one card of each seat, from seat 0 on.
fn laid(changes: &Value, characters: &[usize]) -> State {
    let mut state = table(changes);
    for character in characters {
        moves(&mut state, &[&format!("play {character}")]);
    }
    state
}

/// Plays the first listed move until the trick is decided.
fn finish_trick(state: &mut State) {
    let trick = state.trick;
    while state.trick == trick {
        let first = listed(state)[0].clone();
        moves(state, &[&first]);
    }
}

//! What a move does.

use serde_json::{Map, Value, json};

use super::legal::{lays, legal_moves};
use super::malheur::{insert, remove, waiting_effect};
use super::state::{Laid, State, Waiting};
use super::{course, document, pile};
use crate::RulesError;
use crate::fair_deal::Stream;
use crate::table::{PlyOutcome, words};

/// Plays a legal move and whatever follows from it without a decision.
///
/// # Errors
/// The move is not legal.
pub fn play(state: &mut State, notation: &str, chance: &mut Stream) -> Result<PlyOutcome, RulesError> {
    let words = words(notation, &legal_moves(state))?;
    let seat = state.to_move().unwrap_or_default();
    let mut told = Map::new();
    match words[0] {
        "bid" => {
            state.announced[seat] = words[1].parse().ok();
            state.contracts[seat] = state.announced[seat];
        }
        "play" => lay(state, seat, &words[1..].join(" ")),
        "malheur" => told = malheur(state, seat, &words[1..], chance),
        _ => {}
    }
    course::done(state, words[0]);
    let deal = course::go_on(state, &mut told, chance);
    Ok(PlyOutcome::new(told, deal))
}

fn lay(state: &mut State, seat: usize, written: &str) {
    let all = lays(state, &state.hands[seat]);
    if let Some((card, value)) = all.into_iter().find(|(card, value)| card.laid(*value) == written) {
        remove(&mut state.hands[seat], card);
        state.laid.push(Laid { card, value, bonus: 0 });
    }
}

/// A Malheur waits, or acts at once; tells what was seen.
fn malheur(state: &mut State, seat: usize, words: &[&str], chance: &mut Stream) -> Map<String, Value> {
    let effect = waiting_effect(state, seat, words);
    pile::use_up(state, seat, words[0]);
    if let Some(effect) = effect {
        state.waiting.push(Waiting { seat, written: words.join(" "), effect });
        return Map::new();
    }
    let last = words[words.len() - 1];
    let target = last.strip_prefix('s').and_then(|seat| seat.parse().ok()).unwrap_or(seat);
    match words[0] {
        "parry" => drop(state.waiting.pop()),
        "perjury" => change(state, seat, last),
        "curse" => change(state, words[1][1..].parse().unwrap_or(seat), last),
        "evil_eye" => return told_of("hand", json!(document::cards(&state.hands[target]))),
        "barter" => return barter(state, seat, &words[1..words.len() - 1].join(" "), target, chance),
        _ => {}
    }
    Map::new()
}

fn change(state: &mut State, seat: usize, by: &str) {
    let by: i64 = by.parse().unwrap_or_default();
    state.contracts[seat] = state.contracts[seat].map(|contract| contract + by);
}

/// A chosen card for a random one, which is drawn before the other joins.
fn barter(
    state: &mut State,
    seat: usize,
    given: &str,
    target: usize,
    chance: &mut Stream,
) -> Map<String, Value> {
    let given = state.hands[seat].iter().copied().find(|card| card.name() == given);
    let at = chance.below(state.hands[target].len() as u32) as usize;
    let got = state.hands[target].remove(at);
    if let Some(given) = given {
        remove(&mut state.hands[seat], given);
        insert(&mut state.hands[target], given);
    }
    insert(&mut state.hands[seat], got);
    told_of("card", json!(got.name()))
}

fn told_of(name: &str, value: Value) -> Map<String, Value> {
    [(name.to_owned(), value)].into_iter().collect()
}

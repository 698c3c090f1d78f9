//! The corners the text settles.

mod challenges;
mod days;
mod effects;

use serde_json::{Value, json};

use super::legal::legal_moves;
use super::state::Phase;
use super::*;
use crate::table::PlyOutcome;

/// A deck of plain bets of 3, #1 to #40, and one card or two of every effect the tests use.
fn deck() -> Value {
    let all = json!(["yellow", "red", "green", "blue"]);
    let event = |id: u32, kind: &str, name: &str, n: u32| json!({"id": id, "kind": kind, "value": 2, "colours": all, "effect": {"name": name, "n": n, "colour": "red"}});
    let other = |id: u32, kind: &str, name: &str, n: u32| json!({"id": id, "kind": kind, "colours": all, "effect": {"name": name, "n": n, "colour": "red"}});
    let mut cards: Vec<Value> = (1..=40).map(|id| json!({"id": id, "kind": "bet", "value": 3})).collect();
    let events =
        ["bonus", "steal_card", "double", "take_back", "discard_action", "cancel_challenge", "swap_order"];
    cards.extend((41..).zip(events).map(|(id, name)| event(id, "bet_and_event", name, 4)));
    let events = ["draw", "force_fold", "shield", "change_colour", "discard_hand", "peek_hand", "retrieve"];
    cards.extend((51..).zip(events).map(|(id, name)| event(id, "bet_or_event", name, 2)));
    let buildings =
        ["colour_bonus", "protect_actions", "draw_first_challenge", "win_ties", "choose_henchman"];
    cards.extend((61..).zip(buildings).map(|(id, name)| other(id, "building", name, 2)));
    let alchemies = ["colour_bonus", "second_henchman", "draw"];
    cards.extend((71..).zip(alchemies).map(|(id, name)| other(id, "alchemy", name, 2)));
    let ephemerals =
        ["limit_actions", "skip_turn", "counter", "counter", "exchange_henchman", "replace_henchman"];
    cards.extend((81..).zip(ephemerals).map(|(id, name)| other(id, "ephemeral", name, 2)));
    json!({"cards": cards, "henchmen": henchmen()})
}

fn henchmen() -> Value {
    let all = json!(["yellow", "red", "green", "blue"]);
    let powers = ["", "draw_day", "", "", "", "draw_challenge", "face_down", "every_bonus"];
    let henchman = |(score, name): (u32, &str)| {
        let power = if name.is_empty() { Value::Null } else { json!({"name": name, "n": 1}) };
        json!({"initiative": score, "name": "x", "colours": if score == 8 { json!([]) } else { all.clone() },
            "power": power})
    };
    (1..).zip(powers).map(henchman).collect()
}

fn chance() -> Stream {
    Stream::new(&[1; 32], 0)
}

/// The first turn of day 1 with these henchmen and hands; every drawn card is among 20 to 40. Seat 0 draws first.
fn turn(henchmen: &[i64], hands: &[&[u32]], changes: &Value) -> State {
    let mut state = dealt(henchmen, hands, changes);
    moves(&mut state, &vec!["pass"; henchmen.len()]);
    state.seats.iter_mut().zip(hands).for_each(|(seat, hand)| seat.hand = hand.iter().copied().collect());
    state
}

/// The alchemy of day 1.
fn dealt(henchmen: &[i64], hands: &[&[u32]], changes: &Value) -> State {
    let mut options = json!({"players": henchmen.len(), "windows": "all", "spare_tokens": 1, "max_rounds": 100,
        "deck": deck()});
    for (name, value) in changes.as_object().unwrap() {
        options[name] = value.clone();
    }
    let mut state = start(Options::read(&options).unwrap(), &mut chance()).0;
    state.first = 0;
    state.pile = (20..=40).collect();
    state.henchman_pile = (1..=8).filter(|score| !henchmen.contains(score)).collect();
    for (seat, (&henchman, hand)) in state.seats.iter_mut().zip(henchmen.iter().zip(hands)) {
        seat.henchmen = vec![henchman];
        seat.hand = hand.iter().copied().collect();
    }
    let mut ply = play::Ply { state: &mut state, chance: &mut chance(), told: serde_json::Map::new() };
    ply.begin_day();
    state
}

fn moves(state: &mut State, notations: &[&str]) -> PlyOutcome {
    let mut told = PlyOutcome::default();
    for notation in notations {
        told = play(state, notation, &mut chance()).unwrap_or_else(|error| panic!("{error}"));
    }
    told
}

fn legal(state: &State, notation: &str) -> bool {
    legal_moves(state).iter().any(|legal| legal == notation)
}

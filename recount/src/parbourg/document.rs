//! The full state as `docs/parbourg-state.md` describes it.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::card::COLOURS;
use super::score;
use super::state::{State, Used};

/// What `state_hash` covers.
pub fn document(state: &State) -> Value {
    let mut shown = json!({
        "day": state.day,
        "challenge": state.challenge,
        "phase": phase(state),
        "first": state.first,
        "tokens": state.tokens.map(|colour| COLOURS[colour]),
        "spare": state.spare,
        "order": state.order,
        "done": state.done,
        "round": state.round,
        "mover": state.mover,
        "actions": state.actions,
        "built": state.built,
        "last": state.last,
        "to_ask": ascending(&state.to_ask),
        "chain": state.chain.iter().map(used).collect::<Vec<_>>(),
        "to_answer": ascending(&state.to_answer),
        "seats": (0..state.seats.len()).map(|seat| shown_seat(state, seat)).collect::<Vec<_>>(),
        "pile": state.pile,
        "discard": state.discard,
        "henchman_pile": state.henchman_pile,
        "known": (0..state.seats.len()).map(|seat| known(state, seat)).collect::<Vec<_>>(),
        "known_to_all": state.known_to_all,
        "passed": ascending(&state.passes),
    });
    if let Some(seat) = state.to_move() {
        shown["turn"] = json!(seat);
    }
    shown
}

fn ascending<T: Copy + Ord>(items: &[T]) -> BTreeSet<T> {
    items.iter().copied().collect()
}

/// What everybody knows, the seat's own hand apart, is known to the seat as well.
fn known(state: &State, seat: usize) -> BTreeSet<u32> {
    let others = state.known_to_all.difference(&state.seats[seat].hand);
    others.chain(&state.known[seat]).copied().collect()
}

fn phase(state: &State) -> String {
    state.answering.map_or_else(|| state.phase.to_string(), |_| "response".to_owned())
}

fn used(used: &Used) -> Value {
    let text = format!("#{} {}", used.card, used.targets);
    json!({"seat": used.seat, "text": text.trim_end()})
}

fn shown_seat(state: &State, seat: usize) -> Value {
    let own = &state.seats[seat];
    let laid = own
        .laid
        .iter()
        .map(|laid| json!({"card": laid.card, "hidden": laid.hidden, "doubled": laid.doubled}));
    let mut shown = json!({
        "cards": own.hand.len(),
        "hand": own.hand,
        "henchmen": own.henchmen,
        "standing": own.standing,
        "shielded": own.shielded,
        "skips": own.skips,
        "laid": laid.collect::<Vec<_>>(),
        "buildings": ascending(&own.buildings),
        "points": score::points(state, seat),
        "bonus": own.bonus,
        "day_bonus": own.day_bonus,
        "won": own.won,
    });
    if !own.choice.is_empty() {
        shown["choice"] = json!(own.choice);
    }
    if let Some(limit) = own.limit {
        shown["limit"] = json!(limit);
    }
    shown
}

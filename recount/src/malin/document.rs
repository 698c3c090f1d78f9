//! The full state as `docs/malin-state.md` describes it.

use serde_json::{Value, json};

use super::card::Card;
use super::state::{Laid, Phase, State};

/// What `state_hash` covers.
pub fn document(state: &State) -> Value {
    let mut shown = json!({
        "round": state.round,
        "phase": state.phase.to_string(),
        "dealer": state.dealer,
        "removed": state.removed.name(),
        "hands": state.hands.iter().map(|hand| cards(hand)).collect::<Vec<_>>(),
        "left_over": cards(&state.left_over),
        "announced": state.announced,
        "contracts": state.contracts,
        "taken": state.taken,
        "played": state.trick - 1,
        "leader": state.leader,
        "laid": (0..state.options.players).map(|seat| laid(state.laid_by(seat))).collect::<Vec<_>>(),
        "waiting": state.waiting.iter().map(|one| json!({"seat": one.seat, "malheur": one.written})).collect::<Vec<_>>(),
        "points": state.points,
        "malheurs": state.malheurs,
        "pile": state.pile,
        "used": state.used,
    });
    if let Some(seat) = state.to_move() {
        shown["turn"] = json!(seat);
    }
    if state.phase == Phase::AfterWindow {
        shown["quiet"] = json!(state.quiet);
    }
    shown
}

/// The names of cards.
pub fn cards(cards: &[Card]) -> Vec<String> {
    cards.iter().map(|card| card.name()).collect()
}

fn laid(laid: Option<&Laid>) -> Value {
    laid.map_or(Value::Null, |laid| json!({"card": laid.card.name(), "value": laid.value}))
}

//! The full state as `docs/sept-blasons-state.md` describes it.

use serde_json::{Value, json};

use super::state::{Collected, FAMILIES, Laid, Phase, State, Token};

/// What `state_hash` covers.
pub fn document(state: &State) -> Value {
    let mut shown = json!({
        "round": state.round,
        "trick": state.trick,
        "phase": state.phase.to_string(),
        "leader": state.leader,
        "families": state.families.iter().map(|&family| FAMILIES[family]).collect::<Vec<_>>(),
        "hands": state.hands,
        "laid": state.laid.iter().map(laid).collect::<Vec<_>>(),
        "tokens": state.tokens.iter().map(token).collect::<Vec<_>>(),
        "pool": state.pool,
        "next_id": state.next_id,
        "collected": state.collected.iter().map(collected).collect::<Vec<_>>(),
        "totals": state.totals,
        "bourgeoisie": state.bourgeoisie,
        "activated": state.activated,
    });
    if let Some(seat) = state.to_move() {
        shown["turn"] = json!(seat);
    }
    if matches!(state.phase, Phase::Power | Phase::Serve | Phase::Look) {
        shown["place"] = json!(state.place);
    }
    shown
}

fn laid(laid: &Laid) -> Value {
    let mut shown = json!({"character": laid.character, "value": laid.value, "actor": laid.actor});
    if let Some(action) = laid.activated {
        shown["activated"] = json!(action.to_string());
    }
    shown
}

fn token((id, token): (&usize, &Token)) -> Value {
    let mut shown =
        json!({"id": id, "family": FAMILIES[token.family], "up": token.up, "known_to": token.known_to});
    if let Some(seat) = token.seat {
        shown["seat"] = json!(seat);
    }
    shown
}

/// Characters by family, ascending.
fn collected(collected: &Collected) -> Vec<Vec<usize>> {
    let of_family = |family: usize| {
        let cards = collected.cards().filter(|card| card.0 == family);
        let mut characters: Vec<usize> = cards.map(|(_, character)| character).collect();
        characters.sort_unstable();
        characters
    };
    (0..FAMILIES.len()).map(of_family).collect()
}

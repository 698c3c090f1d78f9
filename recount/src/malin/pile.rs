//! Malheur cards: drawn from the pile, used, reshuffled.

use serde_json::{Map, Value, json};

use super::state::{EFFECTS, State};
use crate::fair_deal::Stream;

/// Each seat draws the cards it is due, from the dealer's left on; tells by seat who drew what, and a reshuffle.
pub fn draw(state: &mut State, due: &[usize], told: &mut Map<String, Value>, chance: &mut Stream) {
    if !state.options.malheurs {
        return;
    }
    let mut drew = Vec::new();
    for step in 1..=due.len() {
        let seat = (state.dealer + step) % due.len();
        let mut cards: Vec<String> = (0..due[seat]).filter_map(|_| next(state, told, chance)).collect();
        state.malheurs[seat].extend(cards.iter().cloned());
        sort(&mut state.malheurs[seat]);
        sort(&mut cards);
        if !cards.is_empty() {
            drew.push((seat, cards));
        }
    }
    drew.sort();
    let shown = drew.iter().map(|(seat, cards)| json!({"seat": seat, "malheurs": cards}));
    if !drew.is_empty() {
        told.insert("drew".to_owned(), shown.collect());
    }
}

/// The top card. The used cards are reshuffled when the pile is empty; with none used either the card is forgone.
fn next(state: &mut State, told: &mut Map<String, Value>, chance: &mut Stream) -> Option<String> {
    if state.pile.is_empty() && !state.used.is_empty() {
        state.pile = std::mem::take(&mut state.used);
        chance.shuffle(&mut state.pile);
        told.insert("reshuffled".to_owned(), json!(state.pile));
    }
    state.pile.pop()
}

/// A card goes from the seat's hand to the used ones.
pub fn use_up(state: &mut State, seat: usize, id: &str) {
    let hand = &mut state.malheurs[seat];
    if let Some(at) = hand.iter().position(|held| held == id) {
        state.used.push(hand.remove(at));
        sort(&mut state.used);
    }
}

/// In the order of the table of effects.
fn sort(ids: &mut [String]) {
    ids.sort_by_key(|id| EFFECTS.iter().position(|effect| effect == id));
}

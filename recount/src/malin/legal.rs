//! What the seat to move may do.

use super::card::Card;
use super::malheur;
use super::state::{Phase, State};

/// All legal moves of the seat to move, in canonical order.
pub fn legal_moves(state: &State) -> Vec<String> {
    let Some(seat) = state.to_move() else { return Vec::new() };
    match state.phase {
        Phase::Bid => bids(state).iter().map(|bid| format!("bid {bid}")).collect(),
        Phase::Play => {
            let plays = lays(state, &state.hands[seat])
                .into_iter()
                .map(|(card, value)| format!("play {}", card.laid(value)));
            plays.chain(malheur::usable(state, seat, malheur::Window::Before)).collect()
        }
        Phase::DealWindow => window(state, seat, malheur::Window::Deal),
        Phase::AfterWindow => window(state, seat, malheur::Window::After),
        Phase::Over => Vec::new(),
    }
}

fn window(state: &State, seat: usize, window: malheur::Window) -> Vec<String> {
    let mut moves = malheur::usable(state, seat, window);
    moves.push("pass".to_owned());
    moves
}

/// Contracts that may be announced: none announced before, and no sum that is the number of tricks.
fn bids(state: &State) -> Vec<i64> {
    let tricks = state.options.tricks() as i64;
    let announced: Vec<i64> = state.announced.iter().flatten().copied().collect();
    let sum: i64 = announced.iter().sum();
    (0..tricks)
        .filter(|bid| !announced.contains(bid) && (announced.is_empty() || sum + bid != tricks))
        .collect()
}

/// Every way to lay one of the cards; two twins that look alike are one.
pub fn lays(state: &State, cards: &[Card]) -> Vec<(Card, i64)> {
    let mut cards = cards.to_vec();
    cards.sort_unstable();
    cards.dedup();
    let values = |card: &Card| card.values(&state.options, state.removed);
    cards.iter().flat_map(|card| values(card).into_iter().map(|value| (*card, value))).collect()
}

//! Points and ranks.

use super::rules::{Card, REGIONS, SYMBOLS, State};
use crate::table;

/// Points of every seat if the game stopped now, all discs known.
pub fn scores(state: &State) -> Vec<i64> {
    let mut totals = vec![0; state.hands.len()];
    for category in REGIONS.iter().chain(&SYMBOLS) {
        for (total, points) in totals.iter_mut().zip(category_points(state, category)) {
            *total += points;
        }
    }
    totals
}

/// 1 is best: most points, then fewest cards; equal seats share a rank.
pub fn ranks(state: &State) -> Vec<i64> {
    let seats = scores(state).into_iter().zip(&state.hands);
    let keys = seats.map(|(points, hand)| (points, -(hand.taken.len() as i64)));
    table::ranks(&keys.collect::<Vec<_>>())
}

/// Points of every seat for one region or symbol.
pub(super) fn category_points(state: &State, category: &str) -> Vec<i64> {
    let on_cards: Vec<i64> = state
        .hands
        .iter()
        .map(|hand| hand.taken.iter().map(|cell| weight(&state.cards[cell], category)).sum())
        .collect();
    let discs = |seat: usize| {
        state.hands[seat].discs.iter().filter(|held| held.disc == category && !held.given_up).count() as i64
    };
    let sums: Vec<i64> = on_cards.iter().enumerate().map(|(seat, cards)| cards + discs(seat)).collect();
    let best = sums.iter().copied().max().unwrap_or(0);
    let alone = sums.iter().filter(|&&sum| sum == best).count() == 1;
    let each = state.options.points.get(category).copied().unwrap_or(1);
    let points = |(&sum, &cards): (&i64, &i64)| {
        let majority = if alone && sum == best { each * best } else { 0 };
        majority + if cards == 0 { state.options.penalty } else { 0 }
    };
    sums.iter().zip(&on_cards).map(points).collect()
}

/// What a card counts for a region (its shields) or a symbol (one).
fn weight(card: &Card, category: &str) -> i64 {
    if card.region == category { card.shields } else { i64::from(card.symbol.as_deref() == Some(category)) }
}

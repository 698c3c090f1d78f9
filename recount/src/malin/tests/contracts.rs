//! Announcements, and the cards that say their value.

use super::*;

#[test]
fn a_contract_differs_from_all_and_the_sum_is_never_the_number_of_tricks() {
    let mut state = table(&json!({}));
    assert_eq!(legal_moves(&state).len(), 9);
    moves(&mut state, &["bid 4"]);
    let second = ["bid 0", "bid 1", "bid 2", "bid 3", "bid 6", "bid 7", "bid 8"];
    assert_eq!(legal_moves(&state), second);
    moves(&mut state, &["bid 3", "bid 1"]);
    assert_eq!(legal_moves(&state), ["bid 0", "bid 2", "bid 5", "bid 6", "bid 7", "bid 8"]);
}

/// Every course of the announcements has a legal number for every seat.
fn all_can_announce(state: &State) {
    if state.phase != Phase::Bid {
        return;
    }
    let bids = legal_moves(state);
    assert!(!bids.is_empty(), "{:?}", state.announced);
    for bid in bids {
        let mut next = state.clone();
        moves(&mut next, &[&bid]);
        all_can_announce(&next);
    }
}

#[test]
fn a_legal_number_always_exists() {
    for players in 3..=6 {
        all_can_announce(&table(&json!({"players": players})));
    }
}

#[test]
fn hands_are_even_and_the_wish_stands_for_the_removed_card() {
    for (players, each, left) in [(3, 7, 0), (4, 9, 0), (5, 7, 1), (6, 6, 0)] {
        let state = table(&json!({"players": players}));
        assert!(state.hands.iter().all(|hand| hand.len() == each));
        assert_eq!(state.left_over.len(), left);
        let all: Vec<Card> = state.hands.iter().flatten().chain(&state.left_over).copied().collect();
        assert!(all.contains(&Card::Wish));
        assert!(matches!(state.removed, Card::Twin(_)) || !all.contains(&state.removed));
    }
}

#[test]
fn a_declared_twin_is_the_lowest_or_the_highest_and_the_wish_anything() {
    let mut state = in_play(&json!({}), [&[17], &[], &[], &[]], [&[]; 4]);
    state.hands[0].extend([Card::Twin(None), Card::Twin(None), Card::Wish]);
    let plays = legal_moves(&state);
    assert_eq!(plays[..4], ["play 17", "play twin 0", "play twin 35", "play wish 0"]);
    assert_eq!(plays.len(), 3 + 36);
    moves(&mut state, &["play twin 35"]);
    assert_eq!(state.hands[0].len(), 3);
}

#[test]
fn the_wish_may_have_the_value_of_the_removed_card() {
    let changes = json!({"wish": "removed_card", "twins": "fixed"});
    let mut state = in_play(&changes, [&[], &[], &[], &[]], [&[]; 4]);
    state.hands[0] = vec![Card::Twin(Some(0)), Card::Wish];
    state.removed = Card::Number(12);
    assert_eq!(legal_moves(&state), ["play twin 0", "play wish 12"]);
    state.removed = Card::Twin(Some(35));
    assert_eq!(legal_moves(&state), ["play twin 0", "play wish 35"]);
    state.removed = Card::Twin(None);
    assert_eq!(legal_moves(&state), ["play twin 0", "play wish 0", "play wish 35"]);
}

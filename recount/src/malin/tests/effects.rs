//! Malheurs in a trick.

use super::*;

/// Who takes the trick of `cards` after these Malheurs; every seat passes otherwise. The loser of all counts is None.
fn taker(ties: &str, cards: [i64; 4], used: &[(usize, &str)]) -> Option<usize> {
    let all = ["inversion", "boost", "drain", "swap", "void", "gift", "parry"];
    let spare = 40;
    let hands: Vec<Vec<i64>> = cards.iter().map(|&card| vec![card, spare]).collect();
    let hands: [&[i64]; 4] = std::array::from_fn(|seat| hands[seat].as_slice());
    let mut state = in_play(&json!({"ties": ties, "malheurs": true}), hands, [&all; 4]);
    for card in cards {
        moves(&mut state, &[&format!("play {card}")]);
    }
    for (seat, malheur) in used {
        while state.to_move() != Some(*seat) {
            moves(&mut state, &["pass"]);
        }
        moves(&mut state, &[&format!("malheur {malheur}")]);
    }
    while state.phase == Phase::AfterWindow {
        moves(&mut state, &["pass"]);
    }
    state.taken.iter().position(|&taken| taken > 0)
}

#[test]
fn the_highest_takes_the_trick_and_of_equals_the_first_or_the_last() {
    assert_eq!(taker("first", [5, 30, 7, 9], &[]), Some(1));
    assert_eq!(taker("first", [5, 30, 30, 9], &[]), Some(1));
    assert_eq!(taker("last", [5, 30, 30, 9], &[]), Some(2));
}

#[test]
fn an_odd_number_of_inversions_inverts_ties_too() {
    assert_eq!(taker("first", [5, 30, 5, 9], &[(3, "inversion")]), Some(0));
    assert_eq!(taker("last", [5, 30, 5, 9], &[(3, "inversion")]), Some(2));
    assert_eq!(taker("first", [5, 30, 5, 9], &[(0, "inversion"), (1, "inversion")]), Some(1));
}

#[test]
fn boosts_and_drains_act_where_they_arrive_and_stick_through_swaps() {
    assert_eq!(taker("first", [25, 30, 7, 9], &[(0, "boost")]), Some(0));
    assert_eq!(taker("first", [25, 30, 7, 9], &[(0, "drain s1")]), Some(0));
    assert_eq!(taker("first", [25, 30, 7, 9], &[(0, "boost"), (2, "swap s0 s2")]), Some(2));
    assert_eq!(taker("first", [25, 30, 7, 9], &[(2, "swap s0 s2"), (0, "boost")]), Some(1));
}

#[test]
fn ties_look_at_the_seats_order_after_a_swap() {
    assert_eq!(taker("first", [30, 5, 30, 9], &[(1, "swap s1 s2")]), Some(0));
    assert_eq!(taker("last", [30, 5, 30, 9], &[(1, "swap s1 s2")]), Some(1));
}

#[test]
fn gifts_chain_in_order_of_arrival_and_a_void_outranks_all() {
    assert_eq!(taker("first", [30, 5, 7, 9], &[(0, "gift s1"), (1, "gift s2")]), Some(2));
    assert_eq!(
        taker("first", [5, 30, 7, 9], &[(0, "gift s3"), (1, "gift s0")]),
        Some(0),
        "the first came too early"
    );
    assert_eq!(taker("first", [30, 5, 7, 9], &[(0, "gift s1"), (2, "void"), (3, "inversion")]), None);
}

#[test]
fn a_parry_cancels_the_latest_that_waits() {
    assert_eq!(taker("first", [25, 30, 7, 9], &[(0, "boost"), (1, "parry")]), Some(1));
    assert_eq!(taker("first", [25, 30, 7, 9], &[(0, "boost"), (1, "boost"), (2, "parry")]), Some(0));
    let state = in_play(&json!({"malheurs": true}), [&[1]; 4], [&["parry"], &[], &[], &[]]);
    let mut after = state.clone();
    moves(&mut after, &["play 1"; 4]);
    assert_eq!(legal_moves(&after), ["pass"], "nothing waits");
}

#[test]
fn a_retake_gives_back_what_then_lies_there_and_ends_its_boost() {
    let malheurs: [&[&str]; 4] = [&["boost", "retake"], &["swap"], &[], &[]];
    let mut state = in_play(&json!({"malheurs": true}), [&[20, 22], &[25, 1], &[3, 2], &[4, 5]], malheurs);
    moves(&mut state, &["play 20", "play 25", "play 3", "play 4", "malheur boost", "malheur swap s0 s1"]);
    assert_eq!(legal_moves(&state), ["malheur retake 22", "pass"]);
    moves(&mut state, &["malheur retake 22"]);
    assert_eq!(state.taken, [0, 1, 0, 0], "seat 1 has the boosted 20, seat 0 laid 22 for the 25");
    assert_eq!(state.hands[0], [Card::Number(25)]);
}

#[test]
fn a_card_named_by_a_waiting_retake_is_not_named_again() {
    let malheurs: [&[&str]; 4] = [&["retake", "retake"], &[], &[], &[]];
    let mut state =
        in_play(&json!({"malheurs": true}), [&[20, 22, 23], &[25, 1, 6], &[3, 2, 7], &[4, 5, 8]], malheurs);
    moves(&mut state, &["play 20", "play 25", "play 3", "play 4", "malheur retake 23"]);
    assert_eq!(legal_moves(&state), ["malheur retake 22", "pass"]);
    moves(&mut state, &["malheur retake 22"]);
    assert_eq!(state.hands[0], [Card::Number(20), Card::Number(23)]);
}

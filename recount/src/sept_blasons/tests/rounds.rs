//! Scores, rounds, the end.

use serde_json::json;

use super::*;
use crate::sept_blasons::score::round_score;
use crate::sept_blasons::state::{Card, Token};

/// The booklet's families of the example.
const BELLAY: usize = 1;
const GRANDBOIS: usize = 3;
const GUILLOUX: usize = 4;

fn cards(family: usize, characters: &[usize]) -> Vec<Card> {
    characters.iter().map(|&character| (family, character)).collect()
}

/// Points of seat 0, of `family`, for face-up tokens and collected cards.
fn points(family: usize, tokens: &[usize], collected: &[(usize, &[usize])]) -> i64 {
    let mut state = table(&json!({"players": 3, "families": ["grandbois", "guilloux", "bellay"]}));
    state.families[0] = family;
    let up = |&family: &usize| Token { family, up: true, seat: Some(0), known_to: Default::default() };
    state.tokens = (1..).zip(tokens.iter().map(up)).collect();
    let hidden = Token { family: (family + 1) % 7, up: false, seat: Some(0), known_to: Default::default() };
    state.tokens.insert(20, hidden);
    state.collected[0].served = collected.iter().flat_map(|(family, all)| cards(*family, all)).collect();
    round_score(&state, 0)
}

#[test]
fn the_worked_example_of_a_rounds_score() {
    let sums: [(usize, &[usize]); 3] =
        [(GRANDBOIS, &[6, 7, 4]), (BELLAY, &[0, 6, 7]), (GUILLOUX, &[1, 2, 4, 5])];
    assert_eq!(points(GRANDBOIS, &[BELLAY, GUILLOUX], &sums), 13);
    let sums: [(usize, &[usize]); 3] = [(GRANDBOIS, &[1, 5]), (BELLAY, &[2, 6]), (GUILLOUX, &[1, 2])];
    assert_eq!(points(GUILLOUX, &[BELLAY, BELLAY, GUILLOUX], &sums), 16);
    let sums: [(usize, &[usize]); 3] = [(GRANDBOIS, &[5]), (BELLAY, &[7]), (GUILLOUX, &[6, 7])];
    assert_eq!(points(BELLAY, &[GRANDBOIS, GRANDBOIS, GRANDBOIS, BELLAY], &sums), 15);
}

#[test]
fn only_the_best_family_counts_and_never_ones_own() {
    assert_eq!(points(GRANDBOIS, &[GRANDBOIS; 4], &[(GRANDBOIS, &[7, 6])]), 0);
    assert_eq!(points(GRANDBOIS, &[BELLAY, GUILLOUX], &[(BELLAY, &[3]), (GUILLOUX, &[2])]), 3);
}

/// A game whose seats play equal cards until the end: nobody wins a trick, every total stays 0.
fn all_tied(max_extra_rounds: usize) -> State {
    let mut state = table(&json!({"players": 4, "max_extra_rounds": max_extra_rounds}));
    while let Some(seat) = state.to_move() {
        let choices = listed(&state);
        let wanted = format!("play {}", state.hands[seat].first().copied().unwrap_or_default());
        let notation = if choices.contains(&wanted) { wanted } else { choices[choices.len() - 1].clone() };
        moves(&mut state, &[&notation]);
    }
    state
}

#[test]
fn a_tie_for_first_is_played_off_up_to_the_limit() {
    for extra in [0, 2] {
        let state = all_tied(extra);
        assert_eq!((state.round, state.trick, state.totals.as_slice()), (3 + extra, 9, [0; 4].as_slice()));
    }
}

#[test]
fn equal_totals_share_a_rank() {
    assert_eq!(ranks(&[5, 9, 5, 1]), [2, 1, 2, 4]);
}

#[test]
fn families_and_the_first_leader_are_drawn_unless_named() {
    let (named, deal) =
        start(options(&json!({"families": ["bellay", "aubigny", "guilloux", "contades"]})), &mut chance());
    assert_eq!(named.families, [1, 0, 4, 2]);
    assert_eq!(deal["families"], json!(["bellay", "aubigny", "guilloux", "contades"]));
    assert_eq!((&deal["round"], &deal["leader"]), (&json!(1), &json!(named.leader)));
}

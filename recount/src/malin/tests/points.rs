//! Points, Malheurs due, teams, the end.

use super::*;
use crate::malin::pile::draw;
use crate::malin::score::{after_round, odd_numbers};

#[test]
fn everybody_loses_the_distance_of_contract_and_tricks() {
    let mut state = in_play(&json!({}), [&[]; 4], [&[]; 4]);
    state.taken = vec![4, 2, 0, 3];
    assert_eq!(after_round(&state), [7, 10, 7, 9]);
}

#[test]
fn partners_lose_together() {
    let mut state = table(&json!({"players": 6, "teams": true}));
    state.contracts = vec![Some(0), Some(1), Some(2), Some(3), Some(4), Some(5)];
    state.taken = vec![1, 1, 1, 1, 1, 1];
    assert_eq!(after_round(&state), [7, 7, 5, 7, 7, 5]);
}

#[test]
fn each_odd_number_reached_or_passed_brings_a_malheur() {
    assert_eq!(odd_numbers(10, 9), 1);
    assert_eq!(odd_numbers(9, 8), 0);
    assert_eq!(odd_numbers(10, 4), 3);
    assert_eq!(odd_numbers(6, 1), 3);
    assert_eq!(odd_numbers(6, 6), 0);
}

fn pile_of(cards: &[&str]) -> Vec<String> {
    cards.iter().map(|&id| id.to_owned()).collect()
}

#[test]
fn cards_come_from_the_top_from_the_dealers_left_and_used_ones_only_when_the_pile_is_empty() {
    let mut state = in_play(&json!({"malheurs": true}), [&[]; 4], [&[]; 4]);
    state.dealer = 0;
    state.pile = pile_of(&["void", "boost", "gift"]);
    state.used = pile_of(&["parry"]);
    let mut told = serde_json::Map::new();
    draw(&mut state, &[2, 2, 0, 1], &mut told, &mut chance());
    let held: [&[&str]; 4] = [&["parry"], &["boost", "gift"], &[], &["void"]];
    assert_eq!(state.malheurs, held.map(pile_of));
    assert_eq!(told["reshuffled"], json!(["parry"]));
    assert_eq!(told["drew"][1], json!({"seat": 1, "malheurs": ["boost", "gift"]}));
    assert_eq!(told["drew"][0], json!({"seat": 0, "malheurs": ["parry"]}), "the second is forgone");
}

#[test]
fn the_game_ends_with_the_round_that_brings_somebody_to_nothing() {
    let mut state = in_play(&json!({"points": 6}), [&[20], &[25], &[3], &[4]], [&[]; 4]);
    (state.trick, state.taken) = (9, vec![7, 1, 0, 0]);
    let told = moves(&mut state, &["play 20", "play 25", "play 3", "play 4"]);
    assert_eq!((state.phase, told.outcome), (Phase::Over, Value::Null));
    assert_eq!(state.points, [0, 6, 3, 2]);
    assert_eq!(ranks(&state.points), [4, 1, 2, 3]);
}

#[test]
fn the_deal_passes_clockwise() {
    let mut state = in_play(&json!({}), [&[20], &[25], &[3], &[4]], [&[]; 4]);
    (state.trick, state.taken) = (9, vec![1, 1, 3, 3]);
    let told = moves(&mut state, &["play 20", "play 25", "play 3", "play 4"]);
    assert_eq!((state.dealer, state.to_move(), state.round), (0, Some(1), 2));
    assert_eq!(told.outcome["deal"], told.deal.unwrap());
}

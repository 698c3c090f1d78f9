//! Values, powers, chains, ties.

use serde_json::json;

use super::*;
use crate::sept_blasons::state::Phase;

fn values(state: &State) -> Vec<i64> {
    state.laid.iter().map(|laid| laid.value).collect()
}

fn four() -> Value {
    json!({"players": 4})
}

#[test]
fn played_last_it_finds_values_but_no_power() {
    let state = laid(&four(), &[6, 7, 4, 0]);
    assert_eq!(listed(&state), ["value s0", "value s1", "value s2", "self"]);
}

#[test]
fn played_first_it_finds_every_power_and_every_value() {
    let state = laid(&four(), &[0, 5, 4, 3]);
    assert_eq!(listed(&state), ["value s1", "value s2", "value s3", "power s1", "power s3", "self"]);
    let state = laid(&json!({"variants": ["religieux"]}), &[0, 5, 4, 3]);
    assert!(listed(&state).contains(&"power s2".to_owned()));
}

#[test]
fn a_value_passes_and_its_card_drops_to_the_star() {
    let mut state = laid(&four(), &[0, 6, 7, 4]);
    moves(&mut state, &["value s2"]);
    assert_eq!(values(&state), [7, 6, 0, 4]);
    assert_eq!((state.phase, state.winner), (Phase::FreeAction, Some(0)));
}

#[test]
fn of_two_that_choose_the_same_value_the_second_has_it() {
    let mut state = laid(&four(), &[0, 0, 6, 7]);
    moves(&mut state, &["value s3"]);
    assert_eq!(values(&state), [7, 0, 6, 0]);
    moves(&mut state, &["value s3"]);
    assert_eq!((values(&state), state.winner), (vec![0, 7, 6, 0], Some(1)));
}

#[test]
fn a_stolen_choice_is_made_at_its_place_for_the_taker() {
    let mut state = laid(&four(), &[0, 0, 6, 7]);
    moves(&mut state, &["power s1"]);
    assert_eq!((state.to_move(), state.place), (Some(0), 1));
    assert_eq!(listed(&state), ["value s2", "value s3", "self"]);
    moves(&mut state, &["value s3"]);
    assert_eq!((values(&state), state.winner), (vec![7, 0, 6, 0], Some(0)));
}

#[test]
fn the_last_taker_of_a_power_uses_it() {
    let mut state = laid(&four(), &[0, 0, 5, 7]);
    moves(&mut state, &["power s2", "power s2"]);
    assert_eq!((state.to_move(), state.place), (Some(1), 2));
    assert_eq!(state.laid[2].value, 5, "a robbed power leaves the value");
}

#[test]
fn a_robbed_card_keeps_its_power() {
    let mut state = laid(&four(), &[0, 5, 6, 7]);
    moves(&mut state, &["value s1"]);
    assert_eq!((state.to_move(), state.place), (Some(1), 1));
}

#[test]
fn choices_can_be_stolen_along_a_chain() {
    let mut state = laid(&four(), &[0, 0, 0, 7]);
    moves(&mut state, &["power s1", "power s2"]);
    assert_eq!((state.to_move(), state.place), (Some(0), 2));
    moves(&mut state, &["value s3"]);
    assert_eq!((values(&state), state.winner), (vec![7, 0, 0, 0], Some(0)));
}

#[test]
fn itself_wins_where_the_highest_cancel() {
    let mut state = laid(&json!({"players": 3}), &[7, 7, 0]);
    moves(&mut state, &["self"]);
    assert_eq!(state.winner, Some(2));
}

/// All ways through the powers of a trick without tokens to move; whether anybody ever wins it.
fn somebody_wins(state: &State) -> bool {
    if state.trick > 1 || state.phase != Phase::Power {
        return state.winner.is_some() || state.collected.iter().any(|seat| !seat.tricks.is_empty());
    }
    listed(state).iter().any(|choice| {
        let mut next = state.clone();
        moves(&mut next, &[choice]);
        somebody_wins(&next)
    })
}

#[test]
fn two_equal_highest_and_two_malandrins_are_set_aside_whatever_is_chosen() {
    for order in [[0, 0, 7, 7], [0, 7, 0, 7], [0, 7, 7, 0], [7, 0, 0, 7], [7, 0, 7, 0], [7, 7, 0, 0]] {
        assert!(!somebody_wins(&laid(&four(), &order)), "{order:?}");
    }
    assert!(somebody_wins(&laid(&four(), &[0, 0, 6, 7])), "the search would find a winner");
}

#[test]
fn one_step_stops_at_the_second_tie_and_cascade_goes_on() {
    let cards = [7, 7, 6, 6, 4];
    let text = laid(&json!({"players": 5}), &cards);
    assert_eq!(
        (text.trick, text.leader, text.to_move()),
        (2, 0, Some(0)),
        "set aside, the leader leads again"
    );
    let cascade = laid(&json!({"players": 5, "ties": "cascade"}), &cards);
    assert_eq!((cascade.phase, cascade.winner), (Phase::FreeAction, Some(4)));
    let next_lower = laid(&json!({"players": 5}), &[7, 7, 6, 4, 4]);
    assert_eq!(next_lower.winner, Some(2));
}

//! Turns, windows, the end of a challenge.

use super::*;

#[test]
fn a_turn_without_action_or_building_ends_lying_down() {
    let mut state = turn(&[1, 3, 4], &[&[1, 2, 3, 61, 81], &[], &[]], &json!({}));
    assert_eq!(legal_moves(&state), ["bet #1", "bet #2", "bet #3", "build #61", "ephemeral #81", "fold"]);
    moves(&mut state, &["bet #1", "bet #2"]);
    assert_eq!(legal_moves(&state), ["build #61", "ephemeral #81", "end", "fold"], "two action cards a turn");
    moves(&mut state, &["build #61", "ephemeral #81", "pass", "pass"]);
    assert_eq!(legal_moves(&state), ["end", "fold"]);
    assert_eq!((state.seats[0].limit, state.seats[1].limit), (None, Some(2)));
}

#[test]
fn the_last_one_standing_has_exactly_one_more_turn() {
    let mut state = turn(&[1, 3, 4], &[&[1, 2], &[3], &[52, 5]], &json!({}));
    moves(&mut state, &["fold", "pass", "pass", "bet #3", "end", "pass", "event #52 s1", "pass", "bet #5"]);
    assert_eq!(legal_moves(&state), ["end", "fold"], "became last during the turn");
    moves(&mut state, &["end"]);
    assert_eq!((state.to_move(), state.last, state.round), (Some(2), true, 2));
    assert_eq!(legal_moves(&state), ["fold"]);
    moves(&mut state, &["fold"]);
    assert_eq!((state.challenge, state.seats[2].won), (2, [1, 0, 0, 0]), "3 each, the higher initiative");
}

#[test]
fn ties_go_to_the_belfry() {
    let mut state = turn(&[1, 3], &[&[64], &[]], &json!({}));
    moves(&mut state, &["build #64", "fold", "pass", "fold"]);
    assert_eq!(state.seats[0].won, [1, 0, 0, 0], "even 0 wins");
}

#[test]
fn the_window_after_a_turn_goes_once_round_and_a_skipped_turn_has_none() {
    let mut state = turn(&[1, 3, 4], &[&[1], &[82, 2], &[82, 3]], &json!({}));
    moves(&mut state, &["bet #1", "end"]);
    assert_eq!((state.phase, state.to_move()), (Phase::Window, Some(1)));
    moves(&mut state, &["ephemeral #82 s2", "pass", "pass"]);
    assert_eq!((state.to_move(), state.seats[2].skips), (Some(1), 1), "asked until it passes");
    moves(&mut state, &["pass", "pass", "bet #2", "end", "pass", "pass"]);
    assert_eq!((state.to_move(), state.round, state.seats[2].skips), (Some(0), 2, 0));
}

#[test]
fn a_skipped_last_turn_lays_its_player_down() {
    let mut state = turn(&[1, 3], &[&[82, 1], &[2]], &json!({}));
    moves(&mut state, &["ephemeral #82 s1", "pass", "fold", "pass"]);
    assert_eq!(state.challenge, 2);
}

#[test]
fn with_holders_only_those_are_asked_who_could_use_a_card() {
    let mut state = turn(&[1, 3, 4], &[&[41], &[81], &[83]], &json!({"windows": "holders"}));
    let told = moves(&mut state, &["bet #41 event"]);
    assert_eq!(told.outcome, json!({"asked": {"seat": 2, "window": "response"}}));
    let told = moves(&mut state, &["pass", "end"]);
    assert_eq!(told.outcome, json!({"asked": {"seat": 1, "window": "window"}}), "no window for a Contre");
}

#[test]
fn a_contre_undoes_and_is_undone() {
    let mut state = turn(&[1, 3, 4], &[&[41, 84], &[83], &[]], &json!({}));
    moves(&mut state, &["bet #41 event", "ephemeral #83"]);
    assert_eq!((state.to_move(), state.to_answer.clone()), (Some(2), vec![0]), "the user answers too");
    let mut undone = state.clone();
    moves(&mut undone, &["pass", "pass"]);
    assert_eq!((undone.seats[0].bonus, undone.actions, undone.seats[0].laid.len()), (0, 1, 1));
    moves(&mut state, &["pass", "ephemeral #84", "pass", "pass"]);
    assert_eq!((state.seats[0].bonus, state.to_move()), (4, Some(0)));
    assert!(state.discard.contains(&83) && state.discard.contains(&84));
}

#[test]
fn every_turn_of_the_last_round_ends_lying() {
    let mut state = turn(&[1, 3], &[&[1], &[2]], &json!({"max_rounds": 1}));
    moves(&mut state, &["bet #1"]);
    assert_eq!(legal_moves(&state), ["fold"]);
    moves(&mut state, &["fold", "pass", "bet #2", "fold"]);
    assert_eq!(state.challenge, 2);
}

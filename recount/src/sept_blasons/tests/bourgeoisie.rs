//! Variants 1 to 3.

use serde_json::json;

use super::*;
use crate::sept_blasons::score::hand_out;
use crate::sept_blasons::sets::{chosen, described};
use crate::sept_blasons::state::Phase;

/// All variants in play; seat 0 holds a card of this strength.
fn holder(strength: usize) -> State {
    let mut state = table(&json!({"players": 3, "variants": ["consultent", "se_servent", "curieux"]}));
    state.bourgeoisie[0] = strength;
    state
}

fn handed_out(players: usize, totals: &[i64]) -> Vec<usize> {
    let mut state = table(&json!({"players": players, "variants": ["curieux"]}));
    state.totals = totals.to_vec();
    hand_out(&state)
}

#[test]
fn the_highest_card_goes_to_the_first_and_shared_ranks_get_none() {
    assert_eq!(handed_out(4, &[10, 30, 20, 0]), [3, 5, 4, 2]);
    assert_eq!(handed_out(3, &[10, 30, 20]), [2, 4, 3]);
    assert_eq!(handed_out(5, &[30, 30, 20, 10, 0]), [0, 0, 5, 4, 3]);
    assert_eq!(handed_out(6, &[6, 5, 4, 3, 2, 1]), [5, 4, 3, 2, 0, 0]);
    let mut state = table(&json!({"players": 4, "variants": ["religieux"]}));
    state.totals = vec![4, 3, 2, 1];
    assert_eq!(hand_out(&state), [0; 4], "variant 4 uses no bourgeoisie cards");
}

#[test]
fn a_card_is_activated_with_a_play_once_a_round_and_not_in_the_last_trick() {
    let mut state = holder(3);
    assert_eq!(listed(&state)[..5], ["play 0", "play 0 consult", "play 0 serve", "play 0 peek", "play 1"]);
    moves(&mut state, &["play 7 peek", "play 6", "play 4"]);
    finish_trick(&mut state);
    assert!(state.activated[0] && listed(&state).iter().all(|play| play.split(' ').count() == 2));
    let mut last = holder(3);
    last.trick = 8;
    assert!(listed(&last).iter().all(|play| play.split(' ').count() == 2));
}

#[test]
fn the_served_card_is_the_one_of_the_strength_and_belongs_to_no_trick() {
    let mut state = holder(4);
    moves(&mut state, &["play 6 serve", "play 7", "play 4"]);
    assert_eq!((state.phase, state.to_move()), (Phase::Serve, Some(0)));
    assert_eq!(listed(&state), ["serve s2", "none"]);
    moves(&mut state, &["serve s2"]);
    finish_trick(&mut state);
    assert_eq!(state.collected[0].served, [(state.families[2], 4)]);
    assert_eq!(state.collected[1].tricks[&1].len(), 2);
}

#[test]
fn a_trick_that_nobody_wins_can_still_be_served_from() {
    let mut state = table(&json!({"players": 5, "variants": ["se_servent"]}));
    state.bourgeoisie[0] = 4;
    moves(&mut state, &["play 4 serve", "play 6", "play 6", "play 7", "play 7"]);
    assert_eq!(listed(&state), ["serve s0", "none"]);
    moves(&mut state, &["serve s0"]);
    assert_eq!((state.trick, state.collected[0].served.len(), state.leader), (2, 1, 0));
}

#[test]
fn tricks_are_looked_at_after_the_collection_ones_own_and_one_others() {
    let mut state = holder(2);
    for (seat, tricks) in [(0, vec![1, 2]), (1, vec![3]), (2, vec![4])] {
        state.collected[seat].tricks = tricks.into_iter().map(|trick| (trick, Vec::new())).collect();
    }
    state.trick = 5;
    moves(&mut state, &["play 7 consult", "play 6", "play 4"]);
    let first = listed(&state)[0].clone();
    moves(&mut state, &[&first]);
    let candidates = json!(["s0:1", "s0:2", "s0:5", "s1:3", "s2:4"]);
    let by_owner = json!([
        {"owner": 0, "candidates": ["s0:1", "s0:2", "s0:5"]}, {"owner": 1, "candidates": ["s1:3"]},
        {"owner": 2, "candidates": ["s2:4"]},
    ]);
    assert_eq!(
        described(&state).unwrap()["choose"],
        json!({"owners": [0, 1, 2], "candidates": candidates, "by_owner": by_owner, "max": 2})
    );
    for (set, count) in [("look s0:1,5", 2), ("look s0:2 s2:4", 2), ("look s1:3", 1)] {
        assert_eq!(chosen(&state, set).map(|set| set.len()), Some(count), "{set}");
    }
    for wrong in ["look s0:1,2,5", "look s1:3 s2:4", "look s0:5,1", "look s0:3", "look s0:1 s0:2", "look"] {
        assert_eq!(chosen(&state, wrong), None, "{wrong}");
    }
    assert_eq!(moves(&mut state, &["look s0:1,5"]).outcome, Value::Null);
    assert_eq!((state.phase, state.trick), (Phase::Play, 6));
}

#[test]
fn peeking_tells_the_owner_and_the_mover_for_good() {
    let mut state = holder(2);
    moves(&mut state, &["play 7 peek", "play 6", "play 4"]);
    let first = listed(&state)[0].clone();
    moves(&mut state, &[&first]);
    assert_eq!((state.phase, listed(&state)), (Phase::Look, vec!["none".to_owned()]));
    let choice = described(&state).unwrap();
    assert_eq!((&choice["kind"], &choice["choose"]["max"]), (&json!("peek"), &json!(2)));
    for wrong in
        ["peek t07 t04", "peek t04 t07", "peek t01 t02 t04", "peek t03", "peek", "look t04", "peek t04 t04"]
    {
        assert_eq!(chosen(&state, wrong), None, "{wrong}");
    }
    let told = moves(&mut state, &["peek t01 t04"]);
    assert_eq!(told.outcome["peeked"].as_array().unwrap().len(), 2);
    let known = |id: usize| state.tokens[&id].known_to.iter().copied().collect::<Vec<_>>();
    assert_eq!((known(1), known(4), known(2)), (vec![0], vec![0, 1], vec![]));
}

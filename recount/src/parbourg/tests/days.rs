//! Days, alchemy, henchmen, the end.

use super::*;

/// Everybody folds until the challenge ends, passing in between.
fn fold_all(state: &mut State) -> PlyOutcome {
    let mut told = PlyOutcome::default();
    let now = (state.day, state.challenge);
    while (state.day, state.challenge) == now {
        told = moves(state, &[if legal(state, "fold") { "fold" } else { "pass" }]);
    }
    told
}

#[test]
fn alchemy_goes_round_until_all_have_passed_since_the_last_card() {
    let mut state = dealt(&[3, 1], &[&[71], &[71, 73]], &json!({}));
    assert_eq!((state.order.clone(), state.to_move()), (vec![1, 0], Some(1)));
    moves(&mut state, &["pass", "alchemy #71", "pass"]);
    assert_eq!((state.to_move(), state.passes.clone(), state.round), (Some(1), vec![], 2));
    moves(&mut state, &["pass", "pass"]);
    assert_eq!((state.phase, state.seats[0].day_bonus), (Phase::Turn, [0, 2, 0, 0]));
}

#[test]
fn alchemy_ends_after_as_many_rounds_and_the_noble_uses_none() {
    let mut state = dealt(&[1, 8], &[&[71, 73], &[72]], &json!({"max_rounds": 1}));
    moves(&mut state, &["alchemy #71", "pass"]);
    assert_eq!(legal_moves(&state), ["pass"]);
    moves(&mut state, &["pass"]);
    assert_eq!(state.phase, Phase::Turn);
}

#[test]
fn a_second_henchman_draws_at_once_and_its_owner_chooses_what_counts() {
    let mut state = dealt(&[3, 4, 5], &[&[72], &[], &[]], &json!({}));
    state.henchman_pile = vec![2, 8, 1];
    let told = moves(&mut state, &["alchemy #72", "pass", "pass"]);
    assert_eq!(told.outcome["henchmen"], json!([{"seat": 0, "henchman": 2}]));
    assert_eq!(told.outcome["drew"].as_array().unwrap().len(), 1);
    assert_eq!(legal_moves(&state), ["initiative 2", "initiative 3"]);
    moves(&mut state, &["initiative 2", "pass", "pass", "pass"]);
    assert_eq!((&state.seats[0].henchmen, state.phase), (&vec![2, 3], Phase::Turn));
}

#[test]
fn the_cemetery_lets_its_owner_choose_and_the_other_goes_under_the_pile() {
    let mut state = turn(&[3, 4, 5], &[&[65], &[], &[]], &json!({}));
    moves(&mut state, &["build #65"]);
    for _ in 0..3 {
        fold_all(&mut state);
    }
    let told = fold_all(&mut state);
    assert_eq!((state.day, state.phase, state.to_move()), (2, Phase::KeepHenchman, Some(0)));
    let choice = state.seats[0].choice.clone();
    assert_eq!(told.outcome["choice"], json!(choice));
    moves(&mut state, &[&format!("keep {}", choice[1])]);
    assert_eq!((&state.seats[0].henchmen, state.henchman_pile.len()), (&vec![choice[1]], 5));
    assert_eq!(state.henchman_pile.iter().position(|&score| score == choice[0]), Some(4), "at the bottom");
}

#[test]
fn draws_of_a_challenge_with_two_players_the_scout_and_the_library() {
    let mut state = dealt(&[6, 8], &[&[], &[]], &json!({}));
    state.seats[1].buildings.push(63);
    moves(&mut state, &["pass", "pass"]);
    assert_eq!(state.seats.iter().map(|seat| seat.hand.len()).collect::<Vec<_>>(), [3, 4]);
    fold_all(&mut state);
    assert_eq!(state.seats.iter().map(|seat| seat.hand.len()).collect::<Vec<_>>(), [6, 6]);
}

#[test]
fn four_days_and_each_henchman_once_with_two_players() {
    let mut state = turn(&[3, 4], &[&[], &[]], &json!({}));
    while state.to_move().is_some() {
        fold_all(&mut state);
    }
    assert_eq!((state.day, state.challenge, state.henchman_pile.len()), (4, 5, 0));
    assert_eq!(state.scores().iter().sum::<i64>(), 16);
}

#[test]
fn ranks_by_tokens_then_one_colour_then_the_colours_in_order() {
    let mut state = dealt(&[1, 3, 4, 5], &[&[], &[], &[], &[]], &json!({}));
    let won = [[0, 2, 1, 1], [2, 1, 1, 0], [1, 1, 1, 1], [2, 1, 1, 0]];
    state.seats.iter_mut().zip(won).for_each(|(seat, won)| seat.won = won);
    assert_eq!(state.ranks(), [3, 1, 4, 1]);
}

/// Four seats; the first one uses *Dédoublement* and becomes the last, the next one a card, then come four passes.
fn first_becomes_last(changes: &Value) -> State {
    let mut state = dealt(&[1, 3, 4, 5], &[&[72, 71], &[73], &[], &[]], changes);
    state.henchman_pile = vec![6, 2, 7, 8];
    moves(&mut state, &["alchemy #72", "pass", "pass", "pass", "initiative 6"]);
    moves(&mut state, &["alchemy #73", "pass", "pass", "pass", "pass", "pass", "pass", "pass"]);
    state
}

#[test]
fn all_seats_must_have_passed_however_often_others_did() {
    let mut state = first_becomes_last(&json!({}));
    assert_eq!((state.phase, document(&state)["passed"].clone()), (Phase::Alchemy, json!([1, 2, 3])));
    moves(&mut state, &["pass", "alchemy #71", "pass", "pass", "pass", "pass", "pass", "pass"]);
    assert_eq!((state.to_move(), state.seats[0].day_bonus), (Some(0), [0, 2, 0, 0]));
    moves(&mut state, &["pass"]);
    assert_eq!((state.phase, document(&state)["passed"].clone()), (Phase::Turn, json!([])));
}

//! What cards do.

use super::*;

#[test]
fn a_card_that_chooses_itself_names_its_id_and_counts_twice() {
    let mut state = turn(&[7, 8], &[&[43, 1], &[]], &json!({}));
    moves(&mut state, &["bet #1 hidden"]);
    let choices =
        ["bet #43 event #43", "bet #43 event ?1", "bet #43 hidden event #43", "bet #43 hidden event ?1"];
    assert!(choices.iter().all(|choice| legal(&state, choice)));
    moves(&mut state, &["bet #43 hidden event #43", "pass"]);
    assert_eq!(score::points(&state, 0), 7);
    let told = moves(&mut state, &["fold", "pass", "fold"]);
    assert_eq!(told.outcome["shown"], json!([{"seat": 0, "card": 1}, {"seat": 0, "card": 43}]));
}

#[test]
fn the_rampart_and_the_shield_keep_opponents_away() {
    let mut state = turn(&[1, 3, 4], &[&[45], &[], &[]], &json!({}));
    state.seats[1].laid.push(state::Laid { card: 1, nth: 0, hidden: false, doubled: false });
    state.seats[2].laid.push(state::Laid { card: 2, nth: 0, hidden: true, doubled: false });
    assert_eq!(legal_moves(&state), ["bet #45", "bet #45 event s1 #1", "bet #45 event s2 ?1", "fold"]);
    state.seats[1].buildings.push(62);
    state.seats[2].shielded = true;
    assert_eq!(legal_moves(&state), ["bet #45", "fold"]);
}

#[test]
fn a_stolen_card_is_known_to_thief_and_victim_and_shakes_what_others_knew() {
    let mut state = turn(&[1, 3, 4], &[&[42], &[5], &[]], &json!({}));
    state.known[2].insert(5);
    let told = moves(&mut state, &["bet #42 event s1", "pass", "pass"]);
    assert_eq!(told.outcome, json!({"stolen": 5}));
    assert_eq!(document(&state)["known"], json!([[], [5], []]));
}

#[test]
fn a_token_joins_the_spare_ones_it_is_exchanged_for() {
    let mut state = turn(&[1, 3], &[&[54, 47], &[]], &json!({}));
    moves(&mut state, &["event #54", "pass"]);
    assert_eq!((state.tokens, state.spare), ([1, 1, 2, 3], [2, 0, 1, 1]));
    state.seats[0].hand.insert(54);
    assert!(!legal(&state, "event #54"), "it is red already");
    moves(&mut state, &["bet #47 event", "pass"]);
    assert_eq!(state.tokens, [1, 2, 1, 3]);
}

#[test]
fn a_cancelled_challenge_ends_at_once_and_nobody_takes_the_token() {
    let mut state = turn(&[1, 3], &[&[46, 1], &[2]], &json!({}));
    moves(&mut state, &["bet #1", "bet #46 event", "pass"]);
    assert_eq!((state.challenge, state.phase, state.to_move()), (2, Phase::Turn, Some(0)));
    assert_eq!(state.discard.iter().copied().collect::<Vec<_>>(), [1, 46]);
    assert_eq!((state.seats[0].won, state.spare), ([0; 4], [1; 4]));
}

#[test]
fn a_newcomer_takes_its_place_in_the_order_in_the_next_round() {
    let mut state = turn(&[3, 4, 5], &[&[1], &[2], &[86, 3]], &json!({}));
    let pile = state.henchman_pile.clone();
    moves(&mut state, &["bet #1", "end", "pass", "ephemeral #86 s1", "pass", "pass"]);
    assert_eq!((&state.seats[1].henchmen, state.henchman_pile.last()), (&vec![pile[0]], Some(&4)));
    assert_eq!(state.order, [0, 1, 2]);
    moves(&mut state, &["pass", "bet #2", "end", "pass", "pass", "bet #3", "end", "pass", "pass"]);
    assert_eq!(state.order, [1, 0, 2]);
}

#[test]
fn a_draw_from_empty_piles_is_lost() {
    let mut state = turn(&[1, 3], &[&[51], &[]], &json!({}));
    state.pile = vec![9];
    state.discard = [8].into();
    let told = moves(&mut state, &["event #51", "pass"]);
    assert_eq!(told.outcome["reshuffled"], json!([[8]]));
    assert_eq!(state.seats[0].hand.iter().copied().collect::<Vec<_>>(), [8, 9]);
    assert_eq!(
        state.discard.iter().copied().collect::<Vec<_>>(),
        [51],
        "a used card enters after its effect"
    );
}

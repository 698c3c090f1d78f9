//! Who is asked when, and the Malheurs that act at once.

use super::*;

#[test]
fn after_the_contracts_each_holder_is_asked_once_until_it_passes() {
    let mut state = table(&json!({"malheurs": true}));
    state.malheurs = [vec!["perjury", "perjury"], vec![], vec!["boost"], vec![]]
        .map(|held| held.into_iter().map(str::to_owned).collect())
        .to_vec();
    moves(&mut state, &["bid 0", "bid 4", "bid 1", "bid 2"]);
    assert_eq!(
        (state.phase, legal_moves(&state)),
        (Phase::DealWindow, vec!["malheur perjury +1".into(), "pass".into()])
    );
    moves(&mut state, &["malheur perjury +1"]);
    assert_eq!(legal_moves(&state), ["malheur perjury -1", "malheur perjury +1", "pass"]);
    moves(&mut state, &["malheur perjury +1"]);
    assert_eq!((state.contracts[0], state.announced[0]), (Some(2), Some(0)));
    assert_eq!(
        (state.to_move(), legal_moves(&state)),
        (Some(2), vec!["pass".to_owned()]),
        "any card is asked"
    );
    moves(&mut state, &["pass"]);
    assert_eq!((state.phase, state.to_move()), (Phase::Play, Some(0)));
}

#[test]
fn before_ones_card_there_is_no_pass_and_the_seat_goes_on() {
    let malheurs: [&[&str]; 4] = [&["inversion", "curse"], &[], &[], &[]];
    let mut state = in_play(&json!({"malheurs": true}), [&[20], &[25], &[3], &[4]], malheurs);
    state.contracts = vec![Some(0), Some(0), Some(9), Some(4)];
    let curses = ["malheur curse s1 +1", "malheur curse s2 -1", "malheur curse s3 -1", "malheur curse s3 +1"];
    assert_eq!(legal_moves(&state)[..2], ["play 20", "malheur inversion"]);
    assert_eq!(legal_moves(&state)[2..], curses);
    moves(&mut state, &["malheur curse s2 -1", "malheur inversion"]);
    assert_eq!((state.contracts[2], state.to_move(), state.waiting.len()), (Some(8), Some(0), 1));
    moves(&mut state, &["play 20", "play 25", "play 3", "play 4"]);
    assert_eq!(state.taken, [0, 0, 1, 0], "nobody holds a Malheur any more, the lowest took it");
}

#[test]
fn the_window_after_a_trick_ends_when_all_in_a_row_did_nothing() {
    let malheurs: [&[&str]; 4] = [&["boost"], &[], &["boost", "drain"], &[]];
    let mut state = in_play(&json!({"malheurs": true}), [&[20, 1], &[25, 2], &[3, 5], &[4, 6]], malheurs);
    moves(&mut state, &["play 20", "play 25", "play 3", "play 4", "pass", "malheur boost"]);
    assert_eq!((state.to_move(), state.quiet), (Some(0), 1));
    moves(&mut state, &["pass"]);
    assert_eq!((state.to_move(), state.quiet), (Some(2), 3), "the last user is asked too");
    moves(&mut state, &["pass"]);
    assert_eq!(state.taken, [0, 1, 0, 0]);
}

#[test]
fn the_evil_eye_shows_a_hand_and_needs_one() {
    let malheurs: [&[&str]; 4] = [&[], &[], &[], &["evil_eye"]];
    let mut state = in_play(&json!({"malheurs": true}), [&[20], &[25], &[3, 7], &[4]], malheurs);
    moves(&mut state, &["play 20", "play 25", "play 3"]);
    assert_eq!(legal_moves(&state), ["play 4", "malheur evil_eye s2"]);
    assert_eq!(moves(&mut state, &["malheur evil_eye s2"]).outcome, json!({"hand": ["7"]}));
}

#[test]
fn a_barter_draws_before_the_given_card_joins() {
    let malheurs: [&[&str]; 4] = [&["barter"], &[], &[], &[]];
    let mut state = in_play(&json!({"malheurs": true}), [&[20, 30], &[25], &[3], &[4]], malheurs);
    state.hands[0].push(Card::Wish);
    let told = moves(&mut state, &["malheur barter wish s1"]);
    assert_eq!(told.outcome, json!({"card": "25"}));
    assert_eq!(state.hands[0], [20, 25, 30].map(Card::Number));
    assert_eq!(state.hands[1], [Card::Wish]);
}

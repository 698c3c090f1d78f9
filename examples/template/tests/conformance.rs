//! The template under every law of the contract, one line a ruleset, and the example of its rules.

use tapis_games::game::{Game, Shown, Turn};
use tapis_games::hands::Deal;
use tapis_games::playing_card::Card;
use tapis_games::seat::Seat;
use tapis_template::Template;
use tapis_testkit::{conformance, ruleset};

conformance! {
    by_default: Template, "{}", 4;
    for_two: Template, r#"{"players": 2, "cards": 8}"#, 2;
    for_five: Template, r#"{"players": 5, "cards": 10}"#, 1;
    one_card: Template, r#"{"cards": 1}"#, 4;
}

fn card(text: &str) -> Card {
    text.parse().expect("a card")
}

/// Hearts are trumps, a club is led, and 9c 2h are held: 9c is played. The trump cannot be, and takes no trick.
#[test]
fn who_can_follows_suit() {
    let rules = ruleset::<Template>(r#"{"players": 2, "cards": 2}"#);
    let hands = [["Kc", "3d"], ["9c", "2h"]].map(|hand| hand.map(card).into_iter().collect()).to_vec();
    let mut state = rules.start();
    let deal = Deal { anew: true, first: Some(Seat(0)), hands, turned: vec![card("5h")] };
    rules.resolve(&mut state, &deal).expect("a deal");
    rules.play(&mut state, card("Kc")).expect("any card leads");
    assert_eq!(rules.legal_moves(&state), [card("9c")]);
    assert_eq!(rules.play(&mut state, card("2h")).expect_err("9c follows").code, "must_follow");
    assert_eq!(rules.meant(&state), [card("9c"), card("2h")], "what lies dark says so");
    rules.play(&mut state, card("9c")).expect("it follows");
    assert_eq!((state.tricks.as_slice(), rules.turn(&state)), ([1, 0].as_slice(), Turn::Player(Seat(0))));
    rules.play(&mut state, card("3d")).expect("any card leads");
    rules.play(&mut state, card("2h")).expect("it has no diamond");
    assert_eq!((state.points.as_slice(), rules.turn(&state)), ([1, 1].as_slice(), Turn::Chance));
}

#[test]
fn texts_are_whole() {
    let options = ["{}", r#"{"players": 5, "cards": 10}"#];
    let faults = tapis_testkit::texts::faults::<Template>(&options, 0..6, &[include_str!("../src/rules.rs")]);
    assert_eq!(faults, [""; 0]);
}

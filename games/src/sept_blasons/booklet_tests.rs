//! The booklet's examples.

use super::card::{Character, Family};
use super::moves::Move;
use super::round::Deal;
use super::state::{Phase, State};
use super::token::{Place, Tokens};
use super::{Options, SeptBlasons};
use crate::prelude::*;

fn rules(players: u8) -> SeptBlasons {
    SeptBlasons::new(Options { players, ..Options::default() }).unwrap()
}

/// A dealt table where seat 0 leads; tokens lie before nobody and none is in the pool, so that no power but the
/// malandrin's is possible.
fn bare(rules: &SeptBlasons) -> State {
    let seats = usize::from(rules.options().players);
    let mut state = rules.start();
    let families: Vec<_> = Family::ALL[..seats].to_vec();
    let own = |at: usize| vec![None, None, Some(families[at])][3 - rules.tokens_each()..].to_vec();
    let deal =
        Deal { round: 1, tokens: (0..seats).map(own).collect(), families: families.clone(), leader: Seat(0) };
    rules.start_round(&mut state, &deal, &mut ());
    state.tokens = Tokens::new([0; 7], 0);
    state
}

/// Lays the cards in order from seat 0; the last one through the rules, so that powers begin.
fn lay(rules: &SeptBlasons, cards: &[u8]) -> State {
    let mut state = bare(rules);
    for &card in cards {
        assert!(matches!(rules.turn(&state), Turn::Player(_)));
        rules.play(&mut state, Move::Play(Character(card), None)).unwrap();
    }
    state
}

fn moves(rules: &SeptBlasons, state: &State) -> Vec<String> {
    rules.legal_moves(state).into_iter().map(|mv| rules.notation(state, mv, Viewer::Replay)).collect()
}

/// The winner of the trick after the malandrins' choices, read before it is collected or afterwards.
fn winner_after(rules: &SeptBlasons, state: &State, choices: &[&str]) -> Option<Seat> {
    let mut state = state.clone();
    for choice in choices {
        let mv = rules.parse(&state, choice).unwrap();
        rules.play(&mut state, mv).unwrap();
    }
    assert_eq!(state.trick_no, 1, "the trick is over: with no tokens no free action is possible");
    state.tricks[0].winner
}

#[test]
fn three_player_count() {
    let rules = rules(3);
    let [green, violet, yellow] = [Family::Grandbois, Family::Guilloux, Family::Bellay];
    let mut state = bare(&rules);
    state.families[..3].copy_from_slice(&[green, violet, yellow]);
    state.tokens = Tokens::new([0; 7], 0);
    // One token each of Bellay and Guilloux and one of the own family up: 17 × own, 13 × 1, 12 × 1.
    let mut give = |seat: u8, family, up| state.tokens.lay(Some(family), up, Place::Area(Seat(seat)));
    let _ = [give(0, yellow, true), give(0, violet, true), give(0, green, false)];
    // Two of Bellay, own ones: 6 × 0, 8 × 2.
    let _ = [give(1, yellow, true), give(1, yellow, true), give(1, violet, true), give(1, violet, true)];
    // Three of Grandbois, an own one: 5 × 3, 13 × 0.
    let _ = [give(2, green, true), give(2, green, true), give(2, green, true), give(2, yellow, true)];
    let cards: [(usize, Family, &[u8]); 8] = [
        (0, green, &[6, 7, 0, 4]),
        (0, yellow, &[4, 3, 1, 5]),
        (0, violet, &[1, 2, 4, 5]),
        (1, green, &[1, 5]),
        (1, yellow, &[2, 6]),
        (1, violet, &[3]),
        (2, green, &[2, 3]),
        (2, violet, &[6, 7]),
    ];
    for (seat, family, characters) in cards {
        characters.iter().for_each(|&c| state.collected[seat].insert((family, Character(c))));
    }
    assert_eq!(rules.round_points(&state).as_slice(), [13, 16, 15]);
}

#[test]
fn a_malandrin_laid_last_has_values_only() {
    let rules = rules(4);
    let state = lay(&rules, &[1, 3, 5, 0]);
    assert_eq!(moves(&rules, &state), ["value s0", "value s1", "value s2", "self"]);
    assert_eq!(winner_after(&rules, &state, &["value s2"]), Some(Seat(3)));
}

#[test]
fn a_malandrin_that_leads_may_take_every_power() {
    let rules = rules(4);
    let state = lay(&rules, &[0, 5, 1, 2]);
    let all = ["value s1", "value s2", "value s3", "power s1", "power s2", "power s3", "self"];
    assert_eq!(moves(&rules, &state), all);
}

#[test]
fn a_malandrin_in_between_takes_the_powers_behind_it() {
    let rules = rules(4);
    let state = lay(&rules, &[2, 0, 5, 3]);
    assert_eq!(moves(&rules, &state)[3..], ["power s2", "power s3", "self"]);
    let five = SeptBlasons::new(Options { players: 5, ..Options::default() }).unwrap();
    let state = lay(&five, &[6, 0, 1, 2, 5]);
    assert_eq!(moves(&five, &state)[4..], ["power s2", "power s3", "power s4", "self"]);
    assert_eq!(winner_after(&five, &state, &["value s0"]), Some(Seat(1)));
}

#[test]
fn of_two_malandrins_on_a_value_the_second_takes_the_trick() {
    let rules = rules(4);
    let state = lay(&rules, &[0, 5, 0, 2]);
    assert_eq!(winner_after(&rules, &state, &["value s1", "value s1"]), Some(Seat(2)));
}

#[test]
fn unless_the_first_takes_the_choice_of_the_second() {
    let rules = rules(4);
    let mut state = lay(&rules, &[0, 5, 0, 2]);
    rules.play(&mut state, Move::Power(Seat(2))).unwrap();
    assert_eq!(
        rules.turn(&state),
        Turn::Player(Seat(0)),
        "the first malandrin's player makes the second's choice"
    );
    assert_eq!(moves(&rules, &state), ["value s1", "value s3", "power s3", "self"]);
    assert_eq!(winner_after(&rules, &state, &["value s1"]), Some(Seat(0)));
}

#[test]
fn of_two_malandrins_on_a_power_the_last_taker_uses_it() {
    let rules = rules(4);
    let mut state = lay(&rules, &[0, 5, 0, 2]);
    state.tokens.lay(Some(Family::Aubigny), false, Place::Area(Seat(1)));
    for choice in ["power s3", "power s3"] {
        let mv = rules.parse(&state, choice).unwrap();
        rules.play(&mut state, mv).unwrap();
    }
    assert_eq!(state.phase, Phase::Power(3));
    assert_eq!(rules.turn(&state), Turn::Player(Seat(2)));
}

#[test]
fn choosing_itself_wins_under_tied_cards() {
    let rules = rules(3);
    let state = lay(&rules, &[0, 6, 6]);
    assert_eq!(winner_after(&rules, &state, &["self"]), Some(Seat(0)));
    assert_eq!(
        winner_after(&rules, &state, &["value s1"]),
        Some(Seat(1)),
        "the robbed card is now the lowest alone"
    );
}

/// Two equal highest cards and two malandrins: nobody wins, whatever is chosen.
#[test]
fn two_ties_and_two_malandrins_are_always_set_aside() {
    let rules = rules(4);
    let orders = [[7, 7, 0, 0], [7, 0, 7, 0], [7, 0, 0, 7], [0, 7, 7, 0], [0, 7, 0, 7], [0, 0, 7, 7]];
    let mut ends = 0;
    for cards in orders {
        let mut open = vec![lay(&rules, &cards)];
        while let Some(state) = open.pop() {
            if state.trick_no == 1 {
                assert_eq!(state.tricks[0].winner, None, "{cards:?}");
                ends += 1;
                continue;
            }
            for mv in rules.legal_moves(&state) {
                let mut next = state.clone();
                rules.play(&mut next, mv).unwrap();
                open.push(next);
            }
        }
    }
    // Each malandrin has two values and itself, the first one also the second's choice: (3 + 1) × 3 ends an order.
    assert_eq!(ends, orders.len() * 12);
}

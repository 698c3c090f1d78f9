//! The keys of positions tell apart what matters, and nothing else.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tapis_games::game::{Game, Observed, Published, Shown, Turn};
use tapis_games::richelieu::card::{Region, Symbol};
use tapis_games::richelieu::options::SecondCard;
use tapis_games::richelieu::{Richelieu, State};
use tapis_games::seat::{Seat, Viewer};

use super::common::{all_rules, choose, games, rng};

/// Everything the rest of the game and its payoffs depend on, spelt out.
fn essence(rules: &Richelieu, state: &State) -> String {
    let seats = Seat::all(rules.seats()).map(|seat| {
        let shields = Region::ALL.map(|region| state.side(seat).shields(region));
        let symbols = Symbol::ALL.map(|symbol| state.side(seat).symbols(symbol));
        let discs: Vec<_> = state.side(seat).discs.kinds().collect();
        format!("{shields:?} {symbols:?} {} {discs:?} {}", state.side(seat).cards(), state.side(seat).reserve)
    });
    let first = state.first_card.map(|cell| match rules.options().second_card {
        SecondCard::Uncovered => format!("{:?}", state.card(cell)),
        SecondCard::VisibleAtStart => format!("{cell} {:?}", state.card(cell)),
    });
    let turn = rules.turn(state);
    let seats: Vec<String> = seats.collect();
    format!("{:?} {turn:?} {first:?} {:?} {seats:?}", state.step, rules.document(state).rows)
}

#[test]
fn keys_are_equal_exactly_when_what_matters_is_equal() {
    for (i, rules) in all_rules().iter().enumerate().step_by(7) {
        let rng = &mut rng(i as u64);
        let mut start = rules.start();
        let deal = rules.sample_chance(&start, rng);
        rules.resolve(&mut start, &deal).unwrap();
        let (mut by_key, mut by_essence) = (BTreeMap::new(), BTreeMap::new());
        let mut meet = |state: &State| {
            let (key, essence) = (rules.key(state), essence(rules, state));
            assert_eq!(*by_key.entry(key).or_insert(essence.clone()), essence);
            assert_eq!(*by_essence.entry(essence).or_insert(key), key);
        };
        for _ in 0..games(2) {
            let mut state = start;
            meet(&state);
            while let Turn::Player(_) = rules.turn(&state) {
                for &mv in rules.legal_moves(&state).iter().step_by(3) {
                    let mut after = state;
                    rules.play_unchecked(&mut after, mv);
                    meet(&after);
                }
                let mv = choose(rules, &state, 1, rng);
                rules.play_unchecked(&mut state, mv);
                meet(&state);
            }
        }
        assert!(by_key.len() > 500);
    }
}

#[test]
fn another_order_of_the_same_moves_meets_in_one_key() {
    let rules = super::common::rules(json!({}));
    let table = |takes: [&str; 4]| {
        let table = super::table::Table::laid(json!({}), &[], &[]);
        takes.into_iter().fold(table, |table, take| table.turn(take, "skip"))
    };
    let one = table(["take 4R", "take 1R", "take 2R", "take 3L"]);
    let two = table(["take 2R", "take 3L", "take 4R", "take 1R"]);
    assert_ne!(rules.key(&one.state), rules.key(&table(["take 1R", "take 4R", "take 2R", "take 3L"]).state));
    assert_eq!(rules.key(&one.state), rules.key(&two.state));
    assert_eq!(rules.document(&one.state), rules.document(&two.state));
}

/// What a seat may know of a position, spelt out.
fn known(rules: &Richelieu, state: &State, seat: Seat) -> (Value, Value) {
    (json!(rules.layout(state, Viewer::Seat(seat))), json!(rules.scores(state, Viewer::Seat(seat))))
}

#[test]
fn information_keys_are_equal_exactly_when_layouts_are() {
    for (i, rules) in all_rules().iter().enumerate().step_by(7) {
        let rng = &mut rng(300 + i as u64);
        let mut start = rules.start();
        let deal = rules.sample_chance(&start, rng);
        rules.resolve(&mut start, &deal).unwrap();
        let mut by_key = BTreeMap::new();
        let mut by_layout = BTreeMap::new();
        for _ in 0..games(2) {
            let mut state = start;
            while let Turn::Player(_) = rules.turn(&state) {
                for seat in Seat::all(rules.seats()) {
                    let (key, known) =
                        (rules.info_key(&state, seat), format!("{seat:?} {:?}", known(rules, &state, seat)));
                    assert_eq!(*by_key.entry(key).or_insert(known.clone()), known);
                    // The key may tell apart the order in which different seats took discs, which a layout does not show.
                    by_layout.entry(known).or_insert(key);
                }
                let mv = choose(rules, &state, 1, rng);
                rules.play_unchecked(&mut state, mv);
            }
        }
        assert!(by_layout.len() <= by_key.len() && by_key.len() > 300);
    }
}

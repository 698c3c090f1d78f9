//! Notation both ways.

use std::collections::BTreeSet;

use serde_json::json;
use tapis_games::game::{Game, Published, Turn};
use tapis_games::seat::Viewer;

use super::common::{Played, all_rules, rng, rules};

#[test]
fn every_legal_move_round_trips_and_has_its_own_notation() {
    for (i, rules) in all_rules().iter().enumerate() {
        let played = Played::random(rules, &mut rng(i as u64));
        for state in &played.states {
            let Turn::Player(seat) = rules.turn(state) else { continue };
            let moves = rules.legal_moves(state);
            let mut texts = BTreeSet::new();
            for &mv in moves.iter() {
                let text = rules.notation(state, mv, Viewer::Seat(seat));
                assert_eq!(rules.parse(state, &text), Ok(mv));
                assert!(texts.insert(text));
            }
        }
    }
}

#[test]
fn an_error_says_where_the_text_stops_making_sense_and_what_would() {
    let rules = rules(json!({}));
    let error = |text: &str| rules.parse(&rules.start(), text).expect_err(text);
    for (text, column, found, expected) in [
        ("", 0, "", "take, stop, recover, mark, move, skip or pass"),
        ("tak 2L", 0, "tak", "take, stop"),
        ("Take 2L", 0, "Take", "take, stop"),
        (" take 2L", 0, "", "take, stop"),
        ("take", 4, "", "a row from 1 to 4"),
        ("take2L", 0, "take2L", "take, stop"),
        ("take  2L", 5, "", "a row from 1 to 4"),
        ("take 0L", 5, "0L", "a row from 1 to 4"),
        ("take 5L", 5, "5L", "a row from 1 to 4"),
        ("take 2l", 6, "l", "L or R"),
        ("take 2", 6, "", "L or R"),
        ("take 2L ", 8, "", "pay"),
        ("take 2L pay", 11, "", "reserve or a cell"),
        ("take 2L pay ", 12, "", "reserve or a cell"),
        ("take 2L pay 3c5", 12, "3c5", "reserve or a cell"),
        ("take 2L pay 3c13", 12, "3c13", "reserve or a cell"),
        ("take 2L pay 3c05 ", 17, "", "the end of the move"),
        ("take 2L pay reserves", 12, "reserves", "reserve or a cell"),
        ("take 2L\n", 6, "L\n", "L or R"),
        ("stop now", 5, "now", "the end of the move"),
        ("mark 3C05", 5, "3C05", "a cell from 1c01 to 4c12"),
        ("mark 3c00", 5, "3c00", "a cell from 1c01 to 4c12"),
        ("mark 0c05", 5, "0c05", "a cell from 1c01 to 4c12"),
        ("mark é", 5, "é", "a cell from 1c01 to 4c12"),
        ("mark 3cé5", 5, "3cé5", "a cell from 1c01 to 4c12"),
        ("move 1c02", 9, "", "a cell from 1c01 to 4c12"),
        ("move 1c02 3c05 x", 15, "x", "the end of the move"),
        ("pass pass pass pass", 5, "pass", "the end of the move"),
    ] {
        let error = error(text);
        assert_eq!((error.column, error.found.as_str()), (column, found), "{text:?}");
        assert!(error.expected.to_string().contains(expected), "{text:?}: {}", error.expected);
    }
}

#[test]
fn moves_are_taken_apart() {
    let table = super::table::Table::laid(json!({}), &[], &[]).turn("take 2L", "mark 1c12");
    let parts = |notation: &str| {
        let mv = table.rules.parse(&table.state, notation).unwrap();
        serde_json::to_value(table.rules.move_args(&table.state, mv)).unwrap()
    };
    assert_eq!(parts("take 3R"), json!({"kind": "take", "args": {"row": 3, "end": "R", "cell": "3c12"}}));
    let paid = json!({"kind": "take", "args": {"row": 1, "end": "R", "cell": "1c12", "pay": "reserve"}});
    assert_eq!(parts("take 1R pay reserve"), paid);
    let paid = json!({"kind": "take", "args": {"row": 1, "end": "R", "cell": "1c12", "pay": "3c05"}});
    assert_eq!(parts("take 1R pay 3c05"), paid);
    assert_eq!(parts("mark 3c05"), json!({"kind": "mark", "args": {"cell": "3c05"}}));
    assert_eq!(parts("move 1c12 3c05"), json!({"kind": "move", "args": {"from": "1c12", "to": "3c05"}}));
    for word in ["stop", "recover", "skip", "pass"] {
        assert_eq!(parts(word), json!({"kind": word, "args": {}}));
    }
}

#[test]
fn any_text_is_read_or_refused() {
    use rand::Rng;
    let rules = rules(json!({}));
    let rng = &mut rng(3);
    let alphabet: Vec<char> = "takemrvpoysc 1234567890LRé\n".chars().collect();
    let mut refused = 0;
    for _ in 0..20_000 {
        let length = rng.next_u32() % 20;
        let text: String = (0..length).map(|_| alphabet[rng.next_u32() as usize % alphabet.len()]).collect();
        match rules.parse(&rules.start(), &text) {
            Ok(mv) => assert_eq!(mv.to_string(), text),
            Err(error) => {
                assert!(error.column <= text.chars().count());
                refused += 1;
            }
        }
    }
    assert!(refused > 19_000);
}

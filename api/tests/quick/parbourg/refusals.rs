//! Moves that the rules forbid: the reason, what would be right, and the legal moves.

use serde_json::{Value, json};

use crate::common::{Table, TestApp};
use crate::parbourg::stacked::Stacked;

/// A game of two with these hands, in the first turn of seat 0, whose henchman is the Mage; seat 1 has the Noble.
async fn turn(hands: &'static [&'static [u16]]) -> (TestApp, Table) {
    let app = Stacked { henchmen: &[7, 8], hands }.start().await;
    let seats = json!([{"kind": "mine"}, {"kind": "mine"}]);
    let table = Table::of(&app, json!({"game": "parbourg", "options": {"players": 2}, "seats": seats})).await;
    table.play(&app, 0, "pass").await;
    table.play(&app, 1, "pass").await;
    (app, table)
}

/// Checks that a move is refused for this reason, changes nothing, and that the refusal says what would be right.
async fn refused(app: &TestApp, table: &Table, seat: usize, notation: &str, reason: &str) -> Value {
    let before = table.see(app, seat).await;
    let problem = table.try_move(app, seat, notation).await.problem(409, "move_refused");
    assert_eq!(problem["reason"], reason, "{notation}: {problem}");
    assert!(problem["rule"].as_str().unwrap().starts_with("parbourg.md#"), "{problem}");
    for language in ["en", "fr"] {
        assert!(!problem["text"][language].as_str().unwrap().is_empty(), "{problem}");
    }
    assert_eq!(problem["legal_moves"], before["legal_moves"], "{notation}");
    assert!(!problem["legal_moves"].as_array().unwrap().is_empty());
    assert_eq!(table.see(app, seat).await, before, "{notation}");
    problem
}

#[tokio::test]
async fn an_illegal_move_is_refused_with_reason_and_what_would_be_right() {
    let (app, table) = turn(&[&[1, 2, 3, 51, 53, 67, 81, 82], &[43, 50, 68, 99]]).await;
    refused(&app, &table, 0, "bet #43", "card_not_held").await;
    refused(&app, &table, 0, "bet #51 event s1 #43", "no_target").await;
    refused(&app, &table, 0, "bet #53 event s5", "no_such_seat").await;
    refused(&app, &table, 0, "bet #53 event s0", "bad_target").await;
    refused(&app, &table, 0, "bet #67 event", "wrong_kind").await;
    refused(&app, &table, 0, "end", "nothing_done").await;
    table.play(&app, 0, "bet #1").await;
    table.play(&app, 0, "bet #2").await;
    let third = refused(&app, &table, 0, "bet #3", "third_action").await;
    assert!(third["text"]["en"].as_str().unwrap().contains("no more than 2 action cards"), "{third}");
    refused(&app, &table, 0, "event #67", "third_action").await;
    table.play(&app, 0, "build #81").await;
    refused(&app, &table, 0, "build #82", "second_building").await;
    table.play(&app, 0, "end").await;
    table.play(&app, 1, "pass").await;
    // The Noble has no colour.
    let colour = refused(&app, &table, 1, "bet #50 event", "no_colour").await;
    assert!(colour["text"]["en"].as_str().unwrap().contains("war"), "{colour}");
    refused(&app, &table, 1, "event #68", "no_colour").await;
    refused(&app, &table, 1, "ephemeral #99 s1", "bad_target").await;
    refused(&app, &table, 1, "bet #43 hidden", "not_face_down").await;
}

#[tokio::test]
async fn a_notation_that_names_what_there_is_not_is_refused_by_the_column() {
    let (app, table) = turn(&[&[1], &[43]]).await;
    for (notation, column) in [("bet #500", 4), ("sword #1", 0), ("bet #1 event s1", 13)] {
        let problem = table.try_move(&app, 0, notation).await.problem(422, "bad_notation");
        assert_eq!(problem["column"], column, "{problem}");
        assert!(!problem["expected"].as_str().unwrap().is_empty(), "{problem}");
        assert!(!problem["legal_moves"].as_array().unwrap().is_empty(), "{problem}");
    }
    // An effect is no word of a move; a card that left with two players is none of the game.
    table.try_move(&app, 0, "bet #1 bonus").await.problem(422, "bad_notation");
    table.try_move(&app, 0, "ephemeral #97").await.problem(422, "bad_notation");
}

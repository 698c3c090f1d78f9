//! What the rules of each game forbid, as a client sees it: refused with the rule named and what would be right.

mod sept_blasons;

use crate::common::{Table, TestApp};

/// Submits a move the rules forbid; it must be refused with this code, the game's rule, both languages and all legal
/// moves, and change nothing.
pub async fn refused(app: &TestApp, table: &Table, seat: usize, notation: &str, code: &str) {
    let before = table.see(app, seat).await;
    let problem = table.try_move(app, seat, notation).await.problem(409, "move_refused");
    assert_eq!(problem["reason"], code, "{notation}: {problem}");
    let game = before["game"].as_str().or(before["ruleset"]["game"].as_str()).unwrap();
    assert!(problem["rule"].as_str().unwrap().starts_with(&format!("{game}.md#")), "{problem}");
    for language in ["en", "fr"] {
        assert!(problem["text"][language].as_str().is_some_and(|text| !text.is_empty()), "{problem}");
    }
    assert_eq!(problem["legal_moves"], before["legal_moves"]);
    assert_eq!(table.see(app, seat).await, before, "{notation} changed something");
}

/// The seat to move.
pub async fn mover(app: &TestApp, table: &Table) -> Option<usize> {
    table.see(app, 0).await["turn"]["seat"].as_u64().map(|seat| seat as usize)
}

/// The legal moves of the seat to move.
pub async fn legal(app: &TestApp, table: &Table, seat: usize) -> Vec<String> {
    let state = table.see(app, seat).await;
    let moves = state["legal_moves"].as_array().unwrap().iter();
    moves.map(|legal| legal["notation"].as_str().unwrap().to_owned()).collect()
}

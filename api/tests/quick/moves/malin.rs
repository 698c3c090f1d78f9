//! What Le Malin forbids, refused over HTTP by its rule.

use serde_json::{Value, json};

use crate::common::{Table, TestApp};

/// A table of four people at Le Malin whose Malheur cards are all of one kind.
async fn malin(app: &TestApp, kind: &str) -> Table {
    let deck = json!([{"id": kind, "copies": 20}]);
    let seats = vec![json!({"kind": "mine"}); 4];
    let options = json!({"malheurs": true, "malheur_deck": deck});
    Table::of(app, json!({"game": "malin", "options": options, "seats": seats})).await
}

/// Who is to move, and the legal moves as that seat reads them.
async fn to_move(app: &TestApp, table: &Table) -> (usize, Vec<String>) {
    let seat = table.see(app, 0).await["turn"]["seat"].as_u64().expect("somebody is to move") as usize;
    let legal = table.see(app, seat).await["legal_moves"].clone();
    let notation = |legal: &Value| legal["notation"].as_str().expect("a notation").to_owned();
    (seat, legal.as_array().expect("a list").iter().map(notation).collect())
}

/// Plays `notation` for whoever is to move.
async fn plays(app: &TestApp, table: &Table, notation: &str) {
    let (seat, _) = to_move(app, table).await;
    table.play(app, seat, notation).await;
}

/// The move is refused by this rule, and the answer lists what would be legal.
async fn refuses(app: &TestApp, table: &Table, notation: &str, reason: &str, rule: &str) {
    let (seat, legal) = to_move(app, table).await;
    let problem = table.try_move(app, seat, notation).await.problem(409, "move_refused");
    assert_eq!((&problem["reason"], &problem["rule"]), (&json!(reason), &json!(rule)), "{notation}");
    let listed = problem["legal_moves"].as_array().expect("a list");
    assert_eq!(listed.len(), legal.len(), "{notation}");
    assert_eq!(to_move(app, table).await, (seat, legal), "{notation} changed something");
}

#[tokio::test]
async fn what_le_malin_forbids_is_refused_by_its_rule() {
    let (round, fun) = ("malin.md#a-round", "malin.md#fun-version-s");
    let app = TestApp::start().await;
    let table = malin(&app, "boost").await;
    refuses(&app, &table, "bid 9", "bid_out_of_range", round).await;
    for bid in ["bid 0", "bid 1", "bid 2"] {
        plays(&app, &table, bid).await;
    }
    refuses(&app, &table, "bid 2", "bid_repeated", round).await;
    refuses(&app, &table, "bid 6", "bid_sum", round).await;
    plays(&app, &table, "bid 3").await;
    refuses(&app, &table, "malheur boost", "wrong_window", fun).await;
    refuses(&app, &table, "malheur curse s1 +1", "malheur_not_held", fun).await;
    for _ in 0..4 {
        plays(&app, &table, "pass").await;
    }
    let (seat, legal) = to_move(&app, &table).await;
    let missing = (1..35).map(|number| format!("play {number}")).find(|play| !legal.contains(play));
    refuses(&app, &table, &missing.expect("nine cards of 36"), "card_not_held", round).await;
    refuses(&app, &table, "pass", "must_play", fun).await;
    let problem = table.try_move(&app, seat, "play wish 36").await.problem(422, "bad_notation");
    assert_eq!(problem["legal_moves"].as_array().expect("a list").len(), legal.len());
}

#[tokio::test]
async fn malheurs_of_le_malin_need_a_target() {
    let fun = "malin.md#fun-version-s";
    let app = TestApp::start().await;
    let table = malin(&app, "curse").await;
    for bid in ["bid 0", "bid 1", "bid 2", "bid 3"] {
        plays(&app, &table, bid).await;
    }
    let (seat, _) = to_move(&app, &table).await;
    let (own, nobody) = (format!("malheur curse s{seat} +1"), "malheur curse s4 +1");
    refuses(&app, &table, &own, "bad_target", fun).await;
    refuses(&app, &table, nobody, "bad_target", fun).await;
    // Whoever announced first is asked first; the next announced 1.
    table.play(&app, seat, &format!("malheur curse s{} -1", (seat + 1) % 4)).await;
    let (next, legal) = to_move(&app, &table).await;
    assert!(next != seat && !legal.is_empty(), "the only Malheur is spent");
}

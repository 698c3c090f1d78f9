//! Who gets no hint, and why.

use serde_json::json;

use crate::common::{Table, TestApp};
use crate::hints::{ask, hint, quick, table_with};

#[tokio::test]
async fn only_a_seat_gets_hints() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let path = table.path("/hints");
    app.post(&path).json(&quick()).send().await.problem(401, "token_required");
    app.post(&path).token("seat_nonsense").json(&quick()).send().await.problem(401, "unknown_token");
    let other = Table::two_people(&app).await;
    app.post(&path).token(other.token(0)).json(&quick()).send().await.problem(401, "unknown_token");
    let nowhere = "/v1/games/01a1fc6c-9a51-763c-8dd2-2cc69bbcfe17/hints";
    app.post(nowhere).token(table.token(0)).json(&quick()).send().await.problem(404, "not_found");
    app.get(&path).send().await.problem(405, "method_not_allowed");
}

#[tokio::test]
async fn a_private_game_is_not_there_for_others() {
    let app = TestApp::start().await;
    let body = json!({
        "game": "richelieu", "options": {"first_seat": 0}, "visibility": "private",
        "seats": [{"kind": "mine"}, {"kind": "mine"}]
    });
    let table = Table::of(&app, body).await;
    app.post(&table.path("/hints")).json(&quick()).send().await.problem(404, "not_found");
    hint(&app, &table, &quick()).await.expect(200);
}

#[tokio::test]
async fn the_policy_of_the_game_decides() {
    let app = TestApp::start().await;
    for (policy, code) in [("off", "hints_off"), ("after_game", "hints_after_game")] {
        let table = table_with(&app, policy).await;
        hint(&app, &table, &quick()).await.problem(403, code);
        ask(&app, &table, 1).json(&quick()).send().await.problem(403, code);
    }
}

#[tokio::test]
async fn a_hint_is_for_the_seat_to_move() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let refused = ask(&app, &table, 1).json(&quick()).send().await.problem(409, "not_your_turn");
    assert_eq!(refused["turn"], 0);
    assert!(refused.get("legal_moves").is_none());

    let seats = json!([{"kind": "mine"}, {"kind": "open"}]);
    let waiting = Table::create(&app, json!({"first_seat": 0}), seats).await;
    hint(&app, &waiting, &quick()).await.problem(409, "game_waiting");
}

#[tokio::test]
async fn a_finished_game_gives_no_hints() {
    let app = TestApp::start().await;
    let options = json!({"first_seat": 0, "variant": "three_rows"});
    let table = Table::create(&app, options, json!([{"kind": "mine"}, {"kind": "mine"}])).await;
    let end = table.play_on(&app, 400).await;
    assert_eq!(end["status"], "finished");
    hint(&app, &table, &quick()).await.problem(409, "game_over");
}

#[tokio::test]
async fn a_stale_version_is_told() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    ask(&app, &table, 0).if_match("\"v1-s0\"").json(&quick()).send().await.expect(200);
    table.play(&app, 0, "take 1L").await;
    let stale = ask(&app, &table, 0).if_match("\"v1-s0\"").json(&quick()).send().await;
    assert_eq!(stale.header("etag"), Some("\"v2-s0\""));
    assert_eq!(stale.problem(412, "stale_version")["version"], 2);
    let other = ask(&app, &table, 0).if_match("\"v2-s1\"").json(&quick()).send().await;
    other.problem(412, "foreign_etag");
    ask(&app, &table, 0).if_match("W/\"v2-s0\"").json(&quick()).send().await.expect(200);
    ask(&app, &table, 0).if_match("v1").json(&quick()).send().await.problem(400, "invalid_header");
}

#[tokio::test]
async fn fields_are_checked_with_pointers() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    for (body, pointers) in [
        (json!({"budget": {}}), &["/budget"][..]),
        (json!({"budget": {"ms": 5, "nodes": 5}}), &["/budget"]),
        (json!({"budget": {"ms": 0}}), &["/budget/ms"]),
        (json!({"budget": {"ms": 30_001}}), &["/budget/ms"]),
        (json!({"budget": {"ms": -1}}), &["/budget/ms"]),
        (json!({"budget": {"ms": 1.5}}), &["/budget/ms"]),
        (json!({"budget": {"seconds": 1}}), &["/budget/seconds"]),
        (json!({"budget": {"iterations": 5_000_001}}), &["/budget/iterations"]),
        (json!({"budget": {"worlds": 0}}), &["/budget/worlds"]),
        (json!({"budget": {"nodes": 2_000_000_001_u64}}), &["/budget/nodes"]),
        (json!({"budget": {"confidence": 1, "ms": 5}}), &["/budget/confidence"]),
        (json!({"budget": {"iterations": 0}, "seed": "xyz"}), &["/budget/iterations", "/seed"]),
        (json!({"solver": "magic"}), &["/solver"]),
        (json!({"objective": "fun"}), &["/objective"]),
        (json!({"concept": "nash"}), &["/concept"]),
        (json!({"level": "all"}), &["/level"]),
        (json!({"seed": ""}), &["/seed"]),
        (json!({"seed": 7}), &["/seed"]),
        (json!({"sede": "7"}), &["/sede"]),
        (json!([]), &[""]),
    ] {
        let problem = hint(&app, &table, &body).await.problem(422, "invalid_body");
        let found: Vec<_> =
            problem["errors"].as_array().unwrap().iter().map(|error| &error["pointer"]).collect();
        assert_eq!(found, pointers, "{body} {problem}");
    }
    ask(&app, &table, 0).raw("{").send().await.problem(400, "unreadable_body");
    ask(&app, &table, 0)
        .raw("{\"level\":\"move\",\"level\":\"full\"}")
        .send()
        .await
        .problem(400, "duplicate_key");
    let text = app.post(&table.path("/hints")).token(table.token(0)).text("{}");
    text.send().await.problem(415, "unsupported_media_type");
    let game = app.state.service.live_games().open(table.id.parse().unwrap()).await.unwrap();
    assert!(!game.is_assisted(), "what is refused does not count");
}

#[tokio::test]
async fn a_field_is_looked_at_before_the_turn() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let refused = ask(&app, &table, 1).json(&json!({"level": "all"})).send().await;
    refused.problem(422, "invalid_body");
}

//! What fills the disk is refused before it does; people play on.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::common::{Table, TestApp};

fn custom(app: &TestApp, seat: u8) -> crate::common::Call {
    app.put("/v1/rulesets/richelieu/custom").json(&json!({"options": {"players": 3, "first_seat": seat}}))
}

fn two_bots() -> Value {
    let bot = json!({"kind": "bot", "level": "random"});
    json!({"game": "richelieu", "seats": [bot, bot]})
}

/// A reserve larger than any disk: nothing new is stored, and a game that was there is played on.
#[tokio::test]
async fn what_is_left_of_the_disk_is_for_moves_of_people() {
    let directory = Arc::new(tempfile::tempdir().unwrap());
    let mut app = TestApp::start_in(Arc::clone(&directory), &[], |store| store).await;
    let seats = json!([{"kind": "mine"}, {"kind": "mine"}]);
    let table =
        Table::of(&app, json!({"game": "richelieu", "options": {"first_seat": 0}, "seats": seats})).await;
    app.stop().await;
    let app = TestApp::start_in(directory, &["--reserve-bytes", "1000000000000000"], |store| store).await;
    let plan = json!({"game": "richelieu", "games": 2, "metric": "length", "arms": [{"name": "a", "seats": ["random"]}]});
    for call in
        [app.post("/v1/games").json(&two_bots()), custom(&app, 1), app.post("/v1/experiments").json(&plan)]
    {
        let problem = call.send().await.problem(507, "no_space");
        assert!(problem["left"].as_u64().unwrap() > 0 && problem["retry_after_s"] == 60, "{problem}");
    }
    let state = table.see(&app, 0).await;
    let first = state["legal_moves"][0]["notation"].as_str().unwrap().to_owned();
    assert_eq!(table.try_move(&app, 0, &first).await.status, 200);
}

#[tokio::test]
async fn an_address_has_its_games_and_rulesets_of_a_day() {
    let app =
        TestApp::start_with(&["--games-a-day", "2", "--rulesets-a-day", "1", "--lab-games", "10"]).await;
    for _ in 0..2 {
        app.post("/v1/games").json(&two_bots()).send().await.expect(201);
    }
    let problem = app.post("/v1/games").json(&two_bots()).send().await.problem(429, "quota_used");
    assert_eq!(problem["left"], 0);
    let wait = problem["retry_after_s"].as_u64().unwrap();
    assert!((1..=12 * 60 * 60 + 1).contains(&wait), "half a day for one of two: {problem}");
    app.post_from(9, "/v1/games").json(&two_bots()).send().await.expect(201);
    custom(&app, 1).send().await.expect(200);
    custom(&app, 1).send().await.expect(200);
    custom(&app, 2).send().await.problem(429, "quota_used");
    let plan = json!({"game": "richelieu", "games": 6, "metric": "length", "arms": [{"name": "a", "seats": ["random", "greedy"]},
        {"name": "b", "seats": ["random"]}]});
    let problem = app.post("/v1/experiments").json(&plan).send().await.problem(422, "invalid_body");
    assert_eq!(problem["errors"][0]["pointer"], "/games", "{problem}");
    assert!(problem["errors"][0]["detail"].as_str().unwrap().contains("at most 10"), "{problem}");
}

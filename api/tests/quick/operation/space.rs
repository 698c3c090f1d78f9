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

fn other_bots() -> Value {
    let bot = json!({"kind": "bot", "level": "greedy"});
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
    for call in [
        app.post("/v1/games").json(&two_bots()),
        custom(&app, 1),
        app.post("/v1/experiments").admin().json(&plan),
    ] {
        let problem = call.send().await.problem(507, "no_space");
        assert!(problem["left"].as_u64().unwrap() > 0 && problem["retry_after_s"] == 60, "{problem}");
    }
    let state = table.see(&app, 0).await;
    let first = state["legal_moves"][0]["notation"].as_str().unwrap().to_owned();
    assert_eq!(table.try_move(&app, 0, &first).await.status, 200);
}

#[tokio::test]
async fn what_stores_nothing_uses_no_quota() {
    let app = TestApp::start_with(&["--games-a-day", "2", "--tune", "rulesets_a_day=1"]).await;
    let create = |key: &str| app.post("/v1/games").key(key).json(&two_bots());
    let (first, second) = ("c1f4a9d2-7b3e-4c58-9a06-5e8d2f71b0a4", "0e7a3d96-b25c-4f81-8d4a-97c1e6f2503b");
    for wrong in [
        json!({}),
        json!({"game": "none", "seats": []}),
        json!({"game": "richelieu", "seats": [{"kind": "bot"}]}),
    ] {
        app.post("/v1/games").json(&wrong).send().await.problem(422, "invalid_body");
    }
    for _ in 0..3 {
        create(first).send().await.expect(201);
    }
    let reused = app.post("/v1/games").key(first).json(&other_bots()).send().await;
    reused.problem(422, "idempotency_key_reused");
    for _ in 0..3 {
        create(second).send().await.expect(201);
    }
    app.post("/v1/games").json(&two_bots()).send().await.problem(429, "quota_used");
    create(first).send().await.expect(201);
    app.put("/v1/rulesets/richelieu/custom")
        .json(&json!({"options": {"deck": []}}))
        .send()
        .await
        .problem(422, "invalid_body");
    for _ in 0..3 {
        custom(&app, 1).send().await.expect(200);
    }
    custom(&app, 2).send().await.problem(429, "quota_used");
}

#[tokio::test]
async fn tries_of_one_request_at_once_use_one_of_the_quota() {
    let app = TestApp::start_with(&["--games-a-day", "3"]).await;
    let create = |key: &str| app.post("/v1/games").key(key).json(&two_bots()).send();
    let tries = (0..12).map(|_| create("c1f4a9d2-7b3e-4c58-9a06-5e8d2f71b0a4"));
    let answers = futures_util::future::join_all(tries).await;
    let ids: std::collections::BTreeSet<_> = answers
        .iter()
        .filter(|answer| answer.status == 201)
        .map(|answer| answer.json()["id"].to_string())
        .collect();
    assert_eq!(ids.len(), 1);
    for key in ["0e7a3d96-b25c-4f81-8d4a-97c1e6f2503b", "5d2b8f04-1c6e-49a7-b3f0-68e9d7a1c245"] {
        create(key).await.expect(201);
    }
    create("94c7e1b8-d03f-4a26-8e5b-2f6a90d4c7e3").await.problem(429, "quota_used");
}

#[tokio::test]
async fn a_game_with_a_ruleset_of_its_own_counts_for_the_rulesets() {
    let app = TestApp::start_with(&["--tune", "rulesets_a_day=2"]).await;
    let create = |first_seat: u8, spare: u16| {
        let options =
            json!({"first_seat": first_seat, "variant": if spare == 0 { "standard" } else { "three_rows" }});
        let seats = [json!({"kind": "mine"}), json!({"kind": "mine"})];
        app.post("/v1/games").json(&json!({"game": "richelieu", "options": options, "seats": seats})).send()
    };
    app.post("/v1/games").json(&two_bots()).send().await.expect(201);
    for _ in 0..2 {
        create(0, 0).await.expect(201);
        create(1, 0).await.expect(201);
    }
    let problem = create(0, 1).await.problem(429, "quota_used");
    assert!(problem["detail"].as_str().unwrap().contains("ruleset"), "{problem}");
    app.post("/v1/games").json(&two_bots()).send().await.expect(201);
    create(1, 0).await.expect(201);
}

#[tokio::test]
async fn an_address_has_its_games_and_rulesets_of_a_day() {
    let app =
        TestApp::start_with(&["--games-a-day", "2", "--tune", "rulesets_a_day=1", "--tune", "lab_games=10"])
            .await;
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
    let problem = app.post("/v1/experiments").admin().json(&plan).send().await.problem(422, "invalid_body");
    assert_eq!(problem["errors"][0]["pointer"], "/games", "{problem}");
    assert!(problem["errors"][0]["detail"].as_str().unwrap().contains("at most 10"), "{problem}");
}

//! What fills the disk is refused before it does; people play on.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::common::{Call, Table, TestApp};

fn custom(app: &TestApp, seat: u8) -> Call {
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

/// Everything that the document says may find no space.
async fn documented(app: &TestApp) -> Vec<String> {
    let document = app.get("/openapi.json").send().await.expect(200);
    let paths = document["paths"].as_object().unwrap().values().filter_map(Value::as_object);
    let calls = paths.flat_map(|path| path.values()).filter(|call| call["responses"].get("507").is_some());
    let mut calls: Vec<_> = calls.map(|call| call["operationId"].as_str().unwrap().to_owned()).collect();
    calls.sort();
    calls
}

/// What the calls find: a game under way, one that is over, one that waits for a guest, and a key.
struct World {
    running: Table,
    /// Whose turn it is there.
    turn: usize,
    over: Table,
    waiting: Table,
}

impl World {
    const KEY: &str = "tapis_play_of_space";

    async fn make(app: &TestApp) -> Self {
        app.add_key("space", Self::KEY);
        let open = json!([{"kind": "mine"}, {"kind": "open"}]);
        let (running, over) = (Table::two_people(app).await, Table::two_people(app).await);
        let state = running.play_on(app, 2).await;
        let turn = state["turn"]["seat"].as_u64().unwrap() as usize;
        over.play_on(app, 500).await;
        Self { running, turn, over, waiting: Table::create(app, json!({}), open).await }
    }

    /// Each call that stores, but moves.
    fn calls(&self, app: &TestApp) -> Vec<(&'static str, Call)> {
        let Self { running, turn, over, waiting } = self;
        let of = |call: Call, seat: usize| call.token(running.token(seat));
        let plan = json!({"game": "richelieu", "games": 2, "metric": "length", "arms": [{"name": "a", "seats": ["random"]}]});
        let browser = json!({"endpoint": "https://push.invalid/1", "keys": {"auth": "BTBZMqHH6r4Tts7J_aSIgg",
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"}});
        let hint = json!({"budget": {"iterations": 9}});
        let webhook = app.put("/v1/webhook").header("Tapis-Key", Self::KEY);
        vec![
            ("createExperiment", app.post("/v1/experiments").admin().json(&plan)),
            ("createGame", app.post("/v1/games").json(&two_bots())),
            ("createHint", of(app.post(&running.path("/hints")).key("a-hint"), *turn).json(&hint)),
            ("joinSeat", app.post(&waiting.path("/seats/1"))),
            ("matchPlayers", app.post("/v1/match").json(&json!({"game": "richelieu"}))),
            ("putPush", of(app.put(&running.path("/seats/0/push")), 0).json(&browser)),
            (
                "putSeatSettings",
                of(app.put(&running.path("/seats/0/settings")), 0).json(&json!({"auto_pass": "off"})),
            ),
            ("putWebhook", webhook.json(&json!({"url": "https://example.com/"}))),
            ("rematchGame", app.post(&over.path("/rematch")).token(over.token(0))),
            ("reviewGame", app.post(&over.path("/reviews")).json(&json!({"effort": "quick"}))),
            ("rotateSeatToken", of(app.post(&running.path("/seats/0/token")), 0)),
            ("storeRuleset", custom(app, 1)),
            ("undoMove", of(app.post(&running.path("/undo")), 0)),
        ]
    }
}

/// A reserve larger than any disk: nothing new is stored, a hint that is not kept is given, and a game that was there is played on.
#[tokio::test]
async fn what_is_left_of_the_disk_is_for_moves_of_people() {
    let directory = Arc::new(tempfile::tempdir().unwrap());
    let mut app = TestApp::start_in(Arc::clone(&directory), &[], |store| store).await;
    let world = World::make(&app).await;
    app.stop().await;
    let app = TestApp::start_in(directory, &["--reserve-bytes", "1000000000000000"], |store| store).await;
    let mut refused = Vec::new();
    for (name, call) in world.calls(&app) {
        let answer = call.send().await;
        assert_eq!(answer.status, 507, "{name}: {}", answer.text());
        let problem = answer.problem(507, "no_space");
        assert!(problem["left"].as_u64().unwrap() > 0 && problem["retry_after_s"] == 60, "{name}: {problem}");
        refused.push(name);
    }
    assert_eq!(documented(&app).await, refused, "each of these calls, and no other");
    let World { running, turn, .. } = &world;
    let hint = app.post(&running.path("/hints")).token(running.token(*turn));
    hint.json(&json!({"budget": {"iterations": 9}})).send().await.expect(200);
    assert_eq!(running.play_on(&app, 2).await["version"], 5, "two moves");
    // Whoever wants to end it may: that makes room.
    app.post(&running.path("/resign")).token(running.token(0)).send().await.expect(200);
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

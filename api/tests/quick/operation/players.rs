//! The players whom front ends name at seats: they last, belong to a key, and are shown to nobody.

use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use crate::common::{Call, Table, TestApp};

/// An id that is found wherever it is shown.
const ADA: &str = "u-ada-4711";
const BO: &str = "u-bo-4712";
const RETRY: &str = "6f1c0e9a-52d7-4b38-8a4f-d03b97e6c215";

fn add_key(app: &TestApp, name: &str) -> String {
    let text = format!("tapis_play_of_{name}");
    app.add_key(name, &text);
    text
}

fn with(call: Call, key: &str) -> Call {
    call.header("Tapis-Key", key)
}

/// One is there, the other is expected.
fn two() -> Value {
    json!([{"kind": "mine", "player": ADA}, {"kind": "invite", "player": BO}])
}

fn body(seats: Value) -> Value {
    json!({"game": "richelieu", "options": {"first_seat": 0}, "seats": seats, "auto_pass": "off"})
}

async fn table(app: &TestApp, key: &str, seats: Value) -> Table {
    let places = seats.as_array().unwrap().len();
    let created = with(app.post("/v1/games"), key).json(&body(seats)).send().await.expect(201);
    Table::from_created(created, places)
}

async fn items(app: &TestApp, key: &str, player: &str) -> Vec<Value> {
    let page = with(app.get(&format!("/v1/players/{player}/games")), key).send().await.expect(200);
    assert!(page.get("next_cursor").is_none());
    page["items"].as_array().unwrap().clone()
}

/// The games of a player, each with the seat.
async fn games(app: &TestApp, key: &str, player: &str) -> Vec<(String, u64)> {
    let seat =
        |item: &Value| (item["game"]["id"].as_str().unwrap().to_owned(), item["seat"].as_u64().unwrap());
    items(app, key, player).await.iter().map(seat).collect()
}

#[tokio::test]
async fn a_player_has_games_from_the_invitation_to_the_result() {
    let app = TestApp::start().await;
    let (key, other) = (add_key(&app, "one"), add_key(&app, "other"));
    let table = table(&app, &key, two()).await;
    let invited = &items(&app, &key, BO).await[0];
    assert_eq!((&invited["seat"], &invited["game"]["status"]), (&json!(1), &json!("waiting")));
    assert_eq!(invited["game"]["seats"][1]["kind"], "invite");
    let join = app.post(&table.path("/seats/1")).token(table.token(1)).send().await.expect(201);
    let running = &items(&app, &key, ADA).await[0];
    assert_eq!(
        (&running["game"]["status"], &running["game"]["turn"]["seat"]),
        (&json!("running"), &json!(0))
    );
    assert!(running.get("result").is_none());
    assert_eq!(games(&app, &other, ADA).await.len(), 0, "the same id of another key is somebody else");
    app.post(&table.path("/resign")).token(table.token(0)).send().await.expect(200);
    let (ada, bo) = (&items(&app, &key, ADA).await[0], &items(&app, &key, BO).await[0]);
    assert_eq!((&ada["result"]["rank"], &bo["result"]["rank"]), (&json!(2), &json!(1)));
    assert_eq!(ada["game"]["status"], "finished");
    // In the game that follows each sits one seat on; it is the newer one.
    app.fixed.elapsed_ms.fetch_add(1, Ordering::SeqCst);
    let token = join["token"].as_str().unwrap();
    let next = app.post(&table.path("/rematch")).token(token).send().await.expect(201);
    let next = next["id"].as_str().unwrap().to_owned();
    assert_eq!(games(&app, &key, BO).await, [(next.clone(), 0), (table.id.clone(), 1)]);
    assert_eq!(games(&app, &key, ADA).await, [(next, 1), (table.id.clone(), 0)]);
}

#[tokio::test]
async fn who_names_or_asks_for_players_needs_a_key_and_ids_are_checked() {
    let app = TestApp::start().await;
    let key = add_key(&app, "one");
    let open = Table::create(&app, json!({}), json!([{"kind": "mine"}, {"kind": "open"}])).await;
    let calls = || {
        [
            app.post("/v1/games").json(&body(two())),
            app.post(&open.path("/seats/1")).json(&json!({"player": BO})),
            app.get("/v1/players/u-17/games"),
            app.delete("/v1/players/u-17"),
        ]
    };
    for call in calls() {
        call.send().await.problem(401, "key_required");
    }
    assert_eq!(open.see(&app, 0).await["status"], "waiting", "nobody has joined");
    for wrong in ["", "a b", "<b>", "a\u{7}", "é", "..", "a\"", &"a".repeat(65)] {
        for language in ["en", "fr"] {
            let said = |answer: Value| answer["errors"][0].clone();
            let call = with(app.post(&open.path("/seats/1")), &key).header("Accept-Language", language);
            let join = said(call.json(&json!({"player": wrong})).send().await.problem(422, "invalid_body"));
            assert_eq!(join["pointer"], "/player");
            let seats = json!([{"kind": "mine", "player": wrong}, {"kind": "mine"}]);
            let call = with(app.post("/v1/games"), &key).header("Accept-Language", language);
            let create = said(call.json(&body(seats)).send().await.problem(422, "invalid_body"));
            assert_eq!(create["pointer"], "/seats/0/player");
            let expected = if language == "en" { "letters" } else { "lettres" };
            assert!(create["detail"].as_str().unwrap().contains(expected), "{create}");
        }
    }
    for kind in
        [json!({"kind": "open", "player": ADA}), json!({"kind": "bot", "level": "random", "player": ADA})]
    {
        let call = with(app.post("/v1/games"), &key).json(&body(json!([{"kind": "mine"}, kind])));
        assert_eq!(call.send().await.problem(422, "invalid_body")["errors"][0]["pointer"], "/seats/1/player");
    }
}

#[tokio::test]
async fn nobody_is_shown_who_is_named() {
    let app = TestApp::start().await;
    let key = add_key(&app, "one");
    let table =
        table(&app, &key, json!([{"kind": "mine", "player": ADA}, {"kind": "mine", "player": BO}])).await;
    let created = table.created.to_string();
    assert!(!created.contains(ADA) && !created.contains(BO), "{created}");
    app.post(&table.path("/resign")).token(table.token(0)).send().await.expect(200);
    for path in ["", "/moves", "/events?after=0&wait=0", "/replay"] {
        for seat in 0..2 {
            let text = app.get(&table.path(path)).token(table.token(seat)).send().await.text();
            assert!(!text.contains(ADA) && !text.contains(BO), "{path}: {text}");
        }
    }
    let tokens = json!({"tokens": table.secrets});
    let found = app.post("/v1/seats/lookup").json(&tokens).send().await;
    let (found, page) = (found.text(), items(&app, &key, ADA).await);
    assert!(!found.contains(ADA) && !json!(page).to_string().contains(BO));
}

#[tokio::test]
async fn a_seat_that_is_left_or_given_away_loses_its_player() {
    let app = TestApp::start().await;
    let key = add_key(&app, "one");
    let both = json!([{"kind": "mine", "player": ADA}, {"kind": "mine", "player": BO}]);
    let (to_bot, to_other) = (table(&app, &key, both.clone()).await, table(&app, &key, both).await);
    app.delete(&to_bot.path("/seats/0")).token(to_bot.token(0)).send().await.expect(200);
    let left = app.delete(&to_other.path("/seats/0?successor=invite")).token(to_other.token(0)).send().await;
    let ticket = left.expect(200)["ticket"].as_str().unwrap().to_owned();
    assert_eq!(games(&app, &key, ADA).await.len(), 0);
    app.post(&to_other.path("/seats/0")).token(&ticket).send().await.expect(201);
    assert_eq!(games(&app, &key, ADA).await.len(), 0, "another sits there, whom nobody has named");
    assert_eq!(games(&app, &key, BO).await.len(), 2);
}

#[tokio::test]
async fn a_repeated_request_names_once_and_nobody_in_place_of_another() {
    let app = TestApp::start().await;
    let (key, other) = (add_key(&app, "one"), add_key(&app, "other"));
    let create = || with(app.post("/v1/games"), &key).key(RETRY).json(&body(two())).send();
    let created = create().await.expect(201);
    assert_eq!(create().await.expect(201), created);
    let table = Table::from_created(created, 2);
    assert_eq!(games(&app, &key, BO).await, [(table.id.clone(), 1)]);
    // Whoever joins is another than was expected, and of another front end.
    let player = json!({"player": "cy"});
    let join = || {
        with(app.post(&table.path("/seats/1")), &other).token(table.token(1)).key("1").json(&player).send()
    };
    let joined = join().await.expect(201);
    create().await.expect(201);
    assert_eq!(join().await.expect(201), joined);
    assert_eq!(games(&app, &key, BO).await.len(), 0);
    assert_eq!(games(&app, &other, "cy").await, [(table.id.clone(), 1)]);
    app.delete(&table.path("/seats/1")).token(joined["token"].as_str().unwrap()).send().await.expect(200);
    create().await.expect(201);
    assert_eq!((games(&app, &key, BO).await.len(), games(&app, &other, "cy").await.len()), (0, 0));
}

#[tokio::test]
async fn a_deleted_player_is_forgotten_and_the_games_stay() {
    let app = TestApp::start().await;
    let (key, other) = (add_key(&app, "one"), add_key(&app, "other"));
    let tables =
        [table(&app, &key, two()).await, table(&app, &key, two()).await, table(&app, &other, two()).await];
    for _ in 0..2 {
        let deleted = with(app.delete(&format!("/v1/players/{ADA}")), &key).send().await;
        assert_eq!(deleted.status, 204);
        assert_eq!(games(&app, &key, ADA).await.len(), 0);
    }
    assert_eq!(games(&app, &key, BO).await.len(), 2);
    assert_eq!(games(&app, &other, ADA).await.len(), 1, "of another key");
    for table in tables {
        table.see(&app, 0).await;
    }
}

#[tokio::test]
async fn games_of_a_player_come_in_pages() {
    let app = TestApp::start().await;
    let key = add_key(&app, "one");
    let mut all = Vec::new();
    for _ in 0..5 {
        all.insert(0, table(&app, &key, two()).await.id);
    }
    let (mut found, mut cursor) = (Vec::new(), String::new());
    loop {
        let path = format!("/v1/players/{ADA}/games?limit=2{cursor}");
        let answer = with(app.get(&path), &key).send().await;
        let page = answer.expect(200);
        found.extend(page["items"].as_array().unwrap().iter().map(|item| item["game"]["id"].clone()));
        let Some(next) = page["next_cursor"].as_str() else { break };
        assert!(answer.header("link").unwrap().contains(next));
        cursor = format!("&cursor={next}");
    }
    assert_eq!(found, all);
    for wrong in ["limit=0", "limit=51", "cursor=x", "more=1"] {
        let path = format!("/v1/players/{ADA}/games?{wrong}");
        with(app.get(&path), &key).send().await.problem(422, "invalid_query");
    }
}

#[tokio::test]
async fn an_id_in_a_path_that_can_be_none_is_told_in_both_languages() {
    let app = TestApp::start().await;
    let key = add_key(&app, "one");
    for path in ["/v1/players//games", "/v1/players/", "/v1/players/a/b"] {
        with(app.get(path), &key).send().await.problem(404, "not_found");
    }
    let long = "a".repeat(65);
    for wrong in ["%3Cb%3E", "a%20b", "%C3%A9", "-a", &long] {
        for (language, expected) in [("en", "letters"), ("fr", "lettres")] {
            let calls =
                [app.get(&format!("/v1/players/{wrong}/games")), app.delete(&format!("/v1/players/{wrong}"))];
            for call in calls {
                let call = with(call, &key).header("Accept-Language", language);
                let fault = call.send().await.problem(422, "invalid_query")["errors"][0].clone();
                assert_eq!(fault["pointer"], "/player");
                assert!(fault["detail"].as_str().unwrap().contains(expected), "{fault}");
            }
        }
    }
}

#[tokio::test]
async fn players_of_a_key_are_as_many_as_the_seats_of_its_games() {
    let app = TestApp::start_with(&["--games-a-day", "3"]).await;
    let key = add_key(&app, "one");
    let named = |n: usize| body(json!([{"kind": "mine", "player": format!("u-{n}")}, {"kind": "mine"}]));
    for n in 0..3 {
        with(app.post("/v1/games"), &key).json(&named(n)).send().await.expect(201);
    }
    for (language, expected) in [("en", "games"), ("fr", "parties")] {
        let call = with(app.post("/v1/games"), &key).header("Accept-Language", language);
        let problem = call.json(&named(3)).send().await.problem(429, "quota_used");
        assert!(problem["detail"].as_str().unwrap().contains(expected), "{problem}");
    }
    assert_eq!(games(&app, &key, "u-2").await.len(), 1);
    assert_eq!(games(&app, &key, "u-3").await.len(), 0);
}

#[tokio::test]
async fn a_player_of_more_seats_than_one_transaction_forgets_is_forgotten() {
    let app = TestApp::start().await;
    let key = add_key(&app, "one");
    let both = json!([{"kind": "mine", "player": ADA}, {"kind": "mine", "player": ADA}]);
    for _ in 0..101 {
        with(app.post("/v1/games"), &key).json(&body(both.clone())).send().await.expect(201);
    }
    assert_eq!(with(app.delete(&format!("/v1/players/{ADA}")), &key).send().await.status, 204);
    assert_eq!(games(&app, &key, ADA).await.len(), 0);
}

#[tokio::test]
async fn whoever_is_named_at_a_seat_is_let_in_by_the_key() {
    let app = TestApp::start().await;
    let (key, other) = (add_key(&app, "one"), add_key(&app, "other"));
    let table = table(&app, &key, two()).await;
    let seat = |path: &str, key: &str, player: &str| {
        with(app.post(&table.path(path)), key).json(&json!({"player": player}))
    };
    // An invitation needs no ticket then, and to nobody else's player it is one of strangers.
    seat("/seats/1", &other, BO).send().await.problem(401, "token_required");
    seat("/seats/1", &key, ADA).send().await.problem(401, "unknown_token");
    seat("/seats/1", &key, BO).send().await.expect(201);
    seat("/seats/1", &key, BO).send().await.problem(409, "seat_taken");
    let secured = seat("/seats/0/token", &key, ADA).send().await.expect(201);
    let token = secured["token"].as_str().unwrap();
    assert_eq!(app.get(&table.path("")).token(token).send().await.expect(200)["you"]["seat"], 0);
    app.get(&table.path("")).token(table.token(0)).send().await.problem(401, "unknown_token");
    // Somebody else's seat, another app's player, no player at all.
    seat("/seats/0/token", &key, BO).send().await.problem(403, "not_your_seat");
    for (key, player) in [(&other, ADA), (&key, "u-nobody")] {
        for (language, said) in [("en", "player"), ("fr", "oueur")] {
            let refused = seat("/seats/0/token", key, player).header("Accept-Language", language);
            let problem = refused.send().await.problem(404, "not_found");
            assert!(problem["detail"].as_str().unwrap().contains(said), "{problem}");
        }
    }
    let me = seat("/seats/0/token", &key, "me").send().await.problem(422, "invalid_body");
    assert_eq!(me["errors"][0]["pointer"], "/player");
    with(app.post(&table.path("/seats/0/token")), &key).send().await.problem(401, "token_required");
    let keyless = app.post(&table.path("/seats/0/token")).json(&json!({"player": ADA}));
    keyless.send().await.problem(401, "key_required");
    seat("/seats/7/token", &key, "u-nobody").send().await.problem(404, "not_found");
    // A seat that was left says so.
    app.delete(&table.path("/seats/0")).token(token).send().await.expect(200);
    for (language, said) in [("en", "was left"), ("fr", "a été laissée")] {
        let refused = seat("/seats/0/token", &key, ADA).header("Accept-Language", language);
        let problem = refused.send().await.problem(409, "seat_taken");
        assert!(problem["detail"].as_str().unwrap().contains(said), "{problem}");
    }
}

#[tokio::test]
async fn the_games_in_which_it_is_a_players_turn_are_listed_alone_with_a_tag() {
    let app = TestApp::start().await;
    let key = add_key(&app, "one");
    let both = json!([{"kind": "mine", "player": ADA}, {"kind": "mine", "name": "Bo", "player": BO}]);
    let (moved, ended) = (table(&app, &key, both.clone()).await, table(&app, &key, both.clone()).await);
    let due = table(&app, &key, both).await;
    table(&app, &key, two()).await;
    app.post(&ended.path("/resign")).token(ended.token(0)).send().await.expect(200);
    let ask = |player: &str, more: &str| with(app.get(&format!("/v1/players/{player}/games?{more}")), &key);
    let ids = |page: &Value| {
        let items = page["items"].as_array().unwrap().iter();
        items.map(|item| item["game"]["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let first = ask(ADA, "turn=mine").send().await;
    let page = first.expect(200);
    assert_eq!(ids(&page), [due.id.clone(), moved.id.clone()]);
    assert_eq!(page["items"][0]["game"]["seats"][1]["name"], "Bo");
    assert_eq!(ids(&ask(BO, "turn=mine").send().await.expect(200)).len(), 0);
    let next = ask(ADA, "turn=mine&limit=1").send().await;
    assert!(next.header("link").unwrap().contains("turn=mine"));
    let cursor = format!("turn=mine&limit=1&cursor={}", next.json()["next_cursor"].as_str().unwrap());
    assert_eq!(ids(&ask(ADA, &cursor).send().await.expect(200)), std::slice::from_ref(&moved.id));
    let tag = first.header("etag").unwrap();
    let again = || ask(ADA, "turn=mine").header("If-None-Match", tag).send();
    let same = again().await;
    assert_eq!((same.status, same.bytes.len()), (304, 0));
    assert!(same.header("vary").unwrap().contains("Tapis-Key"));
    moved.play(&app, 0, "take 1L").await;
    assert!(again().await.expect(200)["items"].is_array(), "something has happened");
    let wrong = ask(ADA, "turn=theirs").send().await.problem(422, "invalid_query");
    assert_eq!(wrong["errors"][0]["pointer"], "/turn");
}

#[tokio::test]
async fn the_key_of_a_retry_belongs_to_the_player_for_whom_it_is_asked() {
    let app = TestApp::start().await;
    let key = add_key(&app, "one");
    let ask = async |from: u8, player: &str| {
        let call = with(app.post_from(from, "/v1/match"), &key).key(RETRY);
        let answer = call.json(&json!({"game": "malin", "player": player})).send().await;
        (answer.expect(200)["token"].clone(), answer.header("idempotency-replayed").is_some())
    };
    let (hers, his) = (ask(1, ADA).await, ask(1, BO).await);
    assert!(!hers.1 && !his.1 && hers.0 != his.0);
    assert_eq!(ask(2, ADA).await, (hers.0, true), "her server has several addresses");
}

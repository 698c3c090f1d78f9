//! What a restart leaves as it was: everything.

use serde_json::json;

use crate::common::{Table, TestApp};

#[tokio::test]
async fn games_tokens_keys_and_streams_go_on() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let open = Table::create(&app, json!({}), json!([{"kind": "mine"}, {"kind": "invite"}])).await;
    table.play_on(&app, 10).await;
    let see = async |app: &TestApp, rest: &str, seat: usize| {
        let answer = app.get(&table.path(rest)).token(table.token(seat)).send().await;
        (answer.header("etag").map(str::to_owned), answer.expect(200))
    };
    let state = table.see(&app, 0).await;
    let mover = state["turn"]["seat"].as_u64().unwrap() as usize;
    let legal = table.see(&app, mover).await["legal_moves"][0]["notation"].clone();
    let submit = async |app: &TestApp| {
        let call = app.post(&table.path("/moves")).token(table.token(mover)).key("over-a-restart");
        let call = call.if_match(&format!("\"v11-s{mover}\""));
        call.json(&json!({"move": legal, "wait_ms": 0})).send().await
    };
    let first = submit(&app).await;
    first.expect(200);
    let key = "create-over-a-restart";
    let body = json!({"game": "richelieu", "seats": [{"kind": "mine"}, {"kind": "mine"}]});
    let created = app.post("/v1/games").key(key).json(&body).send().await;
    let mut before = Vec::new();
    for rest in ["", "/moves", "/events?after=0&wait=0"] {
        for seat in [0, 1] {
            before.push(see(&app, rest, seat).await);
        }
    }

    let app = app.restart().await;
    let mut after = Vec::new();
    for rest in ["", "/moves", "/events?after=0&wait=0"] {
        for seat in [0, 1] {
            after.push(see(&app, rest, seat).await);
        }
    }
    assert_eq!(before, after, "tokens open the same games in the same positions");
    let again = submit(&app).await;
    assert_eq!(again.bytes, first.bytes);
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    let again = app.post("/v1/games").key(key).json(&body).send().await;
    assert_eq!(again.bytes, created.bytes, "the same game and tokens");
    let resumed = app.get(&table.path("/events")).token(table.token(0)).header("Last-Event-ID", "11");
    let mut resumed = resumed.0.send().await.unwrap();
    let mut text = String::new();
    while !text.contains("id: 12\n") {
        text.push_str(std::str::from_utf8(&resumed.chunk().await.unwrap().unwrap()).unwrap());
    }
    assert!(!text.contains("id: 11\n"));
    let joined = app.post(&open.path("/seats/1")).json(&json!({"ticket": open.token(1)})).send().await;
    joined.expect(201);
    let end = table.play_on(&app, 500).await;
    assert_eq!(end["status"], "finished");
}

#[tokio::test]
async fn a_bot_whose_turn_it_was_moves() {
    // Replies are held back for ten minutes, so that none comes before the restart.
    let app = TestApp::start_with(&["--tune", "bot_slot_ms=600000"]).await;
    let seats = json!([{"kind": "mine"}, {"kind": "bot", "level": "greedy"}]);
    let table = Table::create(&app, json!({"first_seat": 1}), seats).await;
    assert_eq!(table.see(&app, 0).await["version"], 1);
    let app = app.restart().await;
    let page = app.get(&table.path("/events?after=1&wait=30")).token(table.token(0)).send().await.expect(200);
    assert_eq!(page["items"][0]["ply"]["seat"], 1);
}

#[tokio::test]
async fn a_game_of_bots_is_played_to_its_end() {
    let app = TestApp::start_with(&["--bot-threads", "1"]).await;
    let bot = json!({"kind": "bot", "level": "random"});
    let mut tables = Vec::new();
    for _ in 0..10 {
        tables.push(Table::create(&app, json!({}), json!([bot, bot])).await);
    }
    let app = app.restart().await;
    for table in tables {
        let mut after = 0;
        loop {
            let path = table.path(&format!("/events?after={after}&wait=30"));
            let page = app.get(&path).send().await.expect(200);
            let items = page["items"].as_array().unwrap();
            assert!(!items.is_empty(), "nothing happens after version {after}");
            if items.last().unwrap()["kind"] == "end" {
                break;
            }
            after = page["after"].as_u64().unwrap();
        }
    }
}

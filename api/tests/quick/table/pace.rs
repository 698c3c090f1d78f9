//! How fast the bots of a game play.

use serde_json::{Value, json};

use crate::common::{Table, TestApp};

fn against_a_bot(pace: &Value) -> Value {
    let seats = json!([{"kind": "mine"}, {"kind": "bot", "level": "greedy"}]);
    let mut body = json!({"game": "richelieu", "options": {"first_seat": 0}, "seats": seats});
    if !pace.is_null() {
        body["bot_pace_ms"] = pace.clone();
    }
    body
}

#[tokio::test]
async fn a_game_says_its_pace_or_has_that_of_the_service() {
    let app = TestApp::start_with(&["--bot-pace-ms", "7"]).await;
    for (said, holds) in [(Value::Null, 7), (json!(0), 0), (json!(10_000), 10_000)] {
        let table = Table::of(&app, against_a_bot(&said)).await;
        for token in [Some(table.token(0)), None] {
            let call = app.get(&table.path(""));
            let call = if let Some(token) = token { call.token(token) } else { call };
            assert_eq!(call.send().await.expect(200)["bot_pace_ms"], holds, "everybody may know it");
        }
    }
    for wrong in [json!(10_001), json!(-1), json!(0.5), json!("600")] {
        let problem =
            app.post("/v1/games").json(&against_a_bot(&wrong)).send().await.problem(422, "invalid_body");
        assert_eq!(problem["errors"][0]["pointer"], "/bot_pace_ms");
    }
    let bot = json!({"kind": "bot", "level": "random"});
    let alone = json!({"game": "richelieu", "seats": [bot, bot], "bot_pace_ms": 10_000});
    let alone = Table::of(&app, alone).await;
    let state = app.get(&alone.path("")).send().await.expect(200);
    assert_eq!(state.get("bot_pace_ms"), None, "bots among themselves are as fast as they can");
    let mut after = 0;
    loop {
        let answer = app.get(&alone.path(&format!("/events?after={after}&wait=30"))).send().await;
        if answer.status == 204 {
            break;
        }
        after = answer.expect(200)["after"].as_u64().unwrap();
    }
}

#[tokio::test]
async fn a_reply_is_held_back_as_long_as_the_game_says_and_the_pace_is_kept() {
    let app = TestApp::start().await;
    let quick = Table::of(&app, against_a_bot(&json!(0))).await;
    let slow = Table::of(&app, against_a_bot(&json!(10_000))).await;
    let app = app.restart().await;
    let mut answered = Vec::new();
    for table in [&slow, &quick] {
        // Until the bot is to move.
        let mut state = table.see(&app, 0).await;
        while state["turn"]["seat"] == 0 {
            let notation = state["legal_moves"][0]["notation"].as_str().unwrap().to_owned();
            state = table.play(&app, 0, &notation).await;
        }
        assert_eq!(state["bot_pace_ms"], if table.id == slow.id { 10_000 } else { 0 });
        answered.push(state["version"].as_u64().unwrap());
    }
    // The reply of the quick game comes while the one that was due before it waits.
    let news = |table: &Table, after: u64, wait: u64| {
        app.get(&table.path(&format!("/events?after={after}&wait={wait}"))).send()
    };
    assert_ne!(news(&quick, answered[1], 30).await.expect(200)["items"], json!([]));
    assert_eq!(news(&slow, answered[0], 0).await.expect(200)["items"], json!([]));
}

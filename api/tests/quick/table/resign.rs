//! Giving up.

use serde_json::{Value, json};

use crate::common::{Call, Table, TestApp};

fn resign(app: &TestApp, table: &Table, seat: usize) -> Call {
    app.post(&table.path("/resign")).token(table.token(seat))
}

/// The kinds and changes of the events after a version, as a spectator reads them.
async fn events(app: &TestApp, table: &Table, after: u64) -> Vec<(Value, Value)> {
    let path = table.path(&format!("/events?after={after}&wait=30"));
    let page = app.get(&path).send().await.expect(200);
    let items = page["items"].as_array().unwrap().iter();
    items.map(|item| (item["kind"].clone(), item["changes"].clone())).collect()
}

#[tokio::test]
async fn of_two_the_other_wins() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    table.play_on(&app, 4).await;
    let scores = table.see(&app, 1).await["scores"].clone();
    app.post(&table.path("/resign")).send().await.problem(401, "token_required");
    resign(&app, &table, 0).json(&json!({"seat": 0})).send().await.problem(422, "invalid_body");
    let first = resign(&app, &table, 0).key("once").send().await;
    assert_eq!(first.expect(200), json!({"seat": 0, "status": "finished", "version": 7}));
    let result = json!({"ranks": [2, 1], "scores": scores, "winners": [1], "resigned": [0]});
    let told = events(&app, &table, 5).await;
    assert_eq!(told[0], (json!("resign"), json!([])));
    assert_eq!(told[1].0, "end");
    assert!(told[1].1.as_array().unwrap().contains(&json!({"what": "result", "result": result})));

    let app = app.restart().await;
    assert_eq!(resign(&app, &table, 0).key("once").send().await.bytes, first.bytes);
    resign(&app, &table, 1).send().await.problem(409, "game_over");
    let state = table.see(&app, 1).await;
    assert_eq!((&state["status"], &state["result"]), (&json!("finished"), &result));
    assert_eq!(state.get("turn"), None);
    let replay = app.get(&table.path("/replay")).send().await.expect(200);
    assert_eq!((&replay["scores"], &replay["ranks"]), (&scores, &json!([2, 1])));
    let stats = app.get("/v1/stats/richelieu/summary?assisted=include").send().await.expect(200);
    assert_eq!(stats["games"], 0, "{stats}");
}

#[tokio::test]
async fn of_more_a_bot_plays_on_and_the_result_says_who_gave_up() {
    let app = TestApp::start().await;
    let bot = json!({"kind": "bot", "level": "greedy"});
    let seats = json!([{"kind": "mine", "name": "Ada"}, bot, bot]);
    let table =
        Table::create(&app, json!({"players": 3, "first_seat": 0, "variant": "three_rows"}), seats).await;
    let first = resign(&app, &table, 0).key("once").send().await;
    assert_eq!(first.expect(200), json!({"seat": 0, "status": "running", "version": 2}));
    assert_eq!(resign(&app, &table, 0).key("once").send().await.bytes, first.bytes);
    resign(&app, &table, 0).send().await.problem(401, "unknown_token");
    let seat = json!({"seat": 0, "kind": "bot", "level": "club", "left": true});
    let told = events(&app, &table, 1).await;
    assert_eq!(told[0], (json!("resign"), json!([{"what": "seat", "seat": seat}])));
    let mut state = json!({});
    while state["status"] != "finished" {
        events(&app, &table, state["version"].as_u64().unwrap_or(1)).await;
        state = app.get(&table.path("")).send().await.expect(200);
    }
    assert_eq!(state["result"]["resigned"], json!([0]));
}

#[tokio::test]
async fn nobody_gives_up_before_the_game_begins() {
    let app = TestApp::start().await;
    let seats = json!([{"kind": "mine"}, {"kind": "invite"}]);
    let table = Table::create(&app, json!({}), seats).await;
    resign(&app, &table, 0).send().await.problem(409, "game_waiting");
    resign(&app, &table, 1).send().await.problem(401, "token_required");
    assert_eq!(table.see(&app, 0).await["version"], 1);
}

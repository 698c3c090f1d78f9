//! Playing again.

use serde_json::{Value, json};

use crate::common::{Call, Table, TestApp};

fn rematch(app: &TestApp, table: &Table, seat: usize) -> Call {
    app.post(&table.path("/rematch")).token(table.token(seat))
}

/// A game of Ada, a bot and Bo that Ada and Bo have given up, with the tokens of these two.
async fn three_seats(app: &TestApp) -> Table {
    let bot = json!({"kind": "bot", "level": "random"});
    let seats = json!([{"kind": "mine", "name": "Ada"}, bot, {"kind": "mine", "name": "Bo"}]);
    let table = Table::create(app, json!({"players": 3, "first_seat": 0}), seats).await;
    loop {
        let state = table.see(app, 0).await;
        match state["turn"]["seat"].as_u64() {
            Some(1) => {
                let path = table.path(&format!("/events?after={}&wait=30", state["version"]));
                app.get(&path).send().await.expect(200);
            }
            Some(_) => drop(table.play_on(app, 1).await),
            None => return table,
        }
    }
}

#[tokio::test]
async fn the_same_game_for_everybody_and_each_a_seat_on() {
    let app = TestApp::start().await;
    let table = three_seats(&app).await;
    let first = rematch(&app, &table, 0).send().await;
    let ada = first.expect(201);
    assert_eq!((&ada["seat"], &ada["version"]), (&json!(2), &json!(1)));
    let path = format!("/v1/games/{}", ada["id"].as_str().unwrap());
    assert_eq!(first.header("location"), Some(path.as_str()));
    let state = |app: &TestApp, token: &Value| app.get(&path).token(token.as_str().unwrap());
    let waits = state(&app, &ada["token"]).send().await.expect(200);
    assert_eq!(
        (&waits["status"], &waits["ruleset"]),
        (&json!("waiting"), &table.see(&app, 0).await["ruleset"])
    );
    let seats = json!([
        {"seat": 0, "kind": "bot", "level": "random"}, {"seat": 1, "name": "Bo", "kind": "invite"},
        {"seat": 2, "name": "Ada", "kind": "human"},
    ]);
    assert_eq!(waits["seats"], seats);

    let app = app.restart().await;
    let old = table.see(&app, 2).await;
    assert_eq!(old["rematch"], ada["id"]);
    let after = old["version"].as_u64().unwrap() - 1;
    let told = app.get(&table.path(&format!("/events?after={after}&wait=0"))).send().await.expect(200);
    assert_eq!(told["items"][0]["kind"], "rematch");
    assert_eq!(told["items"][0]["changes"], json!([{"what": "rematch", "game": ada["id"]}]));
    let bo = rematch(&app, &table, 2).send().await.expect(200);
    assert_eq!((&bo["id"], &bo["seat"], &bo["version"]), (&ada["id"], &json!(1), &json!(2)));
    assert_eq!(state(&app, &bo["token"]).send().await.expect(200)["status"], "running");
    for (seat, before) in [(0, &ada), (2, &bo)] {
        let again = rematch(&app, &table, seat).send().await.expect(200);
        assert_eq!(again["token"], before["token"]);
    }
    app.get(&table.path("/replay")).send().await.expect(200);
    let rotated = app.post(&format!("{path}/seats/1/token")).token(bo["token"].as_str().unwrap());
    rotated.send().await.expect(201);
    rematch(&app, &table, 2).send().await.problem(409, "seat_taken");
}

#[tokio::test]
async fn those_who_ask_at_once_meet_at_one_table() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    rematch(&app, &table, 0).send().await.problem(409, "game_not_over");
    app.post(&table.path("/resign")).token(table.token(0)).send().await.expect(200);
    app.post(&table.path("/rematch")).send().await.problem(401, "token_required");
    rematch(&app, &table, 0).json(&json!({"seats": []})).send().await.problem(422, "invalid_body");
    let asked = futures_util::future::join_all((0..8).map(|n| rematch(&app, &table, n % 2).send())).await;
    let made = asked.iter().filter(|answer| answer.status == 201).count();
    let ids: Vec<_> = asked.iter().map(|answer| answer.json()["id"].clone()).collect();
    assert!(made == 1 && ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    let game = app.get(&format!("/v1/games/{}", ids[0].as_str().unwrap())).send().await.expect(200);
    assert_eq!((&game["status"], &game["version"]), (&json!("running"), &json!(2)));
}

/// Both were late, and bots played to the end: they play again all the same.
#[tokio::test]
async fn who_was_late_plays_again() {
    let app = TestApp::start().await;
    let seats = json!([{"kind": "mine", "name": "Ada"}, {"kind": "mine", "name": "Bo"}]);
    let table = Table::of(
        &app,
        json!({"game": "richelieu", "seats": seats, "bot_pace_ms": 0, "clock": {"per_move_s": 60}}),
    )
    .await;
    // So that the bots have little left to play.
    table.play_on(&app, 36).await;
    for late in 0..2 {
        app.fixed.elapsed_ms.fetch_add(60_000, std::sync::atomic::Ordering::SeqCst);
        loop {
            let state = table.see(&app, 0).await;
            let bots = state["seats"].as_array().unwrap().iter().filter(|seat| seat["kind"] == "bot").count();
            if bots > late && (bots == 2 || state["turn"]["deadline"].is_string()) {
                break;
            }
            let path = table.path(&format!("/events?after={}&wait=30", state["version"]));
            app.get(&path).send().await;
        }
    }
    while table.see(&app, 0).await["status"] == "running" {
        let version = &table.see(&app, 0).await["version"];
        app.get(&table.path(&format!("/events?after={version}&wait=30"))).send().await;
    }
    let ada = rematch(&app, &table, 0).send().await.expect(201);
    let bo = rematch(&app, &table, 1).send().await.expect(200);
    let again = rematch(&app, &table, 1).send().await.expect(200);
    assert_eq!((&bo["id"], &again), (&ada["id"], &bo));
    let state = app.get(&format!("/v1/games/{}", ada["id"].as_str().unwrap()));
    let state = state.token(bo["token"].as_str().unwrap()).send().await.expect(200);
    let seats =
        json!([{"seat": 0, "kind": "human", "name": "Bo"}, {"seat": 1, "kind": "human", "name": "Ada"}]);
    assert_eq!((&state["seats"], &state["you"]["seat"]), (&seats, &json!(0)));
}

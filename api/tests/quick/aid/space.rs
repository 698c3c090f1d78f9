//! What is left of the disk is for moves: everything else that stores asks first.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::common::push::PushService;
use crate::common::{Call, Table, TestApp};

/// A reserve larger than any disk. Browsers and webhooks of tests are on this machine.
const FULL: [&str; 3] = ["--reserve-bytes", "1000000000000000", "--webhooks-to-private-networks"];
const KEY: &str = "tapis_play_of_who_stores";

/// Two people play at one table, somebody waits at another; then no more space is left than the reserve.
async fn full() -> (TestApp, Table, Table) {
    let directory = Arc::new(tempfile::tempdir().unwrap());
    let mut app = TestApp::start_in(Arc::clone(&directory), &[], |store| store).await;
    let table = Table::two_people(&app).await;
    let waiting = json!([{"kind": "mine"}, {"kind": "open"}]);
    let waiting = Table::create(&app, json!({}), waiting).await;
    app.stop().await;
    let app = TestApp::start_in(directory, &FULL, |store| store).await;
    app.add_key("stores", KEY);
    (app, table, waiting)
}

fn hint(app: &TestApp, table: &Table) -> Call {
    let wanted = json!({"level": "nudge", "budget": {"iterations": 50}, "seed": "1"});
    app.post(&table.path("/hints")).token(table.token(0)).json(&wanted)
}

#[tokio::test]
async fn a_hint_that_would_be_kept_asks_for_space_and_one_that_is_not_is_given() {
    let (app, table, _) = full().await;
    let refused = hint(&app, &table).key("a-hint-to-keep").send().await.problem(507, "no_space");
    assert!(refused["retry_after_s"] == 60, "{refused}");
    hint(&app, &table).send().await.expect(200);
    let first = table.see(&app, 0).await["legal_moves"][0]["notation"].as_str().unwrap().to_owned();
    table.play(&app, 0, &first).await;
    table.play_on(&app, 1_000).await;
    assert_eq!(table.see(&app, 0).await["status"], "finished", "moves have the space that is left");
}

#[tokio::test]
async fn seats_settings_and_whoever_is_told_ask_for_space() {
    let (app, table, waiting) = full().await;
    let first = table.see(&app, 0).await["legal_moves"][0]["notation"].as_str().unwrap().to_owned();
    let played = table.play(&app, 0, &first).await;
    let version = json!({"version": played["version"]});
    let browser = PushService::start().await.browser("one").body();
    let seat = |of: &Table, rest: &str| of.path(&format!("/seats/{rest}"));
    let own = |call: Call| call.token(table.token(0));
    let calls: Vec<(&str, Call)> = vec![
        ("join", app.post(&seat(&waiting, "1"))),
        ("match", app.post("/v1/match").json(&json!({"game": "richelieu"}))),
        ("new token", own(app.post(&seat(&table, "0/token")))),
        ("settings", own(app.put(&seat(&table, "0/settings"))).json(&json!({"auto_pass": "no_choice"}))),
        ("take back", own(app.post(&table.path("/undo"))).json(&version)),
        ("browser", own(app.put(&seat(&table, "0/push"))).json(&browser)),
        (
            "webhook",
            app.put("/v1/webhook").header("Tapis-Key", KEY).json(&json!({"url": "https://example.com/"})),
        ),
    ];
    for (what, call) in calls {
        let answer = call.send().await;
        assert_eq!(answer.status, 507, "{what}: {}", answer.text());
        answer.problem(507, "no_space");
    }
    let state: Value = table.see(&app, 0).await;
    assert_eq!(state["version"], played["version"], "nothing was stored");
    // Whoever wants to end it may: that makes room.
    app.post(&table.path("/resign")).token(table.token(1)).send().await.expect(200);
}

#[test]
fn only_what_asks_for_space_promises_the_refusal() {
    let document = serde_json::to_value(tapis_api::openapi()).unwrap();
    let operations =
        document["paths"].as_object().unwrap().values().flat_map(|item| item.as_object().unwrap().values());
    let promised = operations.filter(|operation| operation["responses"]["507"].is_object());
    let mut promised: Vec<&str> =
        promised.map(|operation| operation["operationId"].as_str().unwrap()).collect();
    promised.sort_unstable();
    let expected = [
        "createExperiment",
        "createGame",
        "createHint",
        "joinSeat",
        "matchPlayers",
        "putPush",
        "putSeatSettings",
        "putWebhook",
        "rematchGame",
        "reviewGame",
        "rotateSeatToken",
        "storeRuleset",
        "undoMove",
    ];
    assert_eq!(promised, expected);
}

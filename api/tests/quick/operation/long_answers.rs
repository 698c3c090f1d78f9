//! Nobody waits behind answers that take long: none is made on a thread that serves, and what was made is kept.

use serde_json::{Value, json};

use super::mcp::tool;
use crate::common::{Answer, Call, Table, TestApp, until};

/// A finished game of two, and a running one some moves old.
pub(super) async fn tables(app: &TestApp) -> (Table, Table) {
    let (over, running) = (Table::two_people(app).await, Table::two_people(app).await);
    over.play_on(app, 500).await;
    running.play_on(app, 12).await;
    (over, running)
}

/// The calls whose answers may take long: what each is called, whether its answer is kept, and a request.
pub(super) fn calls(
    app: &TestApp,
    (over, running): (&Table, &Table),
    options: &Value,
) -> Vec<(&'static str, bool, Call)> {
    let (seat, hash) = (running.token(0), running.created["ruleset"]["hash"].as_str().unwrap());
    let below = |rest: &str| format!("/v1/rulesets/richelieu{rest}");
    let notation = json!({"move": "take 1L"});
    let seats = json!([{"kind": "bot", "level": "greedy"}, {"kind": "bot", "level": "greedy"}]);
    let game = json!({"game": "richelieu", "options": options, "seats": seats});
    let read = |path: &str| app.get(path).header("Accept", "application/json");
    vec![
        ("events", true, read(&over.path("/events?after=0")).token(over.token(0))),
        ("the same as a stream", true, app.get(&over.path("/events?after=0")).token(over.token(0))),
        ("events of a running game", true, read(&running.path("/events?wait=0")).token(seat)),
        ("an earlier version", false, app.get(&running.path("?version=5")).token(seat)),
        ("a replay", true, app.get(&over.path("/replay")).token(over.token(0))),
        ("pieces", true, app.get(&below(&format!("/{hash}/pieces")))),
        ("rules", true, app.get(&below("/rules"))),
        ("options", true, app.post(&below("/validation")).json(&json!({"options": options}))),
        ("a move", false, app.post(&running.path("/moves/validation")).token(seat).json(&notation)),
        ("a game", false, app.post("/v1/games").json(&game)),
        ("tokens", false, app.post("/v1/seats/lookup").json(&json!({"tokens": [seat]}))),
    ]
}

#[tokio::test]
async fn long_answers_are_made_where_nobody_is_served_and_once_where_they_stay_the_same() {
    let app = TestApp::start().await;
    let (over, running) = tables(&app).await;
    let load = || app.state.service.load();
    let made = || load().answers.finished;
    let options = |version: i32| json!({"variant": "three_rows", "first_seat": version % 2});
    for round in 0..2 {
        for (what, kept, call) in calls(&app, (&over, &running), &options(1)) {
            let before = made();
            let Answer { status, bytes, .. } = call.send().await;
            assert!((200..300).contains(&status) && !bytes.is_empty(), "{what}: {status}");
            let (first, as_page) = (round == 0, what == "the same as a stream");
            let expected = if kept && (!first || as_page) { 0 } else { 1 };
            assert!(made() - before >= expected, "{what} was made on a thread that serves");
            if expected == 0 {
                assert_eq!(made(), before, "{what} was made once more");
            }
        }
    }
    assert_eq!(load().long_while_serving, 0);
}

#[tokio::test]
async fn large_bodies_are_read_where_nobody_is_served_and_by_few_calls() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let large = json!({"unknown": "x".repeat(20_000)});
    let made = || app.state.service.load().answers.finished;
    for path in ["/v1/games", "/v1/match", "/v1/analyses", "/v1/rulesets/richelieu/validation"] {
        let before = made();
        app.post(path).json(&large).send().await.problem(422, "invalid_body");
        assert_eq!(made(), before + 1, "{path} was read on a thread that serves");
    }
    let before = made();
    app.post(&table.path("/moves"))
        .token(table.token(0))
        .json(&large)
        .send()
        .await
        .problem(413, "body_too_large");
    assert_eq!(made(), before, "it is not read at all");
}

#[tokio::test]
async fn moves_looks_and_readiness_do_not_wait_for_long_answers() {
    let app = TestApp::start().await;
    let (over, running) = tables(&app).await;
    let person = Table::two_people(&app).await;
    let held = app.hold_answers().await;
    let flood = calls(&app, (&over, &running), &json!({"variant": "three_rows", "first_seat": 1}));
    // Made at once: it was made for another.
    let flood: Vec<_> = flood.into_iter().map(|(_, _, call)| tokio::spawn(call.send())).collect();
    until(|| app.state.service.answers().counts().queued == flood.len()).await;
    let state = person.play_on(&app, 4).await;
    assert_eq!(state["version"], 5, "four moves were played and looked at");
    app.get("/readyz").send().await.expect(200);
    app.get("/v1/rulesets").send().await.expect(200);
    assert!(flood.iter().all(|one| !one.is_finished()), "no answer of the flood came yet");
    drop(held);
    for one in flood {
        let answer = one.await.unwrap();
        assert!((200..300).contains(&answer.status), "{}", answer.text());
    }
}

#[tokio::test]
async fn statistics_are_written_and_faults_are_looked_for_where_nobody_is_served() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    table.play_on(&app, 500).await;
    let load = || app.state.service.load();
    for path in ["summary", "summary?format=csv", "features", "series?format=parquet", "chart.svg?of=seats"] {
        let before = load().answers.finished;
        let answer = app.get(&format!("/v1/stats/richelieu/{path}")).send().await;
        assert_eq!(
            (answer.status, load().answers.finished),
            (200, before + 2),
            "{path}: asked, then written"
        );
    }
    let before = load().answers.finished;
    tool(&app, "statistics", json!({"game": "richelieu"})).await;
    assert_eq!(load().answers.finished, before + 2, "by the tool of agents as well");
    let before = load().answers.finished;
    let wrong = app.post("/v1/rulesets/richelieu/validation").json(&json!({"options": {"players": 99}}));
    assert_eq!(wrong.send().await.expect(200)["valid"], false);
    assert_eq!(load().answers.finished, before + 2, "read, then each fault found in the text");
    assert_eq!(load().long_while_serving, 0);
}

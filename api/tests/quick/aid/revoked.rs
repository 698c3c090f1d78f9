//! Streams end with the key that they were opened with.

use std::time::Duration;

use serde_json::json;
use tapis_api::keys::hash;
use tapis_db::model::{ApiKey, KeyRates, KeyScope};

use crate::common::{Call, Table, TestApp, until};

const KEY: &str = "tapis_lab_of_somebody";

fn add(app: &TestApp, name: &str, text: &str) {
    let created_at = "2026-03-01T12:00:00Z".parse().unwrap();
    let (scope, rates) = (KeyScope::Lab, KeyRates::default());
    let key = ApiKey { name: name.to_owned(), hash: hash(text), scope, rates, created_at, revoked_at: None };
    app.state.service.store().add_key(key).unwrap();
    refresh(app);
}

/// Looks up the keys, as housekeeping does every few seconds.
fn refresh(app: &TestApp) {
    app.state.keys.refresh(&**app.state.service.store(), &app.state.settings.limits).unwrap();
}

fn revoke(app: &TestApp, name: &str) {
    assert!(app.state.service.store().revoke_key(name, "2026-03-02T12:00:00Z".parse().unwrap()).unwrap());
    refresh(app);
}

/// A stream, once its first event is there.
async fn open(call: Call) -> reqwest::Response {
    let mut response = call.0.send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert!(response.chunk().await.unwrap().is_some());
    response
}

/// What a stream says to its end.
async fn rest(mut stream: reqwest::Response) -> String {
    let mut text = Vec::new();
    let read = async {
        while let Some(chunk) = stream.chunk().await.unwrap() {
            text.extend_from_slice(&chunk);
        }
    };
    tokio::time::timeout(Duration::from_secs(30), read).await.expect("the stream ends");
    String::from_utf8_lossy(&text).into_owned()
}

#[tokio::test]
async fn a_revoked_key_reads_no_stream_on() {
    let app = TestApp::start().await;
    add(&app, "revoked", KEY);
    add(&app, "other", "tapis_lab_of_another");
    let with = |call: Call, key: &str| call.header("Tapis-Key", key);
    let arms = json!([{"name": "a", "seats": ["random"]}, {"name": "b", "seats": ["greedy", "random"]}]);
    // A fixed number of games: the difference of these arms is decided within a second otherwise.
    let plan = json!({"game": "richelieu", "games": 1_000_000, "metric": "win_share:random", "arms": arms, "stop": "fixed"});
    let asked = with(app.post("/v1/experiments"), KEY).json(&plan).send().await;
    let experiment = asked.header("location").unwrap_or_else(|| panic!("{}", asked.text())).to_owned();
    let table = Table::two_people(&app).await;
    let events = table.path("/events");
    let following = || app.get(&experiment).header("Accept", "text/event-stream");
    let streams = [
        open(with(following(), KEY)).await,
        open(with(app.get(&events), KEY).header("Accept-Encoding", "identity")).await,
    ];
    let compressed = open(with(app.get(&events), KEY).header("Accept-Encoding", "gzip")).await;
    let others = [
        open(with(following(), "tapis_lab_of_another")).await,
        open(app.get(&events).header("Accept-Encoding", "identity")).await,
    ];
    revoke(&app, "revoked");
    for stream in streams {
        let text = rest(stream).await;
        let (_, problem) = text.rsplit_once("event: problem\ndata: ").unwrap_or_else(|| panic!("{text}"));
        let problem: serde_json::Value = serde_json::from_str(problem.trim()).unwrap();
        assert_eq!((&problem["code"], &problem["status"]), (&json!("unknown_key"), &json!(401)));
    }
    rest(compressed).await;
    with(following(), KEY).send().await.problem(401, "unknown_key");
    // Other keys, and who needs none, read on.
    app.delete(&experiment).admin().send().await;
    let [lab, game] = others;
    let told = rest(lab).await;
    assert!(told.contains("event: ended"), "{told}");
    table.play_on(&app, 1_000).await;
    assert!(rest(game).await.contains("event: end\n"));
    until(|| app.state.streams.taken() == 0).await;
}

#[tokio::test]
async fn a_revoked_key_hears_no_more_of_its_players() {
    let app = TestApp::start().await;
    add(&app, "revoked", KEY);
    let stream = open(app.get("/v1/players/u-ada/events").header("Tapis-Key", KEY)).await;
    revoke(&app, "revoked");
    let text = rest(stream).await;
    assert!(text.contains("event: problem\ndata: ") && text.contains("unknown_key"), "{text}");
    until(|| app.state.streams.taken() == 0).await;
}

/// What a key may is another matter than whether it is one: rates that change end nothing.
#[tokio::test]
async fn a_key_that_is_looked_up_again_reads_on() {
    let app = TestApp::start().await;
    add(&app, "stays", "tapis_lab_of_who_stays");
    let table = Table::two_people(&app).await;
    let events = app.get(&table.path("/events")).header("Accept-Encoding", "identity");
    let stream = open(events.header("Tapis-Key", "tapis_lab_of_who_stays")).await;
    refresh(&app);
    add(&app, "new", "tapis_lab_of_who_is_new");
    table.play_on(&app, 1_000).await;
    assert!(rest(stream).await.contains("event: end\n"));
}

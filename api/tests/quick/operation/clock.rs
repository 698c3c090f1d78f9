//! A clock that jumps: order is that of versions, never of times.

use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use crate::common::{Table, TestApp};

const SECOND: i64 = 1000;
const YEAR: i64 = 365 * 24 * 3600 * SECOND;
/// Back and forth, by a second and by ten years.
const STEPS: [i64; 8] = [SECOND, -SECOND, -10 * YEAR, 10 * YEAR, YEAR, -YEAR, 60 * SECOND, -3600 * SECOND];

#[tokio::test]
async fn a_jumping_clock_disturbs_no_game() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let mut keyed = Vec::new();
    for (n, step) in STEPS.iter().cycle().take(40).enumerate() {
        app.fixed.elapsed_ms.fetch_add(*step, Ordering::SeqCst);
        let state = table.see(&app, 0).await;
        let Some(seat) = state["turn"]["seat"].as_u64().map(|seat| seat as usize) else { break };
        let mover = table.see(&app, seat).await;
        let notation = mover["legal_moves"][0]["notation"].as_str().unwrap().to_owned();
        let (etag, key) = (format!("\"v{}-s{seat}\"", mover["version"]), format!("clock-step-{n:08}"));
        let submit = || {
            let call = app.post(&table.path("/moves")).token(table.token(seat)).if_match(&etag).key(&key);
            call.json(&json!({"move": notation})).send()
        };
        let first = submit().await.expect(200);
        assert_eq!(submit().await.expect(200), first, "step {n}: a retry is a retry at any hour");
        keyed.push(notation);
    }
    assert_eq!(keyed.len(), 40);
    let events =
        app.get(&table.path("/events?after=0&wait=0")).token(table.token(0)).send().await.expect(200);
    assert_in_order(&events);
    let log = app.get(&table.path("/moves")).token(table.token(0)).send().await.expect(200);
    let app = app.restart().await;
    let again = app.get(&table.path("/moves")).token(table.token(0)).send().await.expect(200);
    assert_eq!(again, log, "and so after a restart");
    let played: Vec<&str> =
        log["plies"].as_array().unwrap().iter().filter_map(|ply| ply["notation"].as_str()).collect();
    assert_eq!(played, keyed);
    let end = table.play_on(&app, 500).await;
    assert_eq!(end["status"], "finished");
}

/// The versions follow each other although the times do not.
fn assert_in_order(events: &Value) {
    let events = events["items"].as_array().unwrap();
    let versions: Vec<_> = events.iter().map(|event| event["version"].as_u64().unwrap()).collect();
    assert_eq!(versions, (1..=versions.len() as u64).collect::<Vec<_>>());
    let times: Vec<&str> = events.iter().map(|event| event["at"].as_str().unwrap()).collect();
    assert!(!times.is_sorted(), "the clock did jump");
}

#[tokio::test]
async fn lists_and_pages_survive_a_jumping_clock() {
    let app = TestApp::start().await;
    let mut created = Vec::new();
    for step in STEPS {
        app.fixed.elapsed_ms.fetch_add(step, Ordering::SeqCst);
        let seats = json!([{"kind": "mine"}, {"kind": "open"}]);
        let body = json!({"game": "richelieu", "visibility": "public", "seats": seats});
        created.push(Table::of(&app, body).await.id);
    }
    let (mut listed, mut path) = (Vec::new(), "/v1/games?limit=3".to_owned());
    loop {
        let page = app.get(&path).send().await.expect(200);
        let items = page["items"].as_array().unwrap();
        listed.extend(items.iter().map(|game| game["id"].as_str().unwrap().to_owned()));
        let Some(cursor) = page["next_cursor"].as_str() else { break };
        path = format!("/v1/games?limit=3&cursor={cursor}");
    }
    listed.sort();
    created.sort();
    assert_eq!(listed, created, "each once, on some page");
}

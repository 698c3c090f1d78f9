//! Who follows a game, where that is told.

use reqwest::Response;
use serde_json::{Value, json};

use crate::common::{Table, TestApp};

async fn table(app: &TestApp, presence: bool) -> Table {
    let seats = json!([{"kind": "mine"}, {"kind": "mine"}]);
    let body =
        json!({"game": "richelieu", "options": {"first_seat": 0}, "seats": seats, "presence": presence});
    Table::of(app, body).await
}

async fn stream(app: &TestApp, table: &Table, seat: Option<usize>) -> Response {
    let call = app.get(&table.path("/events?after=1")).header("Accept", "text/event-stream");
    let call = match seat {
        Some(seat) => call.token(table.token(seat)),
        None => call,
    };
    call.0.send().await.unwrap()
}

/// Reads a stream until it has said what is expected.
async fn read_until(stream: &mut Response, expected: &str) -> String {
    let mut text = String::new();
    while !text.contains(expected) {
        let chunk = stream.chunk().await.unwrap();
        text.push_str(std::str::from_utf8(&chunk.expect("the stream goes on")).unwrap());
    }
    text
}

/// The state once it says this of who follows.
async fn see_until(app: &TestApp, table: &Table, presence: &Value) {
    while &table.see(app, 0).await["presence"] != presence {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn everybody_is_told_who_follows() {
    let app = TestApp::start().await;
    let table = table(&app, true).await;
    assert_eq!(table.see(&app, 0).await["presence"], json!({"spectators": 0, "seats": []}));
    let mut first = stream(&app, &table, Some(1)).await;
    let text = read_until(&mut first, "event: presence\ndata: {\"spectators\":0,\"seats\":[1]}\n\n").await;
    assert!(!text.contains("id:"), "it has no number: {text}");
    let spectators = [stream(&app, &table, None).await, stream(&app, &table, None).await];
    let again = stream(&app, &table, Some(1)).await;
    read_until(&mut first, "data: {\"spectators\":2,\"seats\":[1]}\n\n").await;
    drop(again);
    drop(spectators);
    read_until(&mut first, "data: {\"spectators\":0,\"seats\":[1]}\n\n").await;
    let page = app.get(&table.path("/events?after=1&wait=0")).send().await.expect(200);
    assert_eq!(
        page["presence"],
        json!({"spectators": 0, "seats": [1]}),
        "who asks again and again is not counted"
    );
    drop(first);
    see_until(&app, &table, &json!({"spectators": 0, "seats": []})).await;
    let state = table.play(&app, 0, "take 1L").await;
    assert_eq!((&state["version"], state.get("presence")), (&json!(2), None), "it makes no version");
    let earlier = app.get(&table.path("?version=1")).send().await.expect(200);
    assert_eq!(earlier.get("presence"), None);
}

#[tokio::test]
async fn nobody_is_told_where_it_was_not_wished() {
    let app = TestApp::start().await;
    let table = table(&app, false).await;
    let mut own = stream(&app, &table, Some(0)).await;
    read_until(&mut own, "hello\n\n").await;
    table.play(&app, 0, "take 1L").await;
    let text = read_until(&mut own, "id: 2\n").await;
    assert!(!text.contains("presence"), "{text}");
    assert_eq!(table.see(&app, 0).await.get("presence"), None);
    let page = app.get(&table.path("/events?after=1&wait=0")).send().await.expect(200);
    assert_eq!(page.get("presence"), None);
}

#[tokio::test]
async fn a_state_is_current_while_nobody_comes_or_goes_and_in_its_own_language_alone() {
    let app = TestApp::start().await;
    let seats = json!([{"kind": "mine"}, {"kind": "mine"}]);
    let body = json!({"game": "richelieu", "options": {"first_seat": 0}, "seats": seats, "presence": true,
        "hints": "metered:3"});
    let table = Table::of(&app, body).await;
    let see = |language: &str, known: &str| {
        let path = table.path(&format!("?lang={language}"));
        app.get(&path).token(table.token(0)).header("If-None-Match", known).send()
    };
    let french = see("fr", "\"none\"").await;
    let tag = french.header("etag").unwrap().to_owned();
    assert_eq!(tag, "\"v1-s0-fr-h3-o0\"");
    assert_eq!((french.status, see("fr", &tag).await.status), (200, 304));
    for other in ["en", "all"] {
        let answer = see(other, &tag).await;
        assert_eq!(answer.status, 200, "{other} is not French");
        let own = answer.header("etag").unwrap().to_owned();
        assert_eq!((own == tag, see(other, &own).await.status), (false, 304), "{other}");
    }
    let spectator = stream(&app, &table, None).await;
    see_until(&app, &table, &json!({"spectators": 1, "seats": []})).await;
    let followed = see("fr", &tag).await;
    assert_eq!((followed.status, followed.header("etag")), (200, Some("\"v1-s0-fr-h3-o1\"")));
    drop(spectator);
    see_until(&app, &table, &json!({"spectators": 0, "seats": []})).await;
    assert_eq!(see("fr", &tag).await.status, 304, "as before");
}

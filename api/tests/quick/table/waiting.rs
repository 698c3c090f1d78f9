//! A game that waits for people shows nobody a dealt hand; when the last of them sits, everybody sees the deal.

use serde_json::{Value, json};

use crate::common::{Table, TestApp};

/// A state that tells nothing of a deal.
fn shows_nothing(state: &Value) {
    for member in ["layout", "score_sheet", "legal_moves", "turn"] {
        assert_eq!(state.get(member), None, "{member}");
    }
    assert_eq!(state["scores"], json!([]));
    assert!(
        state["deal_commitment"].as_str().unwrap().starts_with("sha256:"),
        "it stands before the first look"
    );
}

#[tokio::test]
async fn the_deal_is_seen_when_the_last_seat_is_taken() {
    let app = TestApp::start().await;
    let seats = json!([{"kind": "mine"}, {"kind": "invite"}, {"kind": "open"}]);
    for game in ["richelieu", "sept-blasons", "malin", "parbourg"] {
        let table = Table::of(&app, json!({"game": game, "seats": seats})).await;
        let look = async |rest: &str, token: Option<&str>| {
            let call = app.get(&table.path(rest));
            match token {
                Some(token) => call.token(token),
                None => call,
            }
            .send()
            .await
            .expect(200)
        };
        for token in [Some(table.token(0)), Some(table.token(1)), None] {
            shows_nothing(&look("", token).await);
            assert_eq!(look("/moves", token).await["plies"], json!([]), "{game}");
            let page = look("/events?after=0&wait=0", token).await;
            assert_eq!(page["items"][0]["kind"], "setup");
            for member in ["ply", "told", "text", "steps"] {
                assert_eq!(page["items"][0].get(member), None, "{game}: {member}");
            }
            assert_eq!(page["items"][0]["changes"], json!([{"what": "status", "status": "waiting"}]));
        }
        app.post(&table.path("/seats/1")).token(table.token(1)).send().await.expect(201);
        shows_nothing(&look("", Some(table.token(0))).await);
        let joined = app.post(&table.path("/seats/2")).send().await.expect(201);
        for token in [Some(table.token(0)), joined["token"].as_str(), None] {
            let state = look("", token).await;
            assert!(state["layout"].is_object(), "{game}");
            assert_eq!(state["scores"].as_array().unwrap().len(), 3);
            let log = look("/moves", token).await;
            let page = look("/events?after=0&wait=0", token).await;
            let begins = &page["items"][2];
            assert_eq!(
                (&begins["kind"], &begins["by"], &begins["ply"]),
                (&json!("join"), &json!(2), &log["plies"][0])
            );
            assert!(begins["steps"].is_array(), "{game}: the deal can be drawn");
            let scores = json!({"what": "scores", "scores": state["scores"]});
            assert!(begins["changes"].as_array().unwrap().contains(&scores), "{begins}");
            assert_eq!(look("/events?after=2&wait=0", token).await["items"][0], *begins);
            assert_eq!(page["items"][0].get("ply"), None, "what was told once is told again");
            shows_nothing(&look("?version=1", token.filter(|_| token != joined["token"].as_str())).await);
        }
    }
}

/// Neither memory nor a restart, nor the end of a game that never began, shows what was dealt.
#[tokio::test]
async fn what_never_began_is_never_shown() {
    let app = TestApp::start().await;
    let table = Table::create(&app, json!({}), json!([{"kind": "mine"}, {"kind": "invite"}])).await;
    let app = app.restart().await;
    shows_nothing(&table.see(&app, 0).await);
    app.delete(&table.path("/seats/0")).token(table.token(0)).send().await.expect(200);
    let state = app.get(&table.path("")).send().await.expect(200);
    assert_eq!(state["status"], "aborted");
    shows_nothing(&state);
    assert_eq!(app.get(&table.path("/moves")).send().await.expect(200)["plies"], json!([]));
}

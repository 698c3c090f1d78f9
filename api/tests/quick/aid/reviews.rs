//! Whoever did not ask for a review does not stop it.

use serde_json::json;

use crate::common::{ADMIN, Answer, Call, Table, TestApp};

/// Deletes a review as somebody at another address of this machine.
async fn delete_from(app: &TestApp, last: u8, path: &str, token: Option<&str>) -> Answer {
    let address = std::net::IpAddr::from([127, 0, 0, last]);
    let http = reqwest::Client::builder().no_proxy().local_address(address).build().unwrap();
    let call = Call(http.delete(format!("{}{path}", app.base)));
    match token {
        Some(token) => call.token(token).send().await,
        None => call.send().await,
    }
}

/// A deep review takes minutes: it is being made while these ask.
#[tokio::test]
async fn a_review_that_is_made_is_stopped_by_who_began_it_who_sits_there_and_the_administrator_alone() {
    let app = TestApp::start_with(&["--tune", "analysis_max_ms=86400000"]).await;
    let table = Table::two_people(&app).await;
    table.play_on(&app, 1_000).await;
    let other = Table::two_people(&app).await;
    let begin = async || {
        let begun = app.post_from(2, &table.path("/reviews")).json(&json!({"effort": "deep"})).send().await;
        assert_eq!(begun.status, 202, "{}", begun.text());
        begun.header("location").unwrap().to_owned()
    };
    let path = begin().await;
    let refused = delete_from(&app, 3, &path, None).await.problem(401, "token_required");
    for word in ["began", "seat", "admin token"] {
        assert!(refused["detail"].as_str().unwrap().contains(word), "{refused}");
    }
    // A second who asks for it finds it, and does not own it.
    let found = app.post_from(3, &table.path("/reviews")).json(&json!({"effort": "deep"})).send().await;
    assert_eq!(found.header("location"), Some(path.as_str()));
    delete_from(&app, 3, &path, None).await.problem(401, "token_required");
    delete_from(&app, 3, &path, Some(other.token(0))).await.problem(403, "not_your_seat");
    let now = app.get(&path).send().await.expect(200);
    assert!(now["progress"].is_object(), "it goes on: {now}");
    delete_from(&app, 2, &path, None).await.expect(204);
    app.get(&path).send().await.problem(404, "not_found");
    assert_eq!(begin().await, path);
    delete_from(&app, 3, &path, Some(table.token(1))).await.expect(204);
    assert_eq!(begin().await, path);
    delete_from(&app, 3, &path, Some(ADMIN)).await.expect(204);
}

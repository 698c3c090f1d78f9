//! What has no review, and what is told instead.

use serde_json::json;

use crate::common::{Table, TestApp};
use crate::reviews::{ask, location, of_people};

#[tokio::test]
async fn a_game_that_is_not_over_or_has_no_end_has_no_review() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    ask(&app, &table, "quick").await.problem(409, "game_not_over");
    app.post(&table.path("/resign")).token(table.token(0)).send().await.expect(200);
    let given_up = ask(&app, &table, "quick").await.problem(409, "no_end");
    assert!(given_up["text"]["fr"].as_str().unwrap().contains("abandonnée"), "{given_up}");
    let waiting = Table::create(&app, json!({}), json!([{"kind": "mine"}, {"kind": "open"}])).await;
    ask(&app, &waiting, "quick").await.problem(409, "game_not_over");
    app.delete(&waiting.path("/seats/0")).token(waiting.token(0)).send().await.expect(200);
    ask(&app, &waiting, "quick").await.problem(409, "no_end");
    app.post("/v1/games/0197f0c5-3a1b-7c2d-8e4f-0123456789ab/reviews").send().await.problem(404, "not_found");
    for id in ["rev_none", "ana_5f0c4e7b9d3a48e1a6c2b7d80f13e9c4", "%00"] {
        app.get(&format!("/v1/reviews/{id}")).send().await.problem(404, "not_found");
    }
}

#[tokio::test]
async fn who_may_not_see_the_replay_has_no_review_and_who_sits_there_deletes_it() {
    let app = TestApp::start().await;
    let seats = json!([{"kind": "mine"}, {"kind": "mine"}]);
    let private =
        json!({"game": "richelieu", "options": {"first_seat": 0}, "visibility": "private", "seats": seats});
    let table = Table::of(&app, private).await;
    table.play_on(&app, 1_000).await;
    ask(&app, &table, "quick").await.problem(404, "not_found");
    let call = app.post(&table.path("/reviews")).token(table.token(1)).json(&json!({"effort": "quick"}));
    let begun = call.send().await;
    begun.expect(202);
    let path = location(&begun);
    crate::reviews::ended(&app, &path).await;
    app.delete(&path).send().await.problem(404, "not_found");
    app.delete(&path).token(table.token(0)).send().await.expect(204);
    app.get(&path).send().await.problem(404, "not_found");
}

#[tokio::test]
async fn an_effort_that_is_too_dear_is_refused_with_its_estimate() {
    let app = TestApp::start_with(&["--tune", "analysis_max_ms=1"]).await;
    let table = of_people(&app).await;
    let refused = ask(&app, &table, "deep").await.problem(422, "invalid_body");
    assert_eq!(refused["errors"][0]["pointer"], "/effort");
    let unknown = ask(&app, &table, "huge").await.problem(422, "invalid_body");
    assert_eq!(unknown["errors"][0]["pointer"], "/effort");
    assert!(refused["detail"].as_str().unwrap().contains("this would take about"), "{refused}");
}

#[tokio::test]
async fn one_address_has_its_share_of_reviews() {
    let app = TestApp::start_with(&["--tune", "analyses=8", "--tune", "analysis_max_ms=86400000"]).await;
    let (one, other) = (of_people(&app).await, of_people(&app).await);
    let first = ask(&app, &one, "deep").await;
    first.expect(202);
    let path = location(&first);
    ask(&app, &other, "deep").await.problem(429, "share_used");
    app.get(&format!("{path}/decisions/1")).send().await.problem(409, "review_not_over");
    app.delete(&path).send().await.expect(204);
    app.get(&path).send().await.problem(404, "not_found");
    let second = ask(&app, &other, "deep").await;
    second.expect(202);
    app.delete(&location(&second)).send().await.expect(204);
}

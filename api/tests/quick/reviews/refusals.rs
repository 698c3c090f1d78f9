//! What has no review, and what is told instead.

use serde_json::{Value, json};

use crate::common::{Table, TestApp};
use crate::reviews::{ask, example, location, of_people};

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
        app.get(&format!("/v1/reviews/{id}/events")).send().await.problem(404, "not_found");
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

/// A replay with one thing changed is refused where it differs.
#[tokio::test]
async fn a_replay_that_does_not_verify_is_refused_with_the_ply_and_why() {
    let app = TestApp::start().await;
    let replay = example("replay-richelieu.json");
    let post = async |replay: Value| {
        let answer = app.post("/v1/reviews").json(&json!({"replay": replay})).send().await;
        answer.problem(422, "invalid_body")["errors"][0].clone()
    };
    let changed = |change: fn(&mut Value)| {
        let mut other = replay.clone();
        change(&mut other);
        other
    };
    for (other, pointer, told) in [
        (
            changed(|of| of["plies"][4]["state_hash"] = json!("00")),
            "/replay/plies/4",
            "ply 5: the hash of the state",
        ),
        (changed(|of| of["plies"][2]["notation"] = json!("fly")), "/replay/plies/2", "ply 3: the move"),
        (changed(|of| of["nonce"] = json!("x")), "/replay", "the nonce"),
        (changed(|of| of["scores"] = json!([9, 9])), "/replay/plies/", "the scores"),
        (changed(|of| of["ruleset"]["game"] = json!("chess")), "/replay/ruleset/game", "'chess'"),
        (
            changed(|of| of["ruleset"]["rules_version"] = json!(99)),
            "/replay/ruleset/rules_version",
            "version",
        ),
        (json!({}), "/replay/ruleset/game", "there is no game"),
    ] {
        let refused = post(other).await;
        let (at, detail) = (refused["pointer"].as_str().unwrap(), refused["detail"].as_str().unwrap());
        assert!(at.starts_with(pointer) && detail.contains(told), "{refused}");
        assert_ne!(refused["text"]["fr"], refused["text"]["en"]);
    }
    let unknown = app.post("/v1/reviews").json(&json!({"effort": "huge", "replay": replay})).send().await;
    assert_eq!(unknown.problem(422, "invalid_body")["errors"][0]["pointer"], "/effort");
}

#[tokio::test]
async fn an_effort_that_is_too_dear_is_refused_with_its_estimate() {
    let app = TestApp::start_with(&["--analysis-max-ms", "1"]).await;
    let table = of_people(&app).await;
    let refused = ask(&app, &table, "deep").await.problem(422, "invalid_body");
    assert_eq!(refused["errors"][0]["pointer"], "/effort");
    assert!(refused["detail"].as_str().unwrap().contains("this would take about"), "{refused}");
}

#[tokio::test]
async fn one_address_has_its_share_of_reviews() {
    let app = TestApp::start_with(&["--analyses", "8", "--analysis-max-ms", "86400000"]).await;
    let post = async |game: &str| {
        let replay = example(&format!("replay-{game}.json"));
        app.post("/v1/reviews").json(&json!({"effort": "deep", "replay": replay})).send().await
    };
    let first = post("malin").await;
    first.expect(202);
    let path = location(&first);
    post("parbourg").await.problem(429, "share_used");
    app.get(&format!("{path}/decisions/1")).send().await.problem(409, "review_not_over");
    app.delete(&path).send().await.expect(204);
    app.get(&path).send().await.problem(404, "not_found");
    let second = post("parbourg").await;
    second.expect(202);
    app.delete(&location(&second)).send().await.expect(204);
}

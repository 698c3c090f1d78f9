//! Reviews of two nodes on one PostgreSQL database: one makes a review, both tell, and it is stored once.

use std::time::Duration;

use reqwest::{Client, StatusCode};
use serde_json::{Value, json};

use crate::binary::Binary;
use crate::leases;
use crate::server::shared;
use crate::table::{client, create, get};

/// A game of bots that is over.
async fn finished(http: &Client, node: &Binary, game: &str, options: Value) -> String {
    let seats =
        vec![json!({"kind": "bot", "level": "random"}); options["players"].as_u64().unwrap() as usize];
    let body = json!({"game": game, "options": options, "seats": seats});
    let game = create(http, &node.base, &body, &format!("nodes-reviews {game}")).await.url("", "");
    while get(http, &format!("{}{game}", node.base), None).await["status"] != "finished" {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    game
}

/// Asks a node for a review; answers the status and its path.
async fn ask(http: &Client, node: &Binary, game: &str, effort: &str) -> (StatusCode, String) {
    let call = http.post(format!("{}{game}/reviews", node.base)).json(&json!({"effort": effort}));
    let asked = call.send().await.unwrap();
    (asked.status(), asked.headers()["location"].to_str().unwrap().to_owned())
}

/// What a node answers of a review once `is_there` says so of it.
async fn once(
    http: &Client,
    node: &Binary,
    path: &str,
    is_there: impl Fn(StatusCode, &Value) -> bool,
) -> String {
    for _ in 0..6_000 {
        let answer = http.get(format!("{}{path}", node.base)).send().await.unwrap();
        let (status, text) = (answer.status(), answer.text().await.unwrap());
        if is_there(status, &serde_json::from_str(&text).unwrap()) {
            return text;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("it never came")
}

fn is_finished(_: StatusCode, job: &Value) -> bool {
    job["status"] == "finished"
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_review_is_made_by_one_node_and_told_by_both() {
    let (server, directory) = (shared(), tempfile::tempdir().unwrap());
    let (http, url) = (client(), server.database());
    let [one, other] = [(); 2].map(|()| Binary::start_node(&url, directory.path()));
    // One day of Parbourg is soon reviewed.
    let short = json!({"players": 2, "days": 1, "first_hand": 1, "max_rounds": 1});
    let game = finished(&http, &one, "parbourg", short).await;
    let (status, quick) = ask(&http, &one, &game, "quick").await;
    assert_eq!(status, StatusCode::ACCEPTED);
    let there = once(&http, &other, &quick, is_finished).await;
    assert_eq!(once(&http, &one, &quick, is_finished).await, there, "the same bytes");
    assert_eq!(ask(&http, &other, &game, "quick").await, (StatusCode::OK, quick));
    assert_eq!(server.sql(&url, "SELECT count(*) FROM reviews"), "1");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_review_is_begun_anew_after_a_crash() {
    let (server, directory) = (shared(), tempfile::tempdir().unwrap());
    let (http, url) = (client(), server.database());
    let [one, other] = [(); 2].map(|()| Binary::start_node(&url, directory.path()));
    // A game that takes long enough to be in the middle of its review.
    let game = finished(&http, &one, "parbourg", json!({"players": 2, "days": 1, "first_hand": 3})).await;
    let (_, path) = ask(&http, &one, &game, "quick").await;
    once(&http, &other, &path, |_, job| job["status"] == "running").await;
    assert_eq!(ask(&http, &other, &game, "quick").await, (StatusCode::ACCEPTED, path.clone()));
    one.kill();
    leases::time_is_up(server, &url);
    once(&http, &other, &path, |status, _| status == StatusCode::NOT_FOUND).await;
    assert_eq!(ask(&http, &other, &game, "quick").await, (StatusCode::ACCEPTED, path.clone()));
    once(&http, &other, &path, is_finished).await;
    assert_eq!(server.sql(&url, "SELECT count(*) FROM reviews"), "1");
}

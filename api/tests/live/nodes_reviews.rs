//! Reviews of two nodes on one PostgreSQL database: one makes a review, both tell, and it is stored once.

use std::time::Duration;

use reqwest::{Client, StatusCode};
use serde_json::{Value, json};

use crate::binary::Binary;
use crate::leases;
use crate::server::shared;
use crate::table::{client, create, get};

/// A game of bots that is over: one round of Le Malin, which is soon reviewed.
async fn finished(http: &Client, node: &Binary) -> String {
    let bot = json!({"kind": "bot", "level": "random"});
    let options = json!({"players": 3, "points": 1});
    let body = json!({"game": "malin", "options": options, "seats": [bot, bot, bot]});
    let game = create(http, &node.base, &body, "nodes-reviews").await.url("", "");
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
async fn a_review_is_made_by_one_node_told_by_both_and_begun_anew_after_a_crash() {
    let (server, directory) = (shared(), tempfile::tempdir().unwrap());
    let (http, url) = (client(), server.database());
    let [one, other] = [(); 2].map(|()| Binary::start_node(&url, directory.path()));
    let game = finished(&http, &one).await;

    let (status, quick) = ask(&http, &one, &game, "quick").await;
    assert_eq!(status, StatusCode::ACCEPTED);
    let there = once(&http, &other, &quick, is_finished).await;
    assert_eq!(once(&http, &one, &quick, is_finished).await, there, "the same bytes");
    assert_eq!(ask(&http, &other, &game, "quick").await, (StatusCode::OK, quick));

    let (_, path) = ask(&http, &one, &game, "standard").await;
    once(&http, &other, &path, |_, job| job["status"] == "running").await;
    assert_eq!(ask(&http, &other, &game, "standard").await, (StatusCode::ACCEPTED, path.clone()));
    one.kill();
    leases::time_is_up(server, &url);
    once(&http, &other, &path, |status, _| status == StatusCode::NOT_FOUND).await;
    assert_eq!(ask(&http, &other, &game, "standard").await, (StatusCode::ACCEPTED, path.clone()));
    once(&http, &other, &path, is_finished).await;
    assert_eq!(server.sql(&url, "SELECT count(*) FROM reviews"), "2");
}

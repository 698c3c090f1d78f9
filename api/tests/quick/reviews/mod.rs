//! Reviews of games that are over.

mod kept;
mod questions;
mod refusals;
mod served;

use std::time::Duration;

use crate::common::{ADMIN, Answer, Table, TestApp};
use serde_json::{Value, json};

/// A game of bots, once it is over: one round of Le Malin, which is soon reviewed.
async fn of_bots(app: &TestApp) -> Table {
    let bot = json!({"kind": "bot", "level": "random"});
    let (options, seats) = (json!({"players": 3, "points": 1}), json!([bot, bot, bot]));
    let table = Table::of(app, json!({"game": "malin", "options": options, "seats": seats})).await;
    while app.get(&table.path("")).send().await.expect(200)["status"] != "finished" {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    table
}

/// A game of two people, once it is over.
async fn of_people(app: &TestApp) -> Table {
    let table = Table::two_people(app).await;
    assert_eq!(table.play_on(app, 1_000).await["status"], "finished");
    table
}

async fn ask(app: &TestApp, table: &Table, effort: &str) -> Answer {
    app.post(&table.path("/reviews")).json(&json!({"effort": effort})).send().await
}

fn location(answer: &Answer) -> String {
    let (path, id) = (answer.header("location").unwrap(), answer.json()["id"].as_str().unwrap().to_owned());
    assert_eq!(path, format!("/v1/reviews/{id}"));
    assert!(id.len() == 36 && id.starts_with("rev_"), "{id}");
    path.to_owned()
}

/// A review once it has ended.
async fn ended(app: &TestApp, path: &str) -> Answer {
    loop {
        let answer = app.get(path).send().await;
        if answer.expect(200).get("progress").is_none() {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// The path of the finished quick review of a game.
async fn reviewed(app: &TestApp, table: &Table) -> String {
    let begun = ask(app, table, "quick").await;
    begun.expect(202);
    let path = location(&begun);
    assert_eq!(ended(app, &path).await.json()["status"], "finished");
    path
}

/// Result less par is luck, own play and the play of others; over the seats luck is nought.
fn adds_up(review: &Value) {
    let number = |of: &Value| of.as_f64().unwrap();
    let mut chance = 0.0;
    for seat in review["seats"].as_array().unwrap() {
        let luck = number(&seat["luck"]["deal"]) + number(&seat["luck"]["draws"]);
        let parts = luck + number(&seat["play"]) + number(&seat["others"]);
        assert!((number(&seat["result"]) - number(&seat["par"]) - parts).abs() < 1e-9, "{seat}");
        chance += luck;
    }
    assert!(chance.abs() < 1e-9, "{chance}");
}

#[tokio::test]
async fn a_game_of_bots_is_reviewed_once_and_followed_to_its_end() {
    let app = TestApp::start().await;
    let table = of_bots(&app).await;
    let begun = ask(&app, &table, "quick").await;
    let job = begun.expect(202);
    assert_eq!(
        (&job["game"], &job["effort"], &job["version"]),
        (&json!(table.id), &json!("quick"), &json!(tapis_review::VERSION))
    );
    assert!(job["progress"]["seconds_left"].is_u64() && job["progress"]["done"].is_number(), "{job}");
    let path = location(&begun);

    let (mut done, mut part) = (vec![0.0], None);
    let finished = loop {
        let now = app.get(&path).send().await;
        let job = now.expect(200);
        let Some(progress) = job.get("progress") else { break now };
        done.push(progress["done"].as_f64().unwrap());
        part = job.get("review").cloned().or(part);
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    let last = finished.json();
    assert!(done.is_sorted(), "{done:?}");
    if let Some(part) = part {
        assert_eq!((&part["decisions"], &part["course"]), (&json!([]), &last["review"]["course"]));
        adds_up(&part);
    }
    assert_eq!(last["status"], "finished");
    adds_up(&last["review"]);
    assert!(!last["review"]["decisions"].as_array().unwrap().is_empty());

    assert_eq!(finished.header("cache-control"), Some("no-store"));
    let searched = app.state.service.load().searches.finished;
    let again = ask(&app, &table, "quick").await;
    assert_eq!((again.status, &again.bytes), (200, &finished.bytes), "the same resource, the same bytes");
    assert_eq!(location(&again), path);
    assert_eq!(app.state.service.load().searches.finished, searched, "nothing is made anew");
    let app = app.restart().await;
    assert_eq!(app.get(&path).send().await.bytes, finished.bytes, "it is stored");
    assert_eq!(ask(&app, &table, "quick").await.bytes, finished.bytes);
    app.delete(&path).send().await.problem(401, "token_required");
    app.delete(&path).token(ADMIN).send().await.expect(204);
    app.get(&path).send().await.problem(404, "not_found");
}

#[tokio::test]
async fn many_who_ask_at_once_have_one_review_made() {
    let app = TestApp::start().await;
    let table = of_bots(&app).await;
    let searched = app.state.service.load().searches.finished;
    let asked = futures_util::future::join_all((0..6).map(|_| ask(&app, &table, "quick"))).await;
    let paths: std::collections::BTreeSet<_> = asked.iter().map(location).collect();
    assert_eq!(paths.len(), 1, "{paths:?}");
    ended(&app, paths.first().unwrap()).await;
    crate::common::until(|| app.state.service.load().searches.in_flight == 0).await;
    assert_eq!(app.state.service.load().searches.finished, searched + 1);
    let stored = app.state.service.store().reviews_of(table.id.parse().unwrap()).unwrap();
    assert_eq!(stored.len(), 1);
}

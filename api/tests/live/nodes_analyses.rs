//! Analyses of two nodes on one PostgreSQL database: one searches, both tell.

use std::time::Duration;

use reqwest::{Client, StatusCode};
use serde_json::{Value, json};

use crate::binary::Binary;
use crate::leases;
use crate::server::shared;
use crate::table::{client, create_mine, get};

/// What the seat to move has seen, with a question about it.
async fn question(http: &Client, node: &Binary, budget: Value) -> Value {
    let game = create_mine(http, &node.base, 2, "nodes-analyses").await;
    let (seat, _) = game.turn(http, &node.base).await.unwrap();
    let mut log = get(http, &game.url(&node.base, "/moves"), Some(&game.tokens[seat])).await;
    let more = json!({"budget": budget, "solver": "sampling", "wait_ms": 0});
    log.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    log
}

/// Asks a node for an analysis that lasts; answers its path.
async fn ask(http: &Client, node: &Binary, question: &Value) -> String {
    let asked = http.post(format!("{}/v1/analyses", node.base)).json(question).send().await.unwrap();
    assert_eq!(asked.status(), StatusCode::ACCEPTED);
    asked.headers()["location"].to_str().unwrap().to_owned()
}

/// Asks a node with a key; answers the path, and whether it says that this is a repetition.
async fn ask_keyed(http: &Client, node: &Binary, question: &Value, key: &str) -> (String, bool) {
    let asked = http.post(format!("{}/v1/analyses", node.base)).json(question);
    let asked = asked.header("Idempotency-Key", key).send().await.unwrap();
    assert_eq!(asked.status(), StatusCode::ACCEPTED);
    let header = |name: &str| asked.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
    (header("location").unwrap(), header("idempotency-replayed").is_some())
}

/// What a node tells of an analysis once `is_there` says so of it.
async fn once(http: &Client, node: &Binary, path: &str, is_there: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..600 {
        let job = get(http, &format!("{}{path}", node.base), None).await;
        if is_there(&job) {
            return job;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("it never came")
}

async fn status(http: &Client, node: &Binary, path: &str) -> StatusCode {
    http.get(format!("{}{path}", node.base)).send().await.unwrap().status()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_analysis_is_told_and_ended_by_any_node_and_lost_only_with_its_own() {
    let (server, directory) = (shared(), tempfile::tempdir().unwrap());
    let (http, url) = (client(), server.database());
    let [one, other] = [(); 2].map(|()| Binary::start_node(&url, directory.path()));

    let short = ask(&http, &one, &question(&http, &one, json!({"iterations": 3_000})).await).await;
    let is_over = |job: &Value| !["queued", "running"].contains(&job["status"].as_str().unwrap());
    let (here, there) =
        (once(&http, &one, &short, is_over).await, once(&http, &other, &short, is_over).await);
    assert_eq!((&here["status"], &here), (&json!("finished"), &there));
    let french = format!("{short}?lang=fr");
    let [here, there] = [&one, &other].map(|node| http.get(format!("{}{french}", node.base)).send());
    let (here, there) =
        (here.await.unwrap().text().await.unwrap(), there.await.unwrap().text().await.unwrap());
    let (here, there): (Value, Value) =
        (serde_json::from_str(&here).unwrap(), serde_json::from_str(&there).unwrap());
    assert!(here["answer"]["explanation"][0]["text"].is_string() && here == there, "{there}");

    // Whichever node a retry comes to, it finds the first try; another request with another key does not.
    let again = question(&http, &one, json!({"iterations": 4_000})).await;
    let first = ask_keyed(&http, &one, &again, "5d1c7b1e-93d4-4e55-8a71-6f0f4c1a2b3d").await;
    assert_eq!(
        ask_keyed(&http, &other, &again, "5d1c7b1e-93d4-4e55-8a71-6f0f4c1a2b3d").await,
        (first.0.clone(), true)
    );
    assert_ne!(ask_keyed(&http, &other, &again, "0b9e2c44-1f6a-4c8e-9d17-3a5e7f80c2d6").await.0, first.0);
    assert!(!first.1);

    // A number of playouts: a time ends early where the best move is clear.
    let long = question(&http, &one, json!({"iterations": 5_000_000})).await;
    let (ended, lost) = (ask(&http, &one, &long).await, ask(&http, &one, &long).await);
    let is_running = |job: &Value| job["progress"]["nodes"].as_u64() > Some(0);
    once(&http, &other, &ended, is_running).await;
    let delete = || http.delete(format!("{}{ended}", other.base)).send();
    assert_eq!(delete().await.unwrap().status(), StatusCode::NO_CONTENT);
    assert_eq!(delete().await.unwrap().status(), StatusCode::NOT_FOUND);
    assert_eq!([status(&http, &one, &ended).await, status(&http, &other, &ended).await], [404, 404]);
    // Its node searches the next one.
    once(&http, &other, &lost, is_running).await;
    assert_eq!(status(&http, &other, "/v1/analyses/ana_5f0c4e7b9d3a48e1a6c2b7d80f13e9c4").await, 404);

    one.kill();
    leases::time_is_up(server, &url);
    let gone = once(&http, &other, &lost, is_over).await;
    assert_eq!(
        (&gone["status"], &gone["problem"]["code"]),
        (&json!("failed"), &json!("shutting_down")),
        "{gone}"
    );
    assert!(gone["problem"].to_string().contains("ask again"), "{gone}");
    assert!(is_running(&gone), "{gone}");
}

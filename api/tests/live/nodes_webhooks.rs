//! Webhooks of two nodes on one PostgreSQL database: one of them tells, and the other goes on when it is killed.

use std::process::Command;
use std::time::Duration;

use reqwest::{Client, StatusCode};
use serde_json::{Value, json};

use crate::binary::Binary;
use crate::leases;
use crate::receiver::{Manner, Receiver};
use crate::server::shared;
use crate::table::{Game, client, legal};

const PRIVATE: &[&str] = &["--webhooks-to-private-networks", "--tune", "webhook_retry_ms=50"];

/// Calls until the answer has this status: nodes look the keys up now and then.
async fn call(call: impl Fn() -> reqwest::RequestBuilder, status: StatusCode) -> Value {
    for _ in 0..600 {
        let answer = call().send().await.unwrap();
        if answer.status() == status {
            return answer.json().await.unwrap();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it never is {status}");
}

/// Plays some moves at a node.
async fn play(http: &Client, base: &str, game: &Game, moves: usize) {
    for _ in 0..moves {
        let (seat, state) = game.turn(http, base).await.unwrap();
        let version = state["version"].as_u64().unwrap();
        let played = game.submit(http, base, seat, version, &legal(&state)[0]).send().await.unwrap();
        assert_eq!(played.status(), StatusCode::OK);
    }
}

/// Waits until all up to a version was told; answers the versions as they came.
async fn told(receiver: &Receiver, version: u64) -> Vec<u64> {
    for _ in 0..1_800 {
        let versions: Vec<u64> = receiver.log().iter().map(|received| received.place().1).collect();
        if versions.last() >= Some(&version) {
            return versions;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("nobody tells of version {version}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_node_tells_and_another_goes_on_when_it_is_killed() {
    let (server, directory) = (shared(), tempfile::tempdir().unwrap());
    let (http, url) = (client(), server.database());
    let one = Binary::start_node_with(&url, directory.path(), PRIVATE);
    let add = ["keys", "add", "shop", "--database", &url];
    let key = Command::new(env!("CARGO_BIN_EXE_tapis")).args(add).output().unwrap();
    let key = String::from_utf8(key.stdout).unwrap().trim().to_owned();
    let receiver = Receiver::start(Manner::Say(200));
    let set = json!({"url": receiver.url()});
    let put = || http.put(format!("{}/v1/webhook", one.base)).header("Tapis-Key", &key).json(&set);
    let secret = call(put, StatusCode::OK).await["secret"].as_str().unwrap().to_owned();
    let body =
        json!({"game": "richelieu", "seats": [{"kind": "mine"}, {"kind": "mine"}], "auto_pass": "off"});
    let create = || http.post(format!("{}/v1/games", one.base)).header("Tapis-Key", &key).json(&body);
    let game = Game::from_created(&call(create, StatusCode::CREATED).await);

    let other = Binary::start_node_with(&url, directory.path(), PRIVATE);
    play(&http, &other.base, &game, 3).await;
    play(&http, &one.base, &game, 1).await;
    // The first node tells, what the other made too; of the first version that the game began, and whose turn it is.
    assert_eq!(told(&receiver, 5).await, [1, 1, 2, 3, 4, 5]);
    one.kill();
    leases::time_is_up(server, &url);
    play(&http, &other.base, &game, 3).await;
    let versions = told(&receiver, 8).await;
    let mut first = Vec::new();
    versions.into_iter().for_each(|version| {
        if !first.contains(&version) {
            first.push(version)
        }
    });
    assert_eq!(first, [1, 2, 3, 4, 5, 6, 7, 8]);
    assert!(receiver.log().iter().all(|received| received.is_signed_with(&secret)));
}

//! Browsers told by two nodes on one PostgreSQL database: one of them tells, each knows who follows a game through it, and the other
//! goes on when one is killed.

use std::time::Duration;

use reqwest::{Client, StatusCode};

use crate::binary::Binary;
use crate::push::PushService;
use crate::server::Server;
use crate::table::{Game, client, create_mine, get, legal};

const QUICK: &[&str] =
    &["--webhooks-to-private-networks", "--webhook-retry-ms", "50", "--push-pause-ms", "10000"];

/// Plays until it becomes the turn of a seat.
async fn play_to(http: &Client, base: &str, game: &Game, seat: usize) {
    let mut before = seat;
    loop {
        let (turn, state) = game.turn(http, base).await.unwrap();
        if turn == seat && before != seat {
            return;
        }
        before = turn;
        let version = state["version"].as_u64().unwrap();
        let played = game.submit(http, base, turn, version, &legal(&state)[0]).send().await.unwrap();
        assert_eq!(played.status(), StatusCode::OK);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_node_tells_and_no_seat_that_follows_through_the_other() {
    let (server, directory) = (Server::start(&["-c", "fsync=off"]), tempfile::tempdir().unwrap());
    let (http, url) = (client(), server.database());
    let one = Binary::start_node_with(&url, directory.path(), QUICK);
    let other = Binary::start_node_with(&url, directory.path(), QUICK);
    let key = async |base: &str| get(&http, &format!("{base}/v1/push"), None).await;
    assert_eq!(key(&one.base).await, key(&other.base).await, "all nodes have one key");
    let game = create_mine(&http, &one.base, 2, "push").await;
    let service = PushService::start().await;
    let (path, token) = (game.url(&one.base, "/seats/1/push"), &game.tokens[1]);
    let put = http.put(path).bearer_auth(token).json(&service.browser("one").body()).send().await.unwrap();
    assert_eq!(put.status(), StatusCode::NO_CONTENT);
    for (told_by, followed_at) in [(&one, &other), (&other, &one)] {
        // Whichever of them tells: the seat follows the game through each of them once.
        let stream = http.get(game.url(&followed_at.base, "/events?after=1")).bearer_auth(token);
        let mut stream = stream.header("Accept", "text/event-stream").send().await.unwrap();
        stream.chunk().await.unwrap();
        play_to(&http, &told_by.base, &game, 1).await;
        tokio::time::sleep(Duration::from_secs(13)).await;
        assert_eq!(service.log().len(), 0, "the page shows it");
    }
    play_to(&http, &one.base, &game, 1).await;
    service.until(1).await;
    one.kill();
    play_to(&http, &other.base, &game, 1).await;
    service.until(2).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(service.log().len(), 2, "each turn is told once");
}

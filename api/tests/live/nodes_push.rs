//! Browsers told by two nodes on one PostgreSQL database: one of them tells, each knows who follows a game through it, and the other
//! goes on when one is killed.

use std::path::Path;
use std::time::Duration;

use reqwest::{Client, StatusCode};

use crate::binary::Binary;
use crate::leases;
use crate::push::PushService;
use crate::server::{Server, shared};
use crate::table::{Game, client, create_mine, get, legal};

/// Two nodes that pause so long before each message.
fn nodes(url: &str, directory: &Path, pause_ms: &str) -> [Binary; 2] {
    let tuned = format!("webhook_retry_ms=50,push_pause_ms={pause_ms}");
    let arguments = ["--webhooks-to-private-networks", "--tune", &tuned];
    [(); 2].map(|()| Binary::start_node_with(url, directory, &arguments))
}

/// A game whose second seat has a browser that is to be told.
async fn followed(http: &Client, base: &str, service: &PushService) -> Game {
    let game = create_mine(http, base, 2, "push").await;
    let put = http.put(game.url(base, "/seats/1/push")).bearer_auth(&game.tokens[1]);
    let put = put.json(&service.browser("one").body()).send().await.unwrap();
    assert_eq!(put.status(), StatusCode::NO_CONTENT);
    game
}

/// Plays until it becomes the turn of a seat; answers the version.
async fn play_to(http: &Client, base: &str, game: &Game, seat: usize) -> u64 {
    let mut before = seat;
    loop {
        let (turn, state) = game.turn(http, base).await.unwrap();
        let version = state["version"].as_u64().unwrap();
        if turn == seat && before != seat {
            return version;
        }
        before = turn;
        let played = game.submit(http, base, turn, version, &legal(&state)[0]).send().await.unwrap();
        assert_eq!(played.status(), StatusCode::OK);
    }
}

/// Waits until it is stored that the browser knows of a version.
async fn until_known(server: &Server, url: &str, version: u64) {
    let known = format!("SELECT bool_and(told >= {version}) FROM push_subscriptions");
    // A node that gets little of a processor looks less often.
    for _ in 0..6_000 {
        if server.sql(url, &known) == "t" {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the browser never knows of version {version}");
}

/// The pause is longer than any test: what becomes known was passed over, by the node through which the seat follows the game.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_seat_is_told_that_follows_through_another_node() {
    let (server, directory) = (shared(), tempfile::tempdir().unwrap());
    let (http, url) = (client(), server.database());
    let [one, other] = nodes(&url, directory.path(), "3600000");
    let key = async |base: &str| get(&http, &format!("{base}/v1/push"), None).await;
    assert_eq!(key(&one.base).await, key(&other.base).await, "all nodes have one key");
    let service = PushService::start().await;
    let game = followed(&http, &one.base, &service).await;
    for (told_by, followed_at) in [(&one, &other), (&other, &one)] {
        // Whichever of them tells: the seat follows the game through each of them once.
        let stream = http.get(game.url(&followed_at.base, "/events?after=1")).bearer_auth(&game.tokens[1]);
        let mut stream = stream.header("Accept", "text/event-stream").send().await.unwrap();
        stream.chunk().await.unwrap();
        let version = play_to(&http, &told_by.base, &game, 1).await;
        until_known(server, &url, version).await;
        assert_eq!(service.log().len(), 0, "the page shows it");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_node_tells_each_turn_once_and_another_goes_on_when_it_is_killed() {
    let (server, directory) = (shared(), tempfile::tempdir().unwrap());
    let (http, url) = (client(), server.database());
    let [one, other] = nodes(&url, directory.path(), "0");
    let service = PushService::start().await;
    let game = followed(&http, &one.base, &service).await;
    for (n, base) in [&one.base, &other.base].into_iter().enumerate() {
        let version = play_to(&http, base, &game, 1).await;
        until_known(server, &url, version).await;
        assert_eq!(
            service.log().len(),
            n + 1,
            "each turn is told once, wherever the move before it was made"
        );
    }
    one.kill();
    leases::time_is_up(server, &url);
    for n in 2..4 {
        let version = play_to(&http, &other.base, &game, 1).await;
        until_known(server, &url, version).await;
        assert_eq!(service.log().len(), n + 1, "each turn is told once");
    }
}

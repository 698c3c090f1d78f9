//! Three nodes on one PostgreSQL database, killed and cut off: nothing is lost, nothing is done twice.

use std::path::Path;
use std::time::Duration;

use futures_util::future::join_all;
use reqwest::StatusCode;

use crate::binary::Binary;
use crate::knobs::{random, size};
use crate::leases;
use crate::player::Player;
use crate::server::relay::Relay;
use crate::server::{Server, shared};
use crate::table::{client, create_mine, get, legal};
use crate::waiting::{assert_replied, wait_for_a_bot_of};

const NODES: usize = 3;
/// Clients that play at once, each at its own table.
const CLIENTS: usize = 6;
/// Steps of each client between two kills.
const STEPS: usize = 12;

fn start(url: &str, directory: &Path) -> Vec<Binary> {
    (0..NODES).map(|_| Binary::start_node(url, directory)).collect()
}

fn bases(nodes: &[Binary]) -> Vec<String> {
    nodes.iter().map(|node| node.base.clone()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_that_change_the_node_lose_nothing_while_nodes_are_killed() {
    let (server, directory) = (shared(), tempfile::tempdir().unwrap());
    let url = server.database();
    let (http, mut random) = (client(), random("nodes"));
    let mut nodes = start(&url, directory.path());
    let mut players = Vec::new();
    for n in 0..CLIENTS {
        let key = format!("nodes-create-{n:08}");
        players.push(Player::sit_down(&http, &nodes[n % NODES].base, 2 + n % 3, &key, &mut random).await);
    }
    for round in 0..size("TAPIS_NODE_KILLS", 2) {
        let bases = bases(&nodes);
        let playing = players.into_iter().map(|player| tokio::spawn(play(player, bases.clone(), round)));
        let playing: Vec<_> = playing.collect();
        tokio::time::sleep(Duration::from_millis(u64::from(random.below(400)))).await;
        let killed = round % NODES;
        let fresh = Binary::start_node(&url, directory.path());
        std::mem::replace(&mut nodes[killed], fresh).kill();
        players = join_all(playing).await.into_iter().map(Result::unwrap).collect();
    }
    for (n, player) in players.iter_mut().enumerate() {
        player.retry(&http, &nodes[n % NODES].base).await.unwrap();
        player.assert_log(&http, &nodes[(n + 1) % NODES].base).await;
    }
}

/// Killed, or stopped: the one is gone when its time is up, the other says so as it ends.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_bots_of_a_node_that_is_gone_are_taken_up_by_another() {
    let (server, directory) = (shared(), tempfile::tempdir().unwrap());
    let (http, url) = (client(), server.database());
    let mut nodes = start(&url, directory.path());
    let mut waiting = Vec::new();
    for (n, pace_ms) in [2_000, 3_000].into_iter().enumerate() {
        waiting.push(wait_for_a_bot_of(&http, &nodes[n].base, pace_ms).await);
    }
    let (killed, stopped) = (nodes.remove(0), nodes.remove(0));
    stopped.terminate();
    assert!(tokio::task::spawn_blocking(move || stopped.wait()).await.unwrap().success());
    let alive: u32 = server.sql(&url, "SELECT count(*) FROM nodes WHERE until > now()").parse().unwrap();
    assert!(alive < 3, "the node that ended has said so");
    killed.kill();
    leases::time_is_up(server, &url);
    for game in &waiting {
        assert_replied(&http, &nodes[0].base, game).await;
    }
}

/// Some steps, each on the next node; one that is gone is left for another.
async fn play(mut player: Player, bases: Vec<String>, round: usize) -> Player {
    let http = client();
    let (mut done, mut tries) = (0, round);
    while done < STEPS {
        tries += 1;
        assert!(tries < 100 * STEPS, "no node answers");
        done += usize::from(player.step(&http, &bases[tries % NODES]).await.is_ok());
    }
    player
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_submit_sent_to_every_node_is_done_once_and_told_to_streams_on_all() {
    let (server, directory) = (shared(), tempfile::tempdir().unwrap());
    let (http, nodes) = (client(), start(&server.database(), directory.path()));
    let game = create_mine(&http, &nodes[0].base, 2, "nodes-submits").await;
    let mut played = Vec::new();
    for round in 0..size("TAPIS_NODE_SUBMITS", 6) {
        let Some((seat, state)) = game.turn(&http, &nodes[round % NODES].base).await else { break };
        let (version, notation) = (state["version"].as_u64().unwrap(), legal(&state)[0].clone());
        let follower = &nodes[(round + 1) % NODES].base;
        let news = game.url(follower, &format!("/events?after={version}&wait=30"));
        let news = tokio::spawn({
            let http = http.clone();
            async move { get(&http, &news, None).await }
        });
        let submit = |n: usize| {
            let submit = game.submit(&http, &nodes[n % NODES].base, seat, version, &notation);
            submit.header("Idempotency-Key", format!("round-{round:010}")).send()
        };
        for answer in join_all((0..8).map(submit)).await {
            let answer = answer.unwrap();
            assert_eq!(answer.status(), StatusCode::OK, "{}", answer.text().await.unwrap());
        }
        assert_eq!(news.await.unwrap()["items"][0]["ply"]["notation"], notation.as_str());
        played.push(notation);
    }
    assert_eq!(game.notations(&http, &nodes[2].base).await, played);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_answer_503_while_the_database_is_away_and_go_on_when_it_is_back() {
    let (server, directory) = (Server::start(&["-c", "fsync=off"]), tempfile::tempdir().unwrap());
    let (http, nodes) = (client(), start(&server.database(), directory.path()));
    let game = create_mine(&http, &nodes[0].base, 2, "nodes-away").await;
    let mut acknowledged = Vec::new();
    for round in 0..2 {
        let (seat, state) = game.turn(&http, &nodes[round].base).await.unwrap();
        let (version, notation) = (state["version"].as_u64().unwrap(), legal(&state)[0].clone());
        if round == 0 {
            server.kill()
        } else {
            server.stop()
        }
        for node in &nodes {
            let away = game.submit(&http, &node.base, seat, version, &notation);
            let away = away.header("Idempotency-Key", format!("away-{round:011}")).send().await.unwrap();
            assert_eq!(away.status(), StatusCode::SERVICE_UNAVAILABLE);
            assert!(away.headers().contains_key("retry-after"));
            let ready = http.get(format!("{}/readyz", node.base)).send().await.unwrap();
            assert_eq!(ready.status(), StatusCode::SERVICE_UNAVAILABLE);
        }
        server.restart();
        let answer = loop {
            let submit = game.submit(&http, &nodes[2].base, seat, version, &notation);
            let answer = submit.header("Idempotency-Key", format!("away-{round:011}")).send().await.unwrap();
            if answer.status() != StatusCode::SERVICE_UNAVAILABLE {
                break answer;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        };
        assert_eq!(answer.status(), StatusCode::OK, "{}", answer.text().await.unwrap());
        acknowledged.push(notation);
    }
    for node in &nodes {
        assert_eq!(game.notations(&http, &node.base).await, acknowledged);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_is_cut_off_plays_nothing_and_comes_back() {
    let (server, directory) = (shared(), tempfile::tempdir().unwrap());
    let (http, url, line) = (client(), server.database(), Relay::start(server));
    let cut_off = Binary::start_node(&line.url(&url), directory.path());
    let other = Binary::start_node(&url, directory.path());
    let game = create_mine(&http, &cut_off.base, 2, "nodes-cut").await;
    let (seat, state) = game.turn(&http, &cut_off.base).await.unwrap();
    let (version, moves) = (state["version"].as_u64().unwrap(), legal(&state));
    line.silence(true);
    // The game is in its memory, and all the same nothing is told or played of it.
    for asked in [
        game.submit(&http, &cut_off.base, seat, version, &moves[0]),
        http.get(game.url(&cut_off.base, "")),
        http.get(format!("{}/readyz", cut_off.base)),
    ] {
        let answer = asked.timeout(Duration::from_secs(120)).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(answer.headers().contains_key("retry-after"));
    }
    let played = game.submit(&http, &other.base, seat, version, &moves[1]).send().await.unwrap();
    assert_eq!(played.status(), StatusCode::OK);
    line.silence(false);
    let submit = async || {
        let submit = game.submit(&http, &cut_off.base, seat, version, &moves[0]);
        submit.timeout(Duration::from_secs(120)).send().await.unwrap().status()
    };
    let mut answer = submit().await;
    while answer == StatusCode::SERVICE_UNAVAILABLE {
        tokio::time::sleep(Duration::from_millis(100)).await;
        answer = submit().await;
    }
    assert_eq!(answer, StatusCode::PRECONDITION_FAILED, "the other node was first");
    for node in [&cut_off, &other] {
        assert_eq!(game.notations(&http, &node.base).await, moves[1..2]);
    }
}

//! kill -9 in the middle of play: every acknowledged move is there, none twice, and what is told of it comes in order.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use reqwest::{Client, StatusCode};
use serde_json::json;
use tapis_recount::fair_deal::Stream;

use crate::binary::Binary;
use crate::keys;
use crate::knobs::{random, size};
use crate::player::Player;
use crate::receiver::{Manner, Received, Receiver};
use crate::table::{Game, client, legal};

/// Clients that play at once, each at its own table.
const CLIENTS: usize = 8;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_acknowledged_move_is_lost_or_doubled_by_kill_9() {
    let mut random = random("kills");
    let directory = tempfile::tempdir().unwrap();
    let mut players = seat_players(directory.path(), &mut random).await;
    let kills = size("TAPIS_KILLS", 4);
    let mut total = 0;
    for _ in 0..kills {
        let (count, rest) = play_until_killed(directory.path(), players, &mut random).await;
        (total, players) = (total + count, rest);
    }
    assert!(total >= 10 * kills, "only {total} moves in {kills} rounds: the kills hit an idle server");
    let binary = Binary::start(directory.path());
    for player in &mut players {
        player.retry(&client(), &binary.base).await.unwrap();
        player.assert_log(&client(), &binary.base).await;
    }
}

async fn seat_players(directory: &Path, random: &mut Stream) -> Vec<Player> {
    let binary = Binary::start(directory);
    let http = client();
    let mut players = Vec::new();
    for n in 0..CLIENTS {
        let key = format!("kills-create-{n:08}");
        players.push(Player::sit_down(&http, &binary.base, 2 + n % 3, &key, random).await);
    }
    players
}

/// One life of the server: all players at once until the kill; answers the acknowledged moves of this life.
async fn play_until_killed(
    directory: &Path,
    players: Vec<Player>,
    random: &mut Stream,
) -> (usize, Vec<Player>) {
    let binary = Binary::start(directory);
    let count = Arc::new(AtomicUsize::new(0));
    let stop = Arc::new(AtomicBool::new(false));
    let tasks: Vec<_> = players
        .into_iter()
        .map(|player| tokio::spawn(player.play(binary.base.clone(), Arc::clone(&count), Arc::clone(&stop))))
        .collect();
    // The kill falls anywhere in the work: at any moment after the first answers.
    while count.load(Ordering::Relaxed) < 2 * CLIENTS {
        tokio::time::sleep(Duration::from_millis(1)).await;
        assert!(tasks.iter().any(|task| !task.is_finished()), "every player gave up before the kill");
    }
    tokio::time::sleep(Duration::from_micros(u64::from(random.below(150_000)))).await;
    binary.kill();
    stop.store(true, Ordering::Relaxed);
    let mut players = Vec::new();
    for task in tasks {
        players.push(task.await.unwrap());
    }
    (count.load(Ordering::Relaxed), players)
}

/// How a front end behaves while the service is killed: each leaves messages that wait.
const MANNERS: [Manner; 3] = [Manner::Silence, Manner::Say(503), Manner::Late(Duration::from_millis(50))];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_message_that_waits_is_lost_or_out_of_order_after_kill_9() {
    let (directory, http, receiver) = (tempfile::tempdir().unwrap(), client(), Receiver::start(MANNERS[0]));
    let arguments = ["--webhooks-to-private-networks", "--tune", "webhook_retry_ms=20"];
    let start = || Binary::start_with(directory.path(), &arguments);
    let mut binary = start();
    let key = keys::add(directory.path(), "shop");
    keys::until(&binary.base, &key, 200).await;
    let put = http.put(format!("{}/v1/webhook", binary.base)).header("Tapis-Key", &key);
    let put = put.json(&json!({"url": receiver.url()})).send().await.unwrap();
    assert_eq!(put.status(), StatusCode::OK);
    let kills = size("TAPIS_TOLD_KILLS", 1);
    for manner in MANNERS.into_iter().cycle().take(kills) {
        receiver.behave(manner);
        let body =
            json!({"game": "richelieu", "seats": [{"kind": "mine"}, {"kind": "mine"}], "auto_pass": "off"});
        let created = http.post(format!("{}/v1/games", binary.base)).header("Tapis-Key", &key).json(&body);
        let game = Game::from_created(&created.send().await.unwrap().json().await.unwrap());
        let told = play(&http, &binary.base, &game, 4).await;
        came(&receiver, &told[0]).await;
        binary.kill();
        receiver.behave(Manner::Say(200));
        binary = start();
        came(&receiver, &told[told.len() - 1]).await;
        let mut first: Vec<String> = Vec::new();
        for received in receiver.log().into_iter().filter(|received| received.id.starts_with(&game.id)) {
            if !first.contains(&received.id) {
                first.push(received.id);
            }
        }
        assert_eq!(first, told, "{manner:?}");
    }
    let (log, mut bodies) = (receiver.log(), HashMap::new());
    for Received { id, body, .. } in &log {
        assert_eq!(*bodies.entry(id).or_insert(body), body, "a repetition says the same");
    }
    assert!(log.len() - bodies.len() >= kills.div_ceil(MANNERS.len()), "what was not answered is repeated");
}

/// Plays so many moves; answers the ids of all that is told of the game up to then.
async fn play(http: &Client, base: &str, game: &Game, moves: usize) -> Vec<String> {
    let mut told = vec![format!("{}-1-begun", game.id)];
    for left in (0..=moves).rev() {
        let (seat, state) = game.turn(http, base).await.unwrap();
        let version = state["version"].as_u64().unwrap();
        told.push(format!("{}-{version}-your_turn-{seat}", game.id));
        if left > 0 {
            let played = game.submit(http, base, seat, version, &legal(&state)[0]).send().await.unwrap();
            assert_eq!(played.status(), StatusCode::OK);
        }
    }
    told
}

/// Waits until a message came.
async fn came(receiver: &Receiver, id: &str) {
    for _ in 0..1_200 {
        if receiver.log().iter().any(|received| received.id == id) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{id} never comes: {:?}", receiver.log().last());
}

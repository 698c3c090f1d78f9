//! kill -9 in the middle of play: every acknowledged move is there, none twice.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use tapis_recount::fair_deal::Stream;

use crate::binary::Binary;
use crate::knobs::{random, size};
use crate::player::Player;
use crate::table::client;

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

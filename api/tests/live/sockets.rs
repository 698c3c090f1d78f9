//! Many sockets that stall, each in its own way: they cost little memory, and nobody else notices.

use std::time::{Duration, Instant};

use reqwest::Client;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::binary::Binary;
use crate::knobs::{random, size};
use crate::player::Player;
use crate::table::{client, create_mine, get};

/// What stalled sockets may cost together, however many; and a few of them, each beside what the program needs anyway.
const MEMORY_KIB: u64 = 300 << 10;
const ANYWAY_KIB: u64 = 64 << 10;
const EACH_KIB: u64 = 64;
/// Requests timed before and after, at most.
const TIMED: usize = 200;

/// How far a client gets before it stalls.
const STALLED: [&str; 4] = [
    "",
    "GET /v1/rulesets HT",
    "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
    "GET /v1/games/GAME/events HTTP/1.1\r\nHost: x\r\n\r\n",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg(target_os = "linux")]
async fn stalled_sockets_cost_little_and_harm_nobody() {
    let directory = tempfile::tempdir().unwrap();
    let binary = Binary::start_with(directory.path(), &["--tune", "body_timeout_ms=600000"]);
    let (http, base) = (client(), binary.base.clone());
    let game = create_mine(&http, &base, 2, "sockets-the-game").await;
    let sockets = size("TAPIS_SOCKETS", 40);
    println!("sockets: alone {}", times(&http, &base, sockets).await);
    let before = memory(binary.pid());
    let mut stalled = Vec::new();
    for n in 0..sockets {
        let said = STALLED[n % STALLED.len()].replace("GAME", &game.id);
        let mut socket = TcpStream::connect(base.strip_prefix("http://").unwrap()).await.unwrap();
        socket.write_all(said.as_bytes()).await.unwrap();
        stalled.push(socket);
    }
    let beside = times(&http, &base, sockets).await;
    play(&http, &base, sockets).await;
    let grown = memory(binary.pid()).saturating_sub(before);
    println!("sockets: beside {} stalled ones {beside}, memory +{grown} KiB", stalled.len());
    let most = MEMORY_KIB.min(ANYWAY_KIB + EACH_KIB * sockets as u64);
    assert!(grown <= most, "{grown} KiB more");
    drop(stalled);
    assert_eq!(get(&http, &format!("{base}/healthz"), None).await["status"], "ok");
}

/// A player plays on, and finds everything recorded.
async fn play(http: &Client, base: &str, sockets: usize) {
    let mut player = Player::sit_down(http, base, 2, "sockets-a-player", &mut random("sockets")).await;
    for _ in 0..40.min(sockets / 4) {
        player.step(http, base).await.unwrap();
    }
    player.assert_log(http, base).await;
}

/// Half and nearly all of some requests, in words.
async fn times(http: &Client, base: &str, sockets: usize) -> String {
    let mut times = Vec::new();
    for _ in 0..TIMED.min(sockets / 2) {
        let start = Instant::now();
        get(http, &format!("{base}/v1/rulesets"), None).await;
        times.push(start.elapsed());
    }
    times.sort();
    let within = |part: usize| -> Duration { times[times.len() * part / 100] };
    format!("GET median {:?}, p99 {:?}", within(50), within(99))
}

/// The resident memory of a process in KiB.
fn memory(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().trim().parse().unwrap()
}

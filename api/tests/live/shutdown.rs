//! SIGTERM in the middle of everything: what is in flight is answered, what is stalled is not waited for.

use std::io::Write;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use reqwest::{Client, RequestBuilder, Response};
use serde_json::json;

use crate::binary::Binary;
use crate::knobs::random;
use crate::player::Player;
use crate::table::{Game, client, create, get};

/// Moves that wait for a bot when the signal comes; players who go on playing; sockets that say nothing.
const WAITING: usize = 8;
const PLAYERS: usize = 4;
const STALLED: usize = 200;

/// Bots answer in ten minutes, and ten minutes are given to requests in flight: whoever waits, waits in vain.
const PATIENT: [&str; 4] = ["--tune", "bot_slot_ms=600000", "--tune", "shutdown_seconds=600"];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sigterm_answers_what_is_in_flight_and_waits_for_nobody_else() {
    let mut random = random("shutdown");
    let directory = tempfile::tempdir().unwrap();
    let binary = Binary::start_with(directory.path(), &PATIENT);
    let (http, base) = (client(), binary.base.clone());
    let stalled = stalled_sockets(&base);
    let (count, stop) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    let mut players = Vec::new();
    for n in 0..PLAYERS {
        let player = Player::sit_down(&http, &base, 2, &format!("shutdown-{n:08}"), &mut random).await;
        players.push(tokio::spawn(player.play(base.clone(), Arc::clone(&count), Arc::clone(&stop))));
    }
    let (games, moves) = moves_in_flight(&http, &base).await;
    let mut streams = Vec::new();
    for game in &games {
        // It lasts for as long as the players need, on however slow a disk.
        let stream = http.get(game.url(&base, "/events")).timeout(Duration::from_secs(600));
        streams.push(stream.send().await.unwrap());
    }
    while count.load(Ordering::Relaxed) < 10 * PLAYERS {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }

    let asked = Instant::now();
    binary.terminate();
    for answer in join_all(moves).await {
        assert_eq!(answer.unwrap().unwrap().status(), 200, "a move in flight is answered");
    }
    for stream in streams {
        assert!(whole(stream).await.contains("id: 3\n"), "a stream ends as it should");
    }
    let status = tokio::task::spawn_blocking(move || binary.wait()).await.unwrap();
    println!("shutdown: ended {:?} after the signal", asked.elapsed());
    assert!(status.success(), "{status}");
    drop(stalled);
    let mut files = std::fs::read_dir(directory.path()).unwrap().map(|file| file.unwrap().path());
    let log = files.find(|path| path.to_string_lossy().ends_with("-wal"));
    assert_eq!(log, None, "the database is closed: who copies it has everything");

    stop.store(true, Ordering::Relaxed);
    let binary = Binary::start(directory.path());
    for player in join_all(players).await {
        let mut player = player.unwrap();
        player.retry(&http, &binary.base).await.unwrap();
        player.assert_log(&http, &binary.base).await;
    }
    for game in &games {
        assert_eq!(&game.notations(&http, &binary.base).await[..2], ["take 1L", "skip"]);
    }
}

/// Half of them have begun to ask.
fn stalled_sockets(base: &str) -> Vec<TcpStream> {
    let address = base.strip_prefix("http://").unwrap();
    let socket = |n: usize| {
        let mut socket = TcpStream::connect(address).unwrap();
        if n.is_multiple_of(2) {
            socket.write_all(b"POST /v1/games HTTP/1.1\r\nHost: ").unwrap();
        }
        socket
    };
    (0..STALLED).map(socket).collect()
}

type Sent = tokio::task::JoinHandle<reqwest::Result<Response>>;

/// Moves that were played and wait for a bot's reply.
async fn moves_in_flight(http: &Client, base: &str) -> (Vec<Game>, Vec<Sent>) {
    let body = json!({"game": "richelieu", "options": {"first_seat": 0},
        "seats": [{"kind": "mine"}, {"kind": "bot", "level": "random"}]});
    let (mut games, mut moves) = (Vec::new(), Vec::new());
    for n in 0..WAITING {
        let game = create(http, base, &body, &format!("in-flight-{n:08}")).await;
        game.submit(http, base, 0, 1, "take 1L").send().await.unwrap().error_for_status().unwrap();
        moves.push(tokio::spawn(waiting_move(http, base, &game).send()));
        while get(http, &game.url(base, ""), None).await["version"] != 3 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        games.push(game);
    }
    (games, moves)
}

fn waiting_move(http: &Client, base: &str, game: &Game) -> RequestBuilder {
    http.post(game.url(base, "/moves"))
        .bearer_auth(&game.tokens[0])
        .header("If-Match", "\"v2-s0\"")
        .json(&json!({"move": "skip", "wait_ms": 10_000}))
}

/// A stream to its proper end.
async fn whole(mut stream: Response) -> String {
    let mut text = String::new();
    while let Some(chunk) = stream.chunk().await.expect("not cut off") {
        text.push_str(std::str::from_utf8(&chunk).unwrap());
    }
    text
}

#[tokio::test]
async fn every_signal_to_end_is_heeded_and_no_other_ends_it() {
    for ending in ["HUP", "QUIT", "INT", "TERM"] {
        let directory = tempfile::tempdir().unwrap();
        let binary = Binary::start(directory.path());
        for unused in ["USR1", "USR2", "ALRM", "PIPE"] {
            binary.signal(unused);
        }
        let ready = client().get(format!("{}/readyz", binary.base)).send().await.unwrap();
        assert!(ready.status().is_success(), "{}", ready.status());
        binary.signal(ending);
        let ended = tokio::task::spawn_blocking(move || binary.wait()).await.unwrap();
        assert!(ended.success(), "{ending}: {ended}");
        let left: Vec<_> =
            std::fs::read_dir(directory.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
        assert!(
            !left.iter().any(|name| name.to_string_lossy().ends_with("-wal")),
            "the store was closed: {left:?}"
        );
    }
}

//! Tokens, tickets and seeds are in nothing the program writes: no log line, no database, no backup.

use std::process::Stdio;

use serde_json::{Value, json};

use crate::binary::Binary;
use crate::knobs::random;
use crate::player::Player;
use crate::table::client;

/// Which of the needles, if any, is in the haystack.
fn found<'a>(haystack: &[u8], needles: &'a [String]) -> Option<&'a String> {
    let text = String::from_utf8_lossy(haystack);
    needles.iter().find(|needle| text.contains(needle.as_str()))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tokens_are_in_no_log_and_no_file() {
    let directory = tempfile::tempdir().unwrap();
    let log = std::fs::File::create(directory.path().join("log")).unwrap();
    // Everything the program can say, of itself and of its libraries.
    let binary = Binary::start_logging(directory.path(), &["--log", "trace"], Stdio::from(log));
    let (http, base) = (client(), binary.base.clone());
    let mut player = Player::sit_down(&http, &base, 3, "secrets-a-player", &mut random("secrets")).await;
    for _ in 0..20 {
        player.step(&http, &base).await.unwrap();
    }
    let mut secrets: Vec<String> = player.tokens().to_vec();
    let seats = json!([{"kind": "mine"}, {"kind": "invite"}]);
    let created = http.post(format!("{base}/v1/games")).json(&json!({"game": "richelieu", "seats": seats}));
    let created: Value = created.send().await.unwrap().json().await.unwrap();
    for seat in created["seats"].as_array().unwrap() {
        secrets.extend(seat["token"].as_str().or(seat["ticket"].as_str()).map(str::to_owned));
    }
    let game = format!("{base}/v1/games/{}", created["id"].as_str().unwrap());
    // Wrong and misplaced ones are refused without being repeated.
    for secret in secrets.clone() {
        let wrong = http.get(&game).bearer_auth(format!("{secret}x")).send().await.unwrap();
        let wrong = wrong.text().await.unwrap();
        assert_eq!(found(wrong.as_bytes(), &secrets), None, "{wrong}");
    }
    let ticket = http.post(format!("{game}/events/ticket")).bearer_auth(&secrets[3]).json(&json!({}));
    let ticket: Value = ticket.send().await.unwrap().json().await.unwrap();
    let ticket = ticket["ticket"].as_str().unwrap().to_owned();
    http.get(format!("{game}/events?wait=0&ticket={ticket}")).send().await.unwrap();
    secrets.push(ticket);
    assert_eq!(secrets.len(), 6, "three seats, a seat, an invitation, a stream");
    secrets.extend(secrets.clone().iter().filter_map(|secret| Some(secret.split_once('_')?.1.to_owned())));

    binary.terminate();
    assert!(tokio::task::spawn_blocking(move || binary.wait()).await.unwrap().success());
    let mut searched = 0;
    for file in std::fs::read_dir(directory.path()).unwrap() {
        let path = file.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(found(&bytes, &secrets), None, "{}", path.display());
        searched += bytes.len();
    }
    assert!(searched > 100_000, "a database and a log were searched, not {searched} bytes");
}

#[test]
fn a_fault_at_start_is_one_line() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("tapis.db"), "My diary.").unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_tapis"))
        .args(["--port", "0", "--database", "sqlite:tapis.db"])
        .env("RUST_BACKTRACE", "1")
        .current_dir(directory.path())
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert_eq!(said.lines().filter(|line| line.starts_with("tapis: ")).count(), 1, "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("cannot use the database sqlite:tapis.db"), "{said}");
}

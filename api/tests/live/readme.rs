//! The walk-throughs do what they say: every marked block of a page is run, in order, by one shell against a fresh server.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::binary::Binary;
use crate::keys::{self, until};
use crate::receiver::{Manner, Receiver};

/// The line before a block that is run.
const MARK: &str = "<!-- walk-through -->";
/// Where the public key of an app is, and a login of it whose `sub` is u-17; see `api/src/login/tests.rs`.
const JWKS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/jwks.json");
const JWT: &str = include_str!("../fixtures/u-17.jwt");
/// The id of whoever has that login.
const ADA: &str = "24c7ff660c7a3d5e0a7904c7c6b33407fb6d9a6d69d9b5eb4ef5daa80b119ab9";

#[test]
fn the_walk_through() {
    let directory = tempfile::tempdir().unwrap();
    // The bot is not waited for: each time that a state is asked for costs processes.
    let server = Binary::start_with(directory.path(), &["--tune", "bot_slot_ms=1"]);
    let text = walk("README.md", 8, directory.path(), &[("BASE", server.base.as_str())]);
    let shown = [
        "\"deal_commitment\":\"sha256:",
        "\"legal_moves\":[{\"notation\":\"take 1L\"",
        "\"version\":2",
        "\"exactness\":{",
        "\"level\":\"sampled\"",
        "event: setup",
        "event: ply",
        "\"status\":\"finished\"",
        "\"winners\":",
        "\"games\":1",
    ];
    assert_shown(&text, &shown);
    let replay = std::fs::read(directory.path().join("replay.json")).unwrap();
    let replay = serde_json::from_slice(&replay).unwrap();
    tapis_recount::recount(&replay).unwrap_or_else(|difference| panic!("{difference}"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_walk_of_two_players_two_devices_and_a_webhook() {
    let directory = tempfile::tempdir().unwrap();
    let logins =
        ["--login-jwks", JWKS, "--login-issuer", "https://login.example/", "--login-audience", "tapis"];
    let bound = ["--login-key", "shop", "--webhooks-to-private-networks"];
    let server = Binary::start_with(directory.path(), &[&logins[..], &bound].concat());
    let key = keys::add(directory.path(), "shop");
    until(&server.base, &key, 200).await;
    let receiver = Receiver::start(Manner::Say(200));
    let (base, hook) = (server.base.as_str(), receiver.url());
    let said = [("BASE", base), ("KEY", key.as_str()), ("JWT", JWT.trim()), ("HOOK", hook.as_str())];
    let text = walk("docs/players.md", 6, directory.path(), &said);
    let shown = [
        "\"secret\":\"whsec_",
        "asked again: 304",
        "\"legal_moves\":[{\"notation\":\"take 1L\"",
        "the lost phone: 404",
        "the tablet: 200",
        "\"rank\":1",
        "\"rank\":2",
    ];
    assert_shown(&text, &shown);
    let told = all_told(&receiver).await;
    let of = |kind: &str| told.iter().find(|one| one["type"] == kind).map(|one| &one["data"]).unwrap();
    assert_eq!(of("your_turn")["player"], ADA, "{told:?}");
    assert_eq!((&of("invited")["seat"], &of("invited")["player"]), (&json!(1), &json!("u-18")), "{told:?}");
    let known =
        |one: &Value| one["data"]["player"].as_str().is_none_or(|player| [ADA, "u-18"].contains(&player));
    assert!(told.iter().all(known), "{told:?}");
}

/// What came up to the end of the game.
async fn all_told(receiver: &Receiver) -> Vec<Value> {
    for _ in 0..1_200 {
        let told: Vec<_> = receiver.log().iter().map(|received| received.json()).collect();
        if told.iter().any(|one| one["type"] == "game_ended") {
            return told;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the end is never told: {:?}", receiver.log());
}

/// What the blocks of a page print, run as one script.
fn walk(page: &str, least: usize, directory: &Path, said: &[(&str, &str)]) -> String {
    let output = Command::new("sh")
        .args(["-euc", &script(page, least)])
        .current_dir(directory)
        .envs(said.iter().copied())
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "the walk-through ends with {}:\n{text}", output.status);
    text
}

/// What a reader who follows a page sees.
fn assert_shown(text: &str, shown: &[&str]) {
    for part in shown {
        assert!(text.contains(part), "the walk-through should show {part}:\n{text}");
    }
}

/// The marked blocks of a page, in order.
fn script(page: &str, least: usize) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(page);
    let page = std::fs::read_to_string(path).unwrap();
    let blocks: Vec<&str> = page
        .split(MARK)
        .skip(1)
        .map(|rest| rest.trim_start().strip_prefix("```sh\n").unwrap().split("\n```").next().unwrap())
        .collect();
    assert!(blocks.len() >= least, "the walk-through has {} blocks", blocks.len());
    // The reader's server listens where the page says; this one where the system let it.
    let script = blocks.join("\n");
    assert!(script.starts_with("BASE=http://127.0.0.1:8080\n"), "the first block names the server");
    script.split_once('\n').unwrap().1.to_owned()
}

//! The README's walk-through does what it says: every marked block is run, in order, by one shell against a fresh server.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The line before a block that is run.
const MARK: &str = "<!-- walk-through -->";

/// Runs all blocks as one script and checks what they print.
#[test]
fn the_walk_through() {
    let directory = tempfile::tempdir().unwrap();
    let (mut server, base) = start(directory.path());
    let output = Command::new("sh")
        .args(["-euc", &script()])
        .current_dir(directory.path())
        .env("BASE", &base)
        .stderr(Stdio::inherit())
        .output();
    server.kill().unwrap();
    server.wait().unwrap();
    let output = output.unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "the walk-through ends with {}:\n{text}", output.status);
    assert_shown(&text);
    let replay = std::fs::read(directory.path().join("replay.json")).unwrap();
    let replay = serde_json::from_slice(&replay).unwrap();
    tapis_recount::recount(&replay).unwrap_or_else(|difference| panic!("{difference}"));
}

/// What a reader who follows the README sees.
fn assert_shown(text: &str) {
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
    for part in shown {
        assert!(text.contains(part), "the walk-through should show {part}:\n{text}");
    }
}

/// The marked blocks, in order.
fn script() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let readme = std::fs::read_to_string(path).unwrap();
    let blocks: Vec<&str> = readme
        .split(MARK)
        .skip(1)
        .map(|rest| rest.trim_start().strip_prefix("```sh\n").unwrap().split("\n```").next().unwrap())
        .collect();
    assert!(blocks.len() >= 8, "the walk-through has {} blocks", blocks.len());
    // The reader's server listens where the README says; this one where the system let it.
    let script = blocks.join("\n");
    assert!(script.starts_with("BASE=http://127.0.0.1:8080\n"), "the first block names the server");
    script.split_once('\n').unwrap().1.to_owned()
}

fn start(directory: &Path) -> (Child, String) {
    let mut server = Command::new(env!("CARGO_BIN_EXE_tapis"))
        // The bot is not waited for: each time that a state is asked for costs processes.
        .args(["--port", "0", "--log", "warn", "--bot-pace-ms", "0", "--tune", "bot_slot_ms=1"])
        .current_dir(directory)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let base = line.trim().strip_prefix("listening on ").unwrap_or_else(|| panic!("'{line}'")).to_owned();
    (server, base)
}

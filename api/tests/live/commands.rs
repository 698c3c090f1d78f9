//! What operators do beside a running service: backups, checks, replays, statistics; and who owns a database.

use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use serde_json::{Value, json};

use crate::binary::Binary;
use crate::table::client;

/// Runs a command of the program in `directory`.
fn tapis(directory: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tapis"));
    command.args(arguments).env("RUST_BACKTRACE", "1").current_dir(directory).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A finished game of bots and one that waits; their ids.
async fn games(base: &str) -> (String, String) {
    let http = client();
    let create = async |seats: Value| {
        let body = json!({"game": "richelieu", "seats": seats});
        let created = http.post(format!("{base}/v1/games")).json(&body).send().await.unwrap();
        let created: Value = created.json().await.unwrap();
        created["id"].as_str().unwrap().to_owned()
    };
    let bot = json!({"kind": "bot", "level": "greedy"});
    let finished = create(json!([bot, bot])).await;
    let waiting = create(json!([{"kind": "mine"}, {"kind": "open"}])).await;
    loop {
        let state = http.get(format!("{base}/v1/games/{finished}")).send().await.unwrap();
        let state: Value = state.json().await.unwrap();
        if state["status"] == "finished" {
            return (finished, waiting);
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_is_cared_for_beside_the_service() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path();
    let binary = Binary::start(place);
    let (finished, waiting) = games(&binary.base).await;

    let verified = tapis(place, &["verify", "--database", "sqlite:tapis.db"]);
    assert_eq!(verified.status.code(), Some(0), "{verified:?}");
    assert!(text(&verified.stdout).contains("2 games"), "{verified:?}");
    assert!(text(&verified.stdout).contains("1 results; nothing is damaged"), "{verified:?}");

    let saved = tapis(place, &["backup", "copy.db", "--database", "sqlite:tapis.db"]);
    assert_eq!(saved.status.code(), Some(0), "{saved:?}");
    let again = tapis(place, &["backup", "copy.db", "--database", "sqlite:tapis.db"]);
    assert_eq!(again.status.code(), Some(1), "a file that is there is not replaced: {again:?}");
    assert_eq!(text(&again.stderr).lines().count(), 1, "{again:?}");

    let replay = tapis(place, &["replay", &finished, "--database", "sqlite:tapis.db"]);
    let served = client().get(format!("{}/v1/games/{finished}/replay", binary.base)).send().await.unwrap();
    let served: Value = served.json().await.unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&replay.stdout).unwrap(), served);
    assert_eq!(tapis_recount::recount(&served), Ok(()));
    let hidden = tapis(place, &["replay", &waiting, "--database", "sqlite:tapis.db"]);
    assert_eq!((hidden.status.code(), hidden.stdout.len()), (Some(1), 0), "{hidden:?}");

    // The running service owns the database.
    let owner = format!("process {}", binary.pid());
    for command in [&["--port", "0"][..], &["rebuild-statistics"]] {
        let refused = tapis(place, &[command, &["--database", "sqlite:tapis.db"]].concat());
        assert_eq!(refused.status.code(), Some(1), "{refused:?}");
        assert!(text(&refused.stderr).contains(&owner), "{refused:?}");
        assert_eq!(text(&refused.stderr).lines().count(), 1, "{refused:?}");
    }

    binary.terminate();
    assert!(tokio::task::spawn_blocking(move || binary.wait()).await.unwrap().success());
    let rebuilt = tapis(place, &["rebuild-statistics", "--database", "sqlite:tapis.db"]);
    assert_eq!(rebuilt.status.code(), Some(0), "{rebuilt:?}");
    let copy = tapis(place, &["verify", "--database", "sqlite:copy.db"]);
    assert!(text(&copy.stdout).contains("nothing is damaged"), "{copy:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damage_is_found_and_named() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path();
    let binary = Binary::start(place);
    let (finished, _) = games(&binary.base).await;
    binary.terminate();
    assert!(tokio::task::spawn_blocking(move || binary.wait()).await.unwrap().success());
    let path = place.join("tapis.db");
    let conn = rusqlite::Connection::open(&path).unwrap();
    assert!(conn.execute("UPDATE rulesets SET rules_version = 99", []).unwrap() > 0);
    conn.close().unwrap();
    let mut bytes = std::fs::read(&path).unwrap();
    // A row says its notation once, in a column of its own.
    let notation = b"take ";
    let at = bytes.windows(notation.len()).rposition(|window| window == notation).expect("a move in the log");
    bytes[at] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let found = tapis(place, &["verify", "--database", "sqlite:tapis.db"]);
    assert_eq!(found.status.code(), Some(1), "{found:?}");
    let said = text(&found.stdout);
    assert!(said.lines().any(|line| line.starts_with("damaged: ") && line.contains(&finished)), "{said}");
    assert!(said.lines().any(|line| line.starts_with("damaged: ruleset ")), "{said}");
}

#[test]
fn what_is_not_there_is_said_in_a_line() {
    let directory = tempfile::tempdir().unwrap();
    for arguments in [
        &["verify", "--database", "sqlite:none.db"][..],
        &["backup", "copy.db", "--database", "sqlite:none.db"],
        &["rebuild-statistics", "--database", "sqlite:none.db"],
    ] {
        let refused = tapis(directory.path(), arguments);
        assert_eq!(refused.status.code(), Some(1), "{refused:?}");
        let said = text(&refused.stderr);
        assert!(said.contains("there is no database none.db") && said.lines().count() == 1, "{said}");
    }
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0, "nothing was made");
    let refused = tapis(directory.path(), &["--database", "sqlite:good.db?mode=ro"]);
    assert!(text(&refused.stderr).contains("takes no parameters"), "{refused:?}");
}

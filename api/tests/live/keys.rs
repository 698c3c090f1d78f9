//! `tapis keys` beside a running service.

use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use serde_json::json;

use crate::binary::Binary;
use crate::table::client;

fn keys(directory: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tapis"));
    command.arg("keys").args(arguments).args(["--database", "sqlite:tapis.db"]);
    command.current_dir(directory).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Makes a key; answers its text.
pub fn add(directory: &Path, name: &str) -> String {
    text(&keys(directory, &["add", name]).stdout).trim().to_owned()
}

/// Asks with a key until the answer has this status: the service looks the keys up now and then.
pub async fn until(base: &str, key: &str, status: u16) {
    for _ in 0..6_000 {
        let answer = client().get(format!("{base}/healthz")).header("Tapis-Key", key).send().await.unwrap();
        if answer.status().as_u16() == status {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("it is never {status}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_is_made_used_and_revoked_while_the_service_runs() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path();
    let binary = Binary::start(place);
    let none = keys(place, &["list"]);
    assert!(text(&none.stdout).contains("there are no keys"), "{none:?}");

    let added = keys(place, &["add", "shop", "--rate-moves", "7", "--rate-hints", "0"]);
    assert_eq!(added.status.code(), Some(0), "{added:?}");
    let key = text(&added.stdout).trim().to_owned();
    let random = key.strip_prefix("tapis_play_").expect("it says what it opens");
    assert!(random.len() == 64 && random.bytes().all(|byte| byte.is_ascii_hexdigit()), "{key}");
    until(&binary.base, &key, 200).await;
    let put = client().put(format!("{}/v1/webhook", binary.base)).header("Tapis-Key", &key);
    let put = put.json(&json!({"url": "https://example.com/a-word-of-the-owner"})).send().await.unwrap();
    assert_eq!(put.status().as_u16(), 200);

    let again = keys(place, &["add", "shop"]);
    assert_eq!((again.status.code(), again.stdout.len()), (Some(1), 0), "{again:?}");
    assert!(text(&again.stderr).contains("a name is given once"), "{again:?}");
    let wrong = keys(place, &["add", "a shop"]);
    assert!(text(&wrong.stderr).contains("1 to 64 letters"), "{wrong:?}");
    assert_eq!(keys(place, &["add", "lea", "--scope", "everything"]).status.code(), Some(2));
    let designer = keys(place, &["add", "lea", "--scope", "lab"]);
    assert!(text(&designer.stdout).starts_with("tapis_lab_"), "{designer:?}");

    let revoked = keys(place, &["revoke", "shop"]);
    assert!(text(&revoked.stdout).contains("shop is revoked"), "{revoked:?}");
    assert!(text(&keys(place, &["revoke", "shop"]).stdout).contains("revoked before"));
    until(&binary.base, &key, 401).await;
    let nobody = keys(place, &["revoke", "nobody"]);
    assert_eq!(nobody.status.code(), Some(1), "{nobody:?}");

    let listed = text(&keys(place, &["list"]).stdout);
    let lines: Vec<&str> = listed.lines().collect();
    assert!(
        lines.len() == 3 && lines[0].starts_with("lea   lab ") && lines[0].ends_with("limits of an address")
    );
    assert!(lines[1].contains("moves 7 a minute, hints without limit  revoked "), "{listed}");
    assert!(lines[2].starts_with("      webhook to https://example.com  on since "), "{listed}");
    assert!(!listed.contains(random) && !listed.contains("a-word-of-the-owner"), "{listed}");
}

#[test]
fn a_database_that_is_not_there_is_not_made() {
    let directory = tempfile::tempdir().unwrap();
    let refused = keys(directory.path(), &["add", "shop"]);
    assert_eq!((refused.status.code(), refused.stdout.len()), (Some(1), 0), "{refused:?}");
    assert!(text(&refused.stderr).contains("there is no database tapis.db"), "{refused:?}");
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
}

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

/// Wrong values of settings that hold a secret, which has `zq7` and `xw9` in it.
const WRONG: [(&str, &str, &[&str]); 3] = [
    (
        "--database",
        "TAPIS_DATABASE",
        &[
            "zq7xw9",
            "postgres:ada:zq7xw9@db/games",
            "postgres:/ada:zq7xw9@db/games",
            "postgres:///zq7xw9",
            "Postgres://ada:zq7xw9@db/games",
            "postgress://ada:zq7xw9@db/games",
            " postgres://ada:zq7xw9@db/games",
            "\"postgres://ada:zq7xw9@db/games\"",
            "postgres://ada:zq7@xw9@db/games",
            "postgres://ada:zq7?xw9@db/games",
            "postgres://ada:zq7xw9@db:port/games",
            "postgres://ada:zq7xw9@db:70000/games",
            "postgres://ada:zq7xw9@/games",
            "postgres://ada:zq7xw9@",
            "postgres://ada:zq7xw9",
            "postgres://ada:zq7xw9@db/games?sslmode=prefer",
            "postgres://ada:zq7xw9@db/games?colour=red",
            "postgres://ada@db/games?password=zq7&xw9=x",
            "postgres://ada@db/games?pasword=zq7xw9",
            "postgres://ada@db/games?zq7xw9",
            "postgres://ada%3Azq7xw9@db/games",
            "host=db user=ada password=zq7xw9",
            "mysql://ada:zq7xw9@db/games",
            "sqlite:postgres://ada:zq7xw9@db/games",
            "sqlite:ada:zq7xw9@db/games",
            "sqlite://ada:zq7xw9@db/games",
            "sqlite:games.db?key=zq7xw9",
        ],
    ),
    ("--admin-token", "TAPIS_ADMIN_TOKEN", &["zq7xw9", "zq7xw9 and more words", "zq7xw9-zq7xw9-é-zq7xw9"]),
    (
        "--secret",
        "TAPIS_SECRET",
        &["zq7xw9", "zq7xw900zq7xw900zq7xw900zq7xw900zq7xw900zq7xw900zq7xw900zq7xw900"],
    ),
];

/// Runs the program, which has to refuse.
fn refused(arguments: &[&str], variable: Option<(&str, &str)>) -> String {
    let directory = tempfile::tempdir().unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_tapis"))
        .args(arguments)
        .envs(variable)
        .current_dir(directory.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(!output.status.success(), "{arguments:?} {variable:?}");
    String::from_utf8(output.stderr).unwrap() + &String::from_utf8(output.stdout).unwrap()
}

#[test]
fn whatever_is_wrong_with_a_secret_it_is_not_printed() {
    let hidden = |said: &str, of: &str| {
        assert!(!said.contains("zq7") && !said.contains("xw9"), "{of}: {said}");
        assert!(said.len() > 40, "{of}: what would be right is said: {said}");
    };
    for (flag, variable, values) in WRONG {
        for value in values {
            for said in [
                refused(&["--port", "0", flag, value], None),
                refused(&["serve", "--port", "0", &format!("{flag}={value}")], None),
                refused(&["--port", "0"], Some((variable, value))),
            ] {
                hidden(&said, value);
                assert!(said.contains(flag) || said.contains("database"), "{value}: {said}");
            }
        }
    }
    for value in WRONG[0].2 {
        hidden(&refused(&["copy", "--from", value, "--to", "sqlite:b.db"], None), value);
        hidden(&refused(&["copy", "--from", "sqlite:a.db", "--to", value], None), value);
        for command in ["verify", "stats", "keys list"] {
            let arguments = command.split(' ').chain(["--database", value]).collect::<Vec<_>>();
            hidden(&refused(&arguments, None), value);
        }
    }
    // In the wrong place.
    for word in ["postgres://ada:zq7xw9@db/games", "zq7xw900zq7xw900zq7xw900"] {
        hidden(&refused(&[word], None), word);
        hidden(&refused(&["serve", word], None), word);
        hidden(&refused(&["backup", "--to", "b.db", word], None), word);
        hidden(&refused(&["--host", word], None), word);
        hidden(&refused(&[&format!("--databse={word}")], None), word);
        hidden(&refused(&["keys", "revoke", &format!("tapis_play_{word}")], None), word);
    }
}

#[test]
fn the_help_shows_no_value_of_a_variable_with_a_secret() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_tapis"))
        .arg("--help")
        .env("TAPIS_DATABASE", "postgres://ada:zq7xw9@db/games")
        .env("TAPIS_ADMIN_TOKEN", "zq7xw9-zq7xw9-zq7xw9")
        .env("TAPIS_SECRET", "5e".repeat(32))
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && said.contains("TAPIS_DATABASE"), "{said}");
    assert!(!said.contains("zq7xw9") && !said.contains("5e5e"), "{said}");
}

//! A check of the whole database names what is damaged.

use std::path::{Path, PathBuf};

use rusqlite::Connection;
use tapis_db::StoreError;
use tapis_db::model::Verification;
use tapis_db::sqlite::ReadOnlyDatabase;

use crate::build::*;
use crate::{open, populate};

/// A directory with a populated database, closed.
fn database() -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    let store = open(&path).unwrap();
    populate(&store);
    store.close().unwrap();
    (directory, path)
}

fn verify(path: &Path) -> Verification {
    ReadOnlyDatabase::open(path).unwrap().verify().unwrap()
}

/// What is found after somebody else has changed rows.
fn findings_after(sql: &str) -> Vec<String> {
    let (_directory, path) = database();
    let conn = Connection::open(&path).unwrap();
    conn.execute_batch(sql).unwrap();
    assert!(conn.changes() > 0, "{sql}");
    conn.close().unwrap();
    verify(&path).findings
}

#[test]
fn a_sound_database_is_counted() {
    let (_directory, path) = database();
    let expected = Verification { games: 6, events: 54, results: 16, findings: vec![] };
    assert_eq!(verify(&path), expected);
    assert!(expected.is_sound());
}

#[test]
fn what_is_changed_is_named() {
    let one = id(1).to_string();
    let cases = [
        ("UPDATE events SET notation = 'take 9L' WHERE place = 12", "game "),
        (&format!("UPDATE games SET practice = 1 WHERE id = '{one}'"), &format!("game {one}: ")),
        (
            &format!("UPDATE game_secrets SET nonce = seed WHERE game = '{one}'"),
            &format!("game {one}: the secrets"),
        ),
        ("UPDATE api_keys SET scope = 'queen'", "a row of api_keys: "),
        ("UPDATE webhooks SET on_since = 'noon'", "a row of webhooks: on_since is unreadable"),
        ("UPDATE webhook_games SET next_try = 'noon'", "a row of webhook_games: next_try is unreadable"),
        ("UPDATE push_subscriptions SET since = 'noon'", "a row of push_subscriptions: since is unreadable"),
        ("UPDATE wishes SET seen = 'noon'", "a row of wishes: seen is unreadable"),
        ("UPDATE experiments SET created_at = 'noon'", "a row of experiments: created_at is unreadable"),
        ("UPDATE idempotency SET expires_at = 'noon'", "a row of idempotency: expires_at is unreadable"),
        ("UPDATE player_ratings SET rated_at = 'noon'", "a row of player_ratings: rated_at is unreadable"),
        ("INSERT INTO absences VALUES ('noon', 'noon')", "a row of absences: since is unreadable"),
        ("UPDATE rulesets SET game = 'malin'", &format!("game {one}: the ruleset")),
        (
            "UPDATE facts SET body = json_set(body, '$.seats[0].score', 90) WHERE no = 2",
            "rollup_moments: rows",
        ),
        (
            "UPDATE facts SET body = json_set(body, '$.length', 9223372036854775807) WHERE no = 2",
            "the statistics: the facts of game ",
        ),
        (
            "UPDATE measures SET name = 'other' WHERE name = 'score'",
            "the statistics: the measure score is missing",
        ),
        (
            "DROP INDEX games_ruleset; UPDATE heads SET turn = turn",
            "the schema: it is not what this program made",
        ),
    ];
    for (sql, expected) in cases {
        let findings = findings_after(sql);
        assert!(findings.iter().any(|finding| finding.starts_with(expected)), "{sql}: {findings:?}");
    }
}

#[test]
fn a_game_whose_id_cannot_be_read_hides_no_other() {
    let (_directory, path) = database();
    let conn = Connection::open(&path).unwrap();
    let sql = format!("PRAGMA foreign_keys = off; UPDATE games SET id = 'noon' WHERE id = '{}'", id(1));
    conn.execute_batch(&sql).unwrap();
    conn.close().unwrap();
    let Verification { games, findings, .. } = verify(&path);
    assert_eq!(games, 5);
    assert!(findings.contains(&"a row of games: id is unreadable".to_owned()), "{findings:?}");
}

#[test]
fn rollups_are_compared_with_the_facts() {
    let cases = [
        (
            "UPDATE rollups SET s1 = s1 + 1 WHERE kind = 2 AND population = 1 AND k1 = 0",
            "rollup_seats: rows that are not what the facts add up to: 1, the first that of population 1, seat 0",
        ),
        (
            "UPDATE rollups SET s1 = s1 + 1 WHERE kind = 6 AND population = 1",
            "rollup_days: rows that are not what the facts add up to: 1, the first that of population 1, day 20260301",
        ),
        (
            "DELETE FROM rollups WHERE kind = 1 AND population = 2",
            "rollup_games: rows that are not what the facts add up to: 1, the first that of population 2",
        ),
    ];
    for (sql, expected) in cases {
        assert_eq!(findings_after(sql), [expected], "{sql}");
    }
}

/// Flips a bit in the middle of where `bytes` lie in the file.
fn flip(path: &Path, bytes: &[u8]) {
    let mut file = std::fs::read(path).unwrap();
    let at = file.windows(bytes.len()).position(|window| window == bytes).expect("it lies in the file");
    file[at + bytes.len() / 2] ^= 1;
    std::fs::write(path, file).unwrap();
}

#[test]
fn a_flipped_bit_of_an_event_is_a_finding_about_its_game() {
    let (_directory, path) = database();
    let store = open(&path).unwrap();
    let mut event = append(id(3), store.load_game(id(3)).unwrap().summary.version);
    event.events[0].notation = Some("a notation found once".to_owned());
    store.append(event).unwrap();
    store.close().unwrap();
    flip(&path, b"a notation found once");
    let report = verify(&path);
    assert_eq!(report.findings, [format!("game {}: event 10 of game {0}", id(3))]);
    assert_eq!((report.games, report.events), (6, 45));
}

#[test]
fn a_file_with_a_page_of_garbage_is_reported_and_not_an_error() {
    let (_directory, path) = database();
    let whole = std::fs::read(&path).unwrap();
    for page in 1..whole.len() / 4096 {
        let mut spoilt = whole.clone();
        spoilt[page * 4096..(page + 1) * 4096].fill(0x5a);
        std::fs::write(&path, &spoilt).unwrap();
        // The schema itself may be unreadable: then there is nothing to check.
        match ReadOnlyDatabase::open(&path).and_then(|database| database.verify()) {
            Ok(report) => assert!(!report.is_sound(), "page {page}"),
            Err(error) => assert!(matches!(error, StoreError::Corrupt(_)), "page {page}: {error}"),
        }
        assert!(std::fs::read(&path).unwrap() == spoilt, "page {page}");
    }
}

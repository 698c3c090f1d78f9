//! A full database: nothing unacknowledged is claimed, reads go on, writes resume.

use std::path::Path;
use std::process::Command;

use tapis_db::StoreError;
use tapis_db::model::*;
use tapis_db::sqlite::{ReadOnlyDatabase, SqliteOptions, SqliteStore};

use crate::build::*;

#[test]
fn writes_stop_and_resume_and_reads_go_on() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    let options = SqliteOptions { max_bytes: Some(400 << 10), ..SqliteOptions::default() };
    let store = SqliteStore::open(&path, options).unwrap();
    store.create_game(game(1)).unwrap();
    let heavy = |version: u64| Append {
        events: vec![NewEvent { payload: Some(Json::from("x".repeat(5000))), ..ply(version as i64) }],
        idempotency: Some(key("s", &version.to_string())),
        ..append(id(1), version)
    };
    let mut version = 1;
    let error = loop {
        match store.append(heavy(version)) {
            Ok(appended) => version = appended.version,
            Err(error) => break error,
        }
    };
    assert_eq!(error, StoreError::Full);
    assert!(error.is_unavailable());
    assert!(version > 5, "{version}");
    for _ in 0..3 {
        assert_eq!(store.append(heavy(version)), Err(StoreError::Full));
        assert_eq!(store.load_game(id(1)).unwrap().events.len() as u64, version);
        assert_eq!(store.idempotency("s", &version.to_string(), None, at(0)).unwrap(), None);
    }
    store.set_max_bytes(Some(800 << 10)).unwrap();
    assert_eq!(store.append(heavy(version)).unwrap().version, version + 1);
    assert_eq!(store.ping(), Ok(()));
    assert!(std::fs::metadata(&path).unwrap().len() <= 800 << 10);
    store.set_max_bytes(None).unwrap();
    store.close().unwrap();
    drop(store);
    let store = crate::open(&path).unwrap();
    assert_eq!(store.load_game(id(1)).unwrap().events.len() as u64, version + 1);
}

#[test]
fn what_is_too_much_for_the_rest_does_not_stop_what_fits() {
    let options = SqliteOptions { max_bytes: Some(600 << 10), ..SqliteOptions::default() };
    let store = SqliteStore::open_temporary(options).unwrap();
    store.create_game(game(1)).unwrap();
    let huge = NewEvent { payload: Some(Json::from("x".repeat(1 << 20))), ..ply(1) };
    for _ in 0..3 {
        assert_eq!(
            store.append(Append { events: vec![huge.clone()], ..append(id(1), 1) }),
            Err(StoreError::Full)
        );
    }
    assert_eq!(store.append(append(id(1), 1)).unwrap().version, 2);
    assert_eq!(store.load_game(id(1)).unwrap().events.len(), 2);
}

/// Small writes fit where moves do not: who asks whether writes are possible is not told so for that.
#[test]
fn a_ping_says_no_as_long_as_moves_do_not_fit() {
    let options = SqliteOptions { max_bytes: Some(600 << 10), ..SqliteOptions::default() };
    let store = SqliteStore::open_temporary(options).unwrap();
    store.create_game(game(1)).unwrap();
    let heavy = |version: u64| Append {
        events: vec![NewEvent { payload: Some(Json::from("x".repeat(50_000))), ..ply(version as i64) }],
        ..append(id(1), version)
    };
    let mut version = 1;
    while let Ok(appended) = store.append(heavy(version)) {
        assert_eq!(store.ping(), Ok(()));
        version = appended.version;
    }
    for _ in 0..3 {
        assert_eq!(store.ping(), Err(StoreError::Full));
        version = store.append(append(id(1), version)).expect("a small one fits").version;
    }
    store.set_max_bytes(Some(1200 << 10)).unwrap();
    for _ in 0..3 {
        assert_eq!(store.ping(), Ok(()));
    }
    // What was written to find out is gone, so all the space is for games again.
    for _ in 0..9 {
        version = store.append(heavy(version)).unwrap().version;
    }
    assert_eq!(store.ping(), Ok(()));
}

const DIRECTORY: &str = "TAPIS_TEST_DIRECTORY_WITHOUT_SPACE";

/// Killed with a log, and then a start without any space left, in a process of its own.
#[test]
#[cfg(target_os = "linux")]
fn a_start_without_space_says_what_to_free() {
    if let Some(directory) = std::env::var_os(DIRECTORY) {
        let path = Path::new(&directory).join("games.db");
        println!("\nstart {:?}", crate::open(&path).err());
        println!("\nread {:?}", ReadOnlyDatabase::open(&path).err());
        return;
    }
    let (source, directory) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let store = crate::open(&source.path().join("games.db")).unwrap();
    crate::populate(&store);
    for name in ["games.db", "games.db-wal"] {
        std::fs::copy(source.path().join(name), directory.path().join(name)).unwrap();
    }
    let path = directory.path().join("games.db");
    let before = std::fs::read(&path).unwrap();
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "full::a_start_without_space_says_what_to_free", "--nocapture"])
        .env(DIRECTORY, directory.path())
        .env("LD_PRELOAD", crate::sync_fails::failing(source.path()))
        .env("TAPIS_TEST_NO_SPACE", "1")
        .output()
        .unwrap();
    let log = std::fs::metadata(directory.path().join("games.db-wal")).unwrap().len();
    let missing = (log + log / 100) / 1024 + 1024;
    let error = StoreError::NoSpaceToOpen { file: path.display().to_string(), missing };
    let said = String::from_utf8(output.stdout).unwrap();
    for word in ["start", "read"] {
        assert!(said.contains(&format!("\n{word} {:?}\n", Some(&error))), "{said}");
    }
    assert!(!error.to_string().contains('\n'));
    // With space again it goes on, with everything that was acknowledged.
    assert!(std::fs::read(&path).unwrap() == before);
    assert_eq!(crate::report::report(&crate::open(&path).unwrap()), crate::report::report(&store));
}

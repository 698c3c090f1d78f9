//! A full database: nothing unacknowledged is claimed, reads go on, writes resume.

use tapis_db::model::*;
use tapis_db::sqlite::{SqliteOptions, SqliteStore};
use tapis_db::{Store, StoreError};

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

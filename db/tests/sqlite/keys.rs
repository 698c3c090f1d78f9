//! Keys are written beside the owner of the database.

use tapis_db::{DatabaseUrl, StoreError};

use crate::build::*;

fn url(directory: &tempfile::TempDir) -> DatabaseUrl {
    format!("sqlite:{}", directory.path().join("games.db").display()).parse().unwrap()
}

#[test]
fn keys_are_written_while_the_owner_writes() {
    let directory = tempfile::tempdir().unwrap();
    let url = url(&directory);
    let store = url.open().unwrap();
    store.create_game(game(1)).unwrap();
    let beside = url.open_keys().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for version in 1..=200 {
                store.append(append(id(1), version)).unwrap();
            }
        });
        (0..20).for_each(|n| beside.add_key(api_key(&format!("key-{n:02}"))).unwrap());
    });
    assert_eq!(beside.revoke_key("key-07", at(1)), Ok(true));
    assert_eq!(store.keys(), beside.keys());
    assert_eq!(store.keys().unwrap().len(), 20);
    assert_eq!(store.load_game(id(1)).unwrap().summary.version, 201);
    drop(beside);
    store.close().unwrap();
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1, "one tidy file");
    // And where nobody owns it.
    url.open_keys().unwrap().add_key(api_key("late")).unwrap();
    assert_eq!(url.open().unwrap().keys().unwrap().len(), 21);
}

#[test]
fn no_key_makes_a_database() {
    let directory = tempfile::tempdir().unwrap();
    let url = url(&directory);
    assert!(matches!(url.open_keys().err(), Some(StoreError::Invalid(_))));
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
    url.open().unwrap().close().unwrap();
    assert_eq!(url.open_keys().unwrap().keys(), Ok(vec![]));
}

//! Choosing a store by its URL.

use tapis_db::StoreError;

use crate::build::*;

#[test]
fn a_throw_away_database_works_and_goes_away() {
    let (first, second) =
        (tapis_db::open("sqlite::memory:").unwrap(), tapis_db::open("sqlite::memory:").unwrap());
    first.create_game(game(1)).unwrap();
    assert!(first.load_game(id(1)).is_ok());
    assert_eq!(second.load_game(id(1)), Err(StoreError::NotFound));
    first.close().unwrap();
}

#[test]
fn names_with_special_characters_are_files() {
    let directory = tempfile::tempdir().unwrap();
    for name in ["a b.db", "100%.db", "what?.db", "#1.db", "é.db", "file:x?mode=memory"] {
        let url = format!("sqlite:{}", directory.path().join(name).display());
        let store = tapis_db::open(&url).unwrap();
        store.create_game(game(1)).unwrap();
        store.close().unwrap();
        assert!(directory.path().join(name).is_file(), "{name}");
        assert!(tapis_db::open(&url).unwrap().load_game(id(1)).is_ok(), "{name}");
    }
}

#[test]
fn other_urls_are_refused() {
    for url in ["", "sqlite", "sqlite:", "postgres://localhost/games", "games.db"] {
        assert!(matches!(tapis_db::open(url), Err(StoreError::Invalid(_))), "{url}");
    }
}

//! Choosing a store by its URL.

use tapis_db::{DatabaseUrl, StoreError};

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
    for name in ["a b.db", "100%.db", "é.db", "file:x", "sqlite:y"] {
        let url = format!("sqlite:{}", directory.path().join(name).display());
        let store = tapis_db::open(&url).unwrap();
        store.create_game(game(1)).unwrap();
        store.close().unwrap();
        assert!(directory.path().join(name).is_file(), "{name}");
        assert!(tapis_db::open(&url).unwrap().load_game(id(1)).is_ok(), "{name}");
    }
}

#[test]
fn other_urls_are_refused_with_what_would_be_right() {
    let directory = tempfile::tempdir().unwrap();
    let inside = |name: &str| format!("sqlite:{}", directory.path().join(name).display());
    let cases = [
        (String::new(), "sqlite:<path> or sqlite::memory:"),
        ("sqlite".to_owned(), "sqlite:<path> or sqlite::memory:"),
        ("postgres:games".to_owned(), "postgres://user:password@host"),
        ("games.db".to_owned(), "sqlite:<path> or sqlite::memory:"),
        ("sqlite:".to_owned(), "for example sqlite:tapis.db"),
        ("sqlite://games.db".to_owned(), "without //"),
        ("sqlite:///var/lib/games.db".to_owned(), "without //"),
        (inside("good.db?mode=ro"), "takes no parameters"),
        (inside("#1.db"), "takes no parameters"),
        ("sqlite::memory:?cache=shared".to_owned(), "takes no parameters"),
        (inside("a\0b.db"), "zero byte"),
    ];
    for (url, right) in cases {
        let Some(StoreError::Invalid(text)) = tapis_db::open(&url).err() else { panic!("{url}") };
        assert!(text.contains(right) && !text.contains('\n'), "{url}: {text}");
    }
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
}

#[test]
fn a_url_is_written_as_it_is_read() {
    for text in [
        "sqlite:tapis.db",
        "sqlite:/var/lib/tapis/games.db",
        "sqlite::memory:",
        "postgres://ada@db.example:5433/games",
    ] {
        assert_eq!(text.parse::<DatabaseUrl>().unwrap().to_string(), text);
    }
}

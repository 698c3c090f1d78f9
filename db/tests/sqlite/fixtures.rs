//! The database of every released schema version, brought up to date.
//!
//! `fixtures/v<N>.sql` is a dump of a populated database of version N, `fixtures/v<N>.txt` what it says. Both are
//! made by `cargo run -p tapis-db --example fixture` when a version is released, and never changed.

use std::path::Path;

use rusqlite::Connection;
use tapis_db::Store;
use tapis_db::model::Source;

use crate::build::*;
use crate::report::report;

/// Dump and report of each version, the first first.
pub const FIXTURES: &[(&str, &str)] = &[
    (include_str!("../fixtures/v1.sql"), include_str!("../fixtures/v1.txt")),
    (include_str!("../fixtures/v2.sql"), include_str!("../fixtures/v2.txt")),
    (include_str!("../fixtures/v3.sql"), include_str!("../fixtures/v3.txt")),
    (include_str!("../fixtures/v4.sql"), include_str!("../fixtures/v4.txt")),
    (include_str!("../fixtures/v5.sql"), include_str!("../fixtures/v5.txt")),
    (include_str!("../fixtures/v6.sql"), include_str!("../fixtures/v6.txt")),
    (include_str!("../fixtures/v7.sql"), include_str!("../fixtures/v7.txt")),
    (include_str!("../fixtures/v8.sql"), include_str!("../fixtures/v8.txt")),
    (include_str!("../fixtures/v9.sql"), include_str!("../fixtures/v9.txt")),
    (include_str!("../fixtures/v10.sql"), include_str!("../fixtures/v10.txt")),
];

/// Makes the database of a dump.
pub fn restore(path: &Path, dump: &str) {
    let conn = Connection::open(path).unwrap();
    // Tables are filled in the order they were made in, not in that of their references.
    conn.pragma_update(None, "foreign_keys", false).unwrap();
    conn.execute_batch(dump).unwrap();
    conn.close().unwrap();
}

#[test]
fn every_old_database_is_brought_up_to_date_and_says_the_same() {
    for (dump, expected) in FIXTURES {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games.db");
        restore(&path, dump);
        let store = crate::open(&path).unwrap();
        assert_eq!(report(&store), *expected);
        assert!(store.verify_rollups().unwrap());
        // And it is a database like any other from here on.
        store.append(append(id(1), 7)).unwrap();
        store.create_game(game(50)).unwrap();
        store.append(finish(id(50), 1, result(Source::Played, &[1, 2]))).unwrap();
        assert!(store.verify_rollups().unwrap());
    }
}

#[test]
fn there_is_a_fixture_of_every_version() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    crate::open(&path).unwrap().close().unwrap();
    let version = |path: &Path| -> i64 {
        let conn = Connection::open(path).unwrap();
        conn.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
    };
    assert_eq!(FIXTURES.len() as i64, version(&path));
    for (expected, (dump, _)) in (1..).zip(FIXTURES) {
        let path = directory.path().join(format!("v{expected}.db"));
        restore(&path, dump);
        assert_eq!(version(&path), expected);
    }
}

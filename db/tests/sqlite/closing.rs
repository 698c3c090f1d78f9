//! Closing: what is left on the disk.

use tapis_db::{GameStore as _, ServedStore as _};

use crate::{open, populate};

/// How often; each time the pool of readers is caught at another moment.
const ROUNDS: usize = 40;

/// Closed, the database is one file: who copies it has everything. Also when the pool is just opening a connection,
/// as it does after the first read.
#[test]
fn nothing_is_left_beside_a_closed_database() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    populate(&open(&path).unwrap());
    for round in 0..ROUNDS {
        let store = open(&path).unwrap();
        let games = store.list_games(&Default::default(), None, 50).unwrap();
        assert!(!games.games.is_empty());
        store.close().unwrap();
        let left: Vec<_> = std::fs::read_dir(directory.path()).unwrap().map(|file| file.unwrap()).collect();
        assert_eq!(left.len(), 1, "round {round}: {left:?}");
    }
}

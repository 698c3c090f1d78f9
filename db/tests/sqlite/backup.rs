//! Copies made while everything goes on.

use std::path::Path;

use tapis_db::model::*;
use tapis_db::sqlite::ReadOnlyDatabase;
use tapis_db::{Result, StatisticsReader, StoreError};

use crate::build::*;
use crate::open;

/// Copies the database at `path`, whether or not it is being served, to a new file.
pub fn back_up(path: &Path, target: &Path) -> Result<()> {
    ReadOnlyDatabase::open(path)?.back_up(target)
}

#[test]
fn a_backup_is_complete() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    let store = open(&path).unwrap();
    for n in 0..20 {
        store.create_game(game(n)).unwrap();
        store.append(finish(id(n), 1, result(Source::Played, &[n as i64, 7]))).unwrap();
    }
    let target = directory.path().join("backup.db");
    back_up(&path, &target).unwrap();
    store.create_game(game(99)).unwrap();
    let copy = open(&target).unwrap();
    for n in 0..20 {
        assert_eq!(copy.load_game(id(n)).unwrap(), store.load_game(id(n)).unwrap());
    }
    assert_eq!(copy.load_game(id(99)), Err(StoreError::NotFound));
    assert_eq!(copy.summary(&from(Source::Played)).unwrap(), store.summary(&from(Source::Played)).unwrap());
    assert!(copy.verify_rollups().unwrap());
}

#[test]
fn a_backup_under_load_is_one_moment() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    let store = open(&path).unwrap();
    (0..4).for_each(|n| assert_eq!(store.create_game(game(n)).unwrap().version, 1));
    let done = std::sync::atomic::AtomicBool::new(false);
    let versions: Vec<Vec<u64>> = std::thread::scope(|scope| {
        let (store, done) = (&store, &done);
        // The games take turns, so at each moment their versions are descending and at most one apart.
        let writer = scope.spawn(move || {
            let mut version = 1;
            while !done.load(std::sync::atomic::Ordering::Relaxed) {
                (0..4).for_each(|n| {
                    assert_eq!(store.append(append(id(n), version)).unwrap().version, version + 1)
                });
                version += 1;
            }
        });
        let copies = (0..3).map(|at| {
            let target = directory.path().join(format!("backup{at}.db"));
            back_up(&path, &target).unwrap();
            let copy = open(&target).unwrap();
            (0..4).map(|n| copy.load_game(id(n)).unwrap().summary.version).collect()
        });
        let versions = copies.collect();
        done.store(true, std::sync::atomic::Ordering::Relaxed);
        writer.join().unwrap();
        versions
    });
    for versions in &versions {
        assert!(versions.is_sorted_by(|a, b| a >= b) && versions[0] - versions[3] <= 1, "{versions:?}");
    }
    assert!(versions.is_sorted());
}

#[test]
fn a_backup_replaces_nothing() {
    let (directory, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let path = directory.path().join("games.db");
    open(&path).unwrap().close().unwrap();
    let target = elsewhere.path().join("backup.db");
    std::fs::write(&target, "precious").unwrap();
    assert_eq!(back_up(&path, &target), Err(StoreError::Exists));
    assert_eq!(std::fs::read(&target).unwrap(), b"precious");
    assert_eq!(std::fs::read_dir(elsewhere.path()).unwrap().count(), 1);
}

#[test]
#[cfg(unix)]
fn what_a_killed_backup_left_is_removed_at_the_next_start() {
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, "half a copy").unwrap();
        path
    };
    let left = [".tapis-a1B2c3.db", ".tapis-a1B2c3.db-wal", ".tapis-Zz9Zz9.db"].map(file);
    let others =
        [".tapis-a1B2c.db", ".tapis-a1B2c3.txt", "tapis-a1B2c3.db", ".tapis-export-a1B2c3.db"].map(file);
    let held = file(".tapis-heldxx.db");
    let holder = std::fs::File::open(&held).unwrap();
    holder.lock().unwrap();
    let path = directory.path().join("games.db");
    open(&path).unwrap().close().unwrap();
    assert!(left.iter().all(|path| !path.exists()), "{left:?}");
    assert!(others.iter().chain([&held]).all(|path| path.exists()));
    drop(holder);
    open(&path).unwrap().close().unwrap();
    assert!(!held.exists());
}

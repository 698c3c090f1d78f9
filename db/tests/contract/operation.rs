//! Opening, closing, copying.

use tapis_db::StoreError;
use tapis_db::model::*;

use crate::build::*;
use crate::{Factory, fresh};

pub fn everything_survives_reopening<F: Factory>() {
    let factory = F::new();
    let store = factory.open();
    store.create_game(NewGame { idempotency: Some(key("s", "k")), ..game(1) }).unwrap();
    store.append(finish(id(1), 1, result(Source::Played, &[2, 5]))).unwrap();
    let before = (store.load_game(id(1)).unwrap(), store.summary(&from(Source::Played)).unwrap());
    drop(store);
    let store = factory.open();
    assert_eq!((store.load_game(id(1)).unwrap(), store.summary(&from(Source::Played)).unwrap()), before);
    assert_eq!(store.idempotency("s", "k", None, at(0)).unwrap(), Some(key("s", "k")));
    assert!(store.verify_rollups().unwrap());
    store.create_game(game(2)).unwrap();
}

pub fn a_closed_store_says_so<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    store.close().unwrap();
    store.close().unwrap();
    assert_eq!(store.append(append(id(1), 1)), Err(StoreError::Closed));
    assert_eq!(store.load_game(id(1)), Err(StoreError::Closed));
    assert_eq!(store.ping(), Err(StoreError::Closed));
    assert!(StoreError::Closed.is_unavailable());
}

pub fn ping_answers<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    let before = store.writer_stats().commits;
    assert_eq!(store.ping(), Ok(()));
    assert_eq!(store.writer_stats().commits, before + 1);
}

pub fn a_backup_is_complete<F: Factory>() {
    let (factory, directory) = (F::new(), tempfile::tempdir().unwrap());
    let store = factory.open();
    for n in 0..20 {
        store.create_game(game(n)).unwrap();
        store.append(finish(id(n), 1, result(Source::Played, &[n as i64, 7]))).unwrap();
    }
    let target = directory.path().join("backup.db");
    store.backup_to(&target).unwrap();
    store.create_game(game(99)).unwrap();
    let copy = tapis_db::open(&format!("sqlite:{}", target.display())).unwrap();
    for n in 0..20 {
        assert_eq!(copy.load_game(id(n)).unwrap(), store.load_game(id(n)).unwrap());
    }
    assert_eq!(copy.load_game(id(99)), Err(StoreError::NotFound));
    assert_eq!(copy.summary(&from(Source::Played)).unwrap(), store.summary(&from(Source::Played)).unwrap());
    assert!(copy.verify_rollups().unwrap());
}

pub fn a_backup_under_load_is_one_moment<F: Factory>() {
    let (factory, directory) = (F::new(), tempfile::tempdir().unwrap());
    let store = factory.open();
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
            store.backup_to(&target).unwrap();
            let copy = tapis_db::open(&format!("sqlite:{}", target.display())).unwrap();
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

pub fn a_backup_replaces_nothing<F: Factory>() {
    let (factory, directory) = (F::new(), tempfile::tempdir().unwrap());
    let target = directory.path().join("backup.db");
    std::fs::write(&target, "precious").unwrap();
    assert_eq!(factory.open().backup_to(&target), Err(StoreError::Exists));
    assert_eq!(std::fs::read(&target).unwrap(), b"precious");
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
}

//! One owner of a database file, and readers beside it.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Lines};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout};

use tapis_db::model::Source;
use tapis_db::sqlite::ReadOnlyDatabase;
use tapis_db::{DatabaseUrl, StatisticsReader, StoreError};

use crate::build::*;
use crate::crash::{said, worker};
use crate::{open, populate};

fn lock_of(path: &Path) -> PathBuf {
    PathBuf::from(format!("{}.lock", path.display()))
}

/// Who owns the database, as somebody else is told.
fn owner(path: &Path) -> String {
    match open(path).err() {
        Some(StoreError::Owned { by }) => by,
        other => panic!("{other:?}"),
    }
}

/// A process that writes to `games.db` in `directory` until it is killed; it has begun.
#[cfg(unix)]
fn writing(directory: &Path) -> (Child, Lines<BufReader<ChildStdout>>) {
    let mut child = worker(directory, "exec \"$0\" \"$@\"");
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let begun = lines.by_ref().any(|line| said(&line.unwrap(), "acknowledged").is_some());
    assert!(begun, "it ended without a write");
    (child, lines)
}

#[test]
fn a_second_owner_is_told_who_the_first_is() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    let store = open(&path).unwrap();
    let this = format!("process {} ", std::process::id());
    assert!(owner(&path).starts_with(&this), "{}", owner(&path));
    store.create_game(game(1)).unwrap();
    store.close().unwrap();
    assert!(!lock_of(&path).exists());
    let again = open(&path).unwrap();
    assert!(owner(&path).starts_with(&this));
    drop(again);
    assert!(open(&path).unwrap().load_game(id(1)).is_ok());
}

/// It is read piece by piece: what changed meanwhile would be half there.
#[test]
fn a_database_is_copied_while_nobody_serves_it_and_nobody_serves_it_then() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    let url = DatabaseUrl::Sqlite(path.clone());
    let store = open(&path).unwrap();
    store.create_game(game(1)).unwrap();
    for refused in [url.open_copy_source().err(), url.open_existing().err()] {
        assert!(matches!(refused, Some(StoreError::Owned { .. })), "{refused:?}");
    }
    store.close().unwrap();
    let source = url.open_copy_source().unwrap();
    assert!(owner(&path).starts_with("process "));
    assert!(matches!(url.open_copy_source().err(), Some(StoreError::Owned { .. })));
    assert_eq!(source.game_ids(None, 9).unwrap(), [id(1)]);
    assert!(ReadOnlyDatabase::open(&path).is_ok(), "who only looks disturbs nobody");
    drop(source);
    assert!(!lock_of(&path).exists());
    assert!(open(&path).is_ok());
}

#[test]
#[cfg(unix)]
fn a_database_in_a_folder_that_is_only_read_is_copied() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    open(&path).unwrap().create_game(game(1)).unwrap();
    let mode =
        |mode| std::fs::set_permissions(directory.path(), std::fs::Permissions::from_mode(mode)).unwrap();
    mode(0o500);
    let source = DatabaseUrl::Sqlite(path.clone()).open_copy_source().unwrap();
    assert_eq!(source.game_ids(None, 9).unwrap(), [id(1)]);
    mode(0o700);
}

#[test]
#[cfg(unix)]
fn a_database_found_through_a_link_has_the_same_owner() {
    let directory = tempfile::tempdir().unwrap();
    let (path, link) = (directory.path().join("games.db"), directory.path().join("link.db"));
    let store = open(&path).unwrap();
    std::os::unix::fs::symlink(&path, &link).unwrap();
    assert_eq!(owner(&link), owner(&path));
    store.close().unwrap();
    let store = open(&link).unwrap();
    assert_eq!(owner(&path), owner(&link));
    drop(store);
}

#[test]
fn databases_in_memory_have_no_owner() {
    let stores = [0, 1].map(|_| tapis_db::open("sqlite::memory:").unwrap());
    assert!(stores.iter().all(|store| store.create_game(game(1)).is_ok()));
}

#[test]
fn what_a_lock_file_says_without_a_lock_stops_nobody() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    for left in ["process 1 (since 2026-03-01T12:00:00.000Z)", "", "\0\u{1b}[2J"] {
        std::fs::write(lock_of(&path), left).unwrap();
        open(&path).unwrap().close().unwrap();
    }
    // Nor is it repeated when it is nothing an owner wrote.
    let store = open(&path).unwrap();
    std::fs::write(lock_of(&path), "\u{1b}[2J").unwrap();
    assert_eq!(owner(&path), "another process");
    drop(store);
}

#[test]
#[cfg(unix)]
fn another_process_owns_it_until_it_is_killed() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    let (mut child, _lines) = writing(directory.path());
    let by = owner(&path);
    assert!(by.starts_with(&format!("process {} ", child.id())), "{by}");
    assert!(!StoreError::Owned { by }.to_string().contains('\n'));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(lock_of(&path).exists(), "it had no time to delete it");
    let store = open(&path).unwrap();
    assert!(store.load_game(id(0)).is_ok());
    assert!(owner(&path).starts_with(&format!("process {} ", std::process::id())));
}

#[test]
#[cfg(unix)]
fn backups_and_checks_are_made_beside_the_owner() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    let (mut child, mut lines) = writing(directory.path());
    let database = ReadOnlyDatabase::open(&path).unwrap();
    let mut versions = Vec::new();
    for n in 0..3 {
        let report = database.verify().unwrap();
        assert_eq!(report.findings, [""; 0]);
        assert!(report.games > 0 && report.events >= report.games, "{report:?}");
        let target = directory.path().join(format!("copy-{n}.db"));
        database.back_up(&target).unwrap();
        assert_eq!(database.back_up(&target), Err(StoreError::Exists));
        let copy = open(&target).unwrap();
        versions.push(copy.load_game(id(0)).map_or(0, |game| game.summary.version));
    }
    assert!(versions.is_sorted(), "{versions:?}");
    // The owner goes on all the while.
    assert!(lines.any(|line| said(&line.unwrap(), "acknowledged").is_some()));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(ReadOnlyDatabase::open(&path).unwrap().verify().unwrap().is_sound());
}

/// The database and its log; SQLite may keep an empty log and its index beside them.
fn written(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = std::fs::read_dir(directory).unwrap().map(|file| file.unwrap().path());
    let files = files.map(|path| (path.clone(), std::fs::read(path).unwrap()));
    files.filter(|(path, bytes)| !bytes.is_empty() && !path.to_str().unwrap().ends_with("-shm")).collect()
}

#[test]
fn reading_writes_nothing() {
    let source = tempfile::tempdir().unwrap();
    let store = open(&source.path().join("games.db")).unwrap();
    populate(&store);
    let crashed = tempfile::tempdir().unwrap();
    for name in ["games.db", "games.db-wal"] {
        std::fs::copy(source.path().join(name), crashed.path().join(name)).unwrap();
    }
    store.close().unwrap();
    for directory in [source, crashed] {
        let path = directory.path().join("games.db");
        let before = written(directory.path());
        let database = ReadOnlyDatabase::open(&path).unwrap();
        let report = database.verify().unwrap();
        assert_eq!((report.games, report.results, report.findings), (6, 16, vec![]));
        assert_eq!(database.load_game(id(1)).unwrap().events.len(), 7);
        assert_eq!(database.load_game(id(77)), Err(StoreError::NotFound));
        let elsewhere = tempfile::tempdir().unwrap();
        database.back_up(&elsewhere.path().join("copy.db")).unwrap();
        drop(database);
        assert!(before == written(directory.path()), "{:?}", before.keys());
        // And whoever serves it next leaves one tidy file again.
        open(&path).unwrap().close().unwrap();
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
    }
}

#[test]
fn a_service_starts_beside_a_reader() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    let store = open(&path).unwrap();
    populate(&store);
    store.close().unwrap();
    let database = ReadOnlyDatabase::open(&path).unwrap();
    let store = open(&path).unwrap();
    store.create_game(game(50)).unwrap();
    assert!(database.load_game(id(50)).is_ok());
    store.close().unwrap();
    assert!(database.verify().unwrap().is_sound());
    assert_eq!(database.load_game(id(50)).unwrap(), open(&path).unwrap().load_game(id(50)).unwrap());
}

#[test]
fn nothing_to_read_is_said() {
    let directory = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", directory.path().join("games.db").display());
    for url in [url.as_str(), "sqlite::memory:"] {
        assert!(matches!(tapis_db::open_read_only(url), Err(StoreError::Invalid(_))), "{url}");
    }
    let url: DatabaseUrl = url.parse().unwrap();
    assert!(matches!(url.open_existing(), Err(StoreError::Invalid(_))));
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
    url.open().unwrap().close().unwrap();
    assert_eq!(url.open_existing().unwrap().rebuild_rollups(), Ok(()));
}

#[test]
#[cfg(target_os = "linux")]
fn a_deleted_lock_file_gives_no_second_owner() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    let (mut child, mut lines) = writing(directory.path());
    std::fs::remove_file(lock_of(&path)).unwrap();
    assert_eq!(owner(&path), "another process");
    assert!(lines.any(|line| said(&line.unwrap(), "acknowledged").is_some()), "the owner goes on");
    child.kill().unwrap();
    child.wait().unwrap();
    let store = open(&path).unwrap();
    std::fs::remove_file(lock_of(&path)).unwrap();
    assert_eq!(owner(&path), format!("process {}", std::process::id()));
    assert!(store.create_game(game(1000)).is_ok(), "the owner goes on");
}

#[test]
#[cfg(unix)]
fn a_database_of_two_names_is_refused_whoever_owns_it() {
    let directory = tempfile::tempdir().unwrap();
    let (path, link) = (directory.path().join("games.db"), directory.path().join("link.db"));
    let store = open(&path).unwrap();
    store.create_game(game(1)).unwrap();
    std::fs::hard_link(&path, &link).unwrap();
    for name in [&path, &link] {
        let Some(StoreError::Linked(text)) = ReadOnlyDatabase::open(name).err() else {
            panic!("it was read")
        };
        assert!(text.contains("2 names (hard links)") && text.contains("tapis backup"), "{text}");
    }
    assert!(matches!(open(&link), Err(StoreError::Linked(_))));
    assert!(matches!(open(&path), Err(StoreError::Owned { .. })));
    store.create_game(game(2)).unwrap();
    store.close().unwrap();
    assert!(matches!(open(&path), Err(StoreError::Linked(_))));
    std::fs::remove_file(&link).unwrap();
    assert!(open(&path).unwrap().load_game(id(2)).is_ok());
}

/// Statistics are several questions: while games end, their answers are still of the same games.
#[test]
fn what_is_read_at_one_moment_stays_as_it_was() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    let store = open(&path).unwrap();
    populate(&store);
    let reader = ReadOnlyDatabase::open(&path).unwrap();
    reader.hold_still().unwrap();
    let played = || reader.summary(&from(Source::Played)).unwrap();
    let (before, games) = (played(), reader.game_ids(None, 100).unwrap());
    store.create_game(game(60)).unwrap();
    store.append(finish(id(60), 1, result(Source::Played, &[1, 2]))).unwrap();
    assert_eq!((played(), reader.game_ids(None, 100).unwrap()), (before.clone(), games));
    let now = ReadOnlyDatabase::open(&path).unwrap().summary(&from(Source::Played)).unwrap();
    assert_ne!(now, before);
}

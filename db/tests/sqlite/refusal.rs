//! Files that must not be opened are refused with a reason, and left as they are with everything around them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use tapis_db::model::Prune;
use tapis_db::sqlite::ReadOnlyDatabase;
use tapis_db::{DatabaseUrl, StoreError};

use crate::backup::back_up;
use crate::build::*;
use crate::{open, populate};

/// Every file of a directory with its bytes.
fn snapshot(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| (path.clone(), std::fs::read(path).unwrap())).collect()
}

/// Asserts that what lies in `directory` is refused and stays as it is.
fn refused(directory: &Path) -> StoreError {
    let before = snapshot(directory);
    let error = open(&directory.join("games.db")).err().expect("it is refused");
    assert!(!error.is_unavailable(), "{error}");
    let after = snapshot(directory);
    assert_eq!(before.keys().collect::<Vec<_>>(), after.keys().collect::<Vec<_>>(), "{error}");
    assert!(before == after, "a file was changed: {error}");
    error
}

/// A directory with a populated database, closed.
fn database() -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    let store = open(&path).unwrap();
    populate(&store);
    store.close().unwrap();
    assert_eq!(snapshot(directory.path()).len(), 1, "a closed database is one file");
    (directory, path)
}

/// Copies the database and its log, as a crash would leave them, into a new directory.
fn crashed(path: &Path, conn: &Connection) -> tempfile::TempDir {
    assert!(conn.is_autocommit());
    copied(path, ["", "-wal"])
}

/// Copies the database and what lies beside it into a new directory.
fn copied(path: &Path, suffixes: [&str; 2]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    for suffix in suffixes {
        let from = PathBuf::from(format!("{}{suffix}", path.display()));
        let size = std::fs::copy(&from, directory.path().join(format!("games.db{suffix}"))).unwrap();
        assert!(size > 0, "{suffix}");
    }
    directory
}

#[test]
fn what_is_no_database() {
    for content in [&b"hello"[..], &[0; 5000], &b"SQLite format 3\0 and then nothing of the kind".repeat(200)]
    {
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("games.db"), content).unwrap();
        let error = refused(directory.path());
        assert!(matches!(error, StoreError::Foreign(_) | StoreError::Corrupt(_)), "{error}");
    }
}

#[test]
fn an_empty_file() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("games.db"), "").unwrap();
    let error = refused(directory.path());
    assert_eq!(error, StoreError::Corrupt("the file is empty; delete it to start a new database".to_owned()));
}

#[test]
fn the_database_of_another_program() {
    for id in [0, 7] {
        let directory = tempfile::tempdir().unwrap();
        let conn = Connection::open(directory.path().join("games.db")).unwrap();
        conn.execute_batch(&format!("PRAGMA application_id = {id}; CREATE TABLE photos (x)")).unwrap();
        conn.close().unwrap();
        assert!(matches!(refused(directory.path()), StoreError::Foreign(_)));
    }
}

#[test]
fn the_crashed_database_of_another_program() {
    let source = tempfile::tempdir().unwrap();
    let path = source.path().join("photos.db");
    let conn = Connection::open(&path).unwrap();
    conn.execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE photos (x); INSERT INTO photos VALUES (1)")
        .unwrap();
    let directory = crashed(&path, &conn);
    assert!(matches!(refused(directory.path()), StoreError::Foreign(_)));
}

#[test]
fn a_database_from_the_future() {
    let (directory, path) = database();
    let conn = Connection::open(&path).unwrap();
    conn.execute_batch("PRAGMA user_version = 99").unwrap();
    let crashed = crashed(&path, &conn);
    conn.close().unwrap();
    assert_eq!(refused(directory.path()), StoreError::TooNew { found: 99, supported: 20 });
    // Here the header of the file is still the old one; only the log says what the version is.
    let path = crashed.path().join("games.db");
    let files = [path.clone(), crashed.path().join("games.db-wal")];
    let before = files.clone().map(|file| std::fs::read(file).unwrap());
    assert_eq!(open(&path).err(), Some(StoreError::TooNew { found: 99, supported: 20 }));
    assert!(before == files.map(|file| std::fs::read(file).unwrap()));
}

#[test]
fn a_database_of_a_build_that_was_no_release() {
    let (directory, path) = database();
    for found in [1, 10, 12, 13, 14, 15, 16, 17, 18] {
        let conn = Connection::open(&path).unwrap();
        conn.execute_batch(&format!("PRAGMA user_version = {found}")).unwrap();
        conn.close().unwrap();
        assert_eq!(refused(directory.path()), StoreError::Unreleased { found });
        assert_eq!(ReadOnlyDatabase::open(&path).err(), Some(StoreError::Unreleased { found }));
        let url = DatabaseUrl::Sqlite(path.clone());
        assert_eq!(url.open_keys().err(), Some(StoreError::Unreleased { found }));
        assert_eq!(url.look(), Err(StoreError::Unreleased { found }));
    }
}

#[test]
fn a_truncated_database() {
    let (directory, path) = database();
    let whole = std::fs::read(&path).unwrap();
    for keep in [50, 100, 4096, whole.len() / 2, whole.len() - 4096, whole.len() - 1] {
        std::fs::write(&path, &whole[..keep]).unwrap();
        let error = refused(directory.path());
        assert!(matches!(error, StoreError::Foreign(_) | StoreError::Corrupt(_)), "{keep}: {error}");
    }
}

#[test]
fn a_database_with_a_page_of_garbage() {
    let (directory, path) = database();
    let whole = std::fs::read(&path).unwrap();
    for page in 1..whole.len() / 4096 {
        let mut spoilt = whole.clone();
        spoilt[page * 4096..][..4096].fill(0xa5);
        std::fs::write(&path, &spoilt).unwrap();
        let error = refused(directory.path());
        assert!(matches!(error, StoreError::Corrupt(_)), "page {page}: {error}");
    }
}

#[test]
fn a_schema_somebody_changed() {
    let changes = ["DROP INDEX games_public", "DROP TABLE quotas", "ALTER TABLE games ADD COLUMN x INTEGER"];
    for change in changes {
        let (directory, path) = database();
        let conn = Connection::open(&path).unwrap();
        conn.execute_batch(change).unwrap();
        conn.close().unwrap();
        assert!(matches!(refused(directory.path()), StoreError::Corrupt(_)), "{change}");
    }
}

#[test]
fn a_version_that_is_not_that_of_the_tables() {
    let (directory, path) = database();
    let set = |version: i64| {
        let conn = Connection::open(&path).unwrap();
        conn.pragma_update(None, "user_version", version).unwrap();
        conn.close().unwrap();
    };
    set(11);
    let StoreError::Unfit(text) = refused(directory.path()) else { panic!("another error") };
    assert!(text.contains("says schema version 11, but its tables are of version 20"), "{text}");
    assert!(text.contains("PRAGMA user_version = 20 sets it right"), "{text}");
    set(20);
    open(&path).unwrap();
}

/// A place is under no seal of its own: what follows it must notice.
#[test]
fn a_game_whose_newest_event_is_said_to_be_that_of_another() {
    let (_directory, path) = database();
    let store = open(&path).unwrap();
    for n in [50, 51] {
        store.create_game(game(n)).unwrap();
        store.append(append(id(n), 1)).unwrap();
    }
    store.close().unwrap();
    let conn = Connection::open(&path).unwrap();
    let swapped = "UPDATE heads SET newest = (SELECT newest FROM heads AS other WHERE other.no = heads.no - 1) \
                   WHERE game = ?1";
    assert_eq!(conn.execute(swapped, [id(51).to_string()]).unwrap(), 1);
    conn.close().unwrap();
    let store = open(&path).unwrap();
    assert!(matches!(store.load_game(id(51)), Err(StoreError::Corrupt(_))));
    // Nothing is acknowledged that could never be read again.
    assert!(matches!(store.append(append(id(51), 2)), Err(StoreError::Corrupt(_))));
    assert_eq!(store.append(append(id(50), 2)).unwrap().version, 3);
}

/// To open it to write alone would make it a file with a log.
#[test]
fn a_backup_that_is_served_with_another_secret_stays_byte_for_byte() {
    let (directory, path) = database();
    open(&path).unwrap().claim(&digest(1), false).unwrap();
    let copy = directory.path().join("copy.db");
    back_up(&path, &copy).unwrap();
    let before = snapshot(directory.path());
    let url = DatabaseUrl::Sqlite(copy);
    assert!(matches!(url.open_with(Some(digest(2))).err(), Some(StoreError::Unfit(_))));
    assert!(snapshot(directory.path()) == before, "a file was changed");
    url.open_with(Some(digest(1))).unwrap();
}

#[test]
fn an_index_of_an_operator_is_welcome() {
    let (_directory, path) = database();
    let conn = Connection::open(&path).unwrap();
    conn.execute_batch("CREATE INDEX mine ON events (at)").unwrap();
    conn.close().unwrap();
    assert!(open(&path).unwrap().load_game(id(1)).is_ok());
}

#[test]
fn a_log_left_beside_a_restored_backup() {
    let (_directory, path) = database();
    let store = open(&path).unwrap();
    let restored = tempfile::tempdir().unwrap();
    back_up(&path, &restored.path().join("games.db")).unwrap();
    store.create_game(game(50)).unwrap();
    let log = std::fs::read(format!("{}-wal", path.display())).unwrap();
    assert!(!log.is_empty());
    std::fs::write(restored.path().join("games.db-wal"), log).unwrap();
    let error = refused(restored.path());
    assert!(error.to_string().contains("belongs to another one"), "{error}");
    std::fs::remove_file(restored.path().join("games.db-wal")).unwrap();
    assert_eq!(open(&restored.path().join("games.db")).unwrap().load_game(id(50)), Err(StoreError::NotFound));
}

/// The file alone is only older, and looks whole.
#[test]
fn a_database_in_use_is_refused_without_its_log() {
    let source = tempfile::tempdir().unwrap();
    let path = source.path().join("games.db");
    let store = open(&path).unwrap();
    store.create_game(game(1)).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let copy = directory.path().join("games.db");
    std::fs::copy(&path, &copy).unwrap();
    let error = refused(directory.path());
    let text = error.to_string();
    for told in ["games.db-wal", "tapis backup", "journal_mode"] {
        assert!(text.contains(told), "{text}");
    }
    let (url, before) = (DatabaseUrl::Sqlite(copy.clone()), snapshot(directory.path()));
    let nothing = Prune { before: at(0), unfinished: false, experiments: false, rulesets: false };
    let refused = [
        ("the start", url.look().err()),
        ("verify", url.verify().err()),
        ("backup", ReadOnlyDatabase::open(&copy).err()),
        ("copy", url.open_copy_source().err()),
        ("keys", url.open_keys().err()),
        ("prune", url.prune(nothing).err()),
    ];
    for (what, refusal) in refused {
        assert_eq!(refusal.as_ref(), Some(&error), "{what}");
    }
    assert!(snapshot(directory.path()) == before, "nothing was changed, and no empty log was made");
    // Whoever knows that nothing is missing says so.
    let conn = Connection::open(&copy).unwrap();
    conn.execute_batch("PRAGMA journal_mode = DELETE").unwrap();
    conn.close().unwrap();
    assert_eq!(open(&copy).unwrap().load_game(id(1)), Err(StoreError::NotFound));
}

/// What somebody does with a database.
type Act = fn(&DatabaseUrl, Prune);

/// Of a database that was killed: with its log beside it, after a key was added, after it was pruned, and as a backup.
#[test]
fn what_was_killed_is_taken_with_its_log_and_whatever_was_done_with_it() {
    let source = tempfile::tempdir().unwrap();
    let path = source.path().join("games.db");
    let store = open(&path).unwrap();
    store.create_game(game(1)).unwrap();
    let nothing = Prune { before: at(-5_000), unfinished: false, experiments: false, rulesets: false };
    let acts: [(&str, Act); 4] = [
        ("nothing", |_, _| ()),
        ("a check", |url, _| assert!(url.verify().unwrap().is_sound())),
        ("a key", |url, _| url.open_keys().unwrap().add_key(api_key("late")).unwrap()),
        ("a prune", |url, nothing| assert!(url.prune(nothing).is_ok())),
    ];
    for (what, act) in acts {
        let directory = copied(&path, ["", "-wal"]);
        let copy = directory.path().join("games.db");
        act(&DatabaseUrl::Sqlite(copy.clone()), nothing);
        let again = open(&copy).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(again.load_game(id(1)).is_ok(), "{what}");
        assert_eq!(again.keys().unwrap().len(), usize::from(what == "a key"), "{what}");
        again.close().unwrap();
        assert_eq!(snapshot(directory.path()).len(), 1, "{what}: a tidy end leaves one file");
        drop(again);
        assert!(open(&copy).unwrap().load_game(id(1)).is_ok(), "{what}");
    }
    let backup = source.path().join("backup.db");
    back_up(&path, &backup).unwrap();
    // Another program makes it a file that has a log, and leaves none.
    let conn = Connection::open(&backup).unwrap();
    conn.pragma_update(None, "journal_mode", "WAL").unwrap();
    conn.close().unwrap();
    assert!(DatabaseUrl::Sqlite(backup.clone()).verify().unwrap().is_sound());
    assert!(open(&backup).unwrap().load_game(id(1)).is_ok());
}

#[test]
fn a_new_database_never_takes_up_an_old_log() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("games.db-wal"), "a log").unwrap();
    assert!(matches!(refused(directory.path()), StoreError::Corrupt(_)));
}

#[test]
fn a_place_where_nothing_can_be() {
    let directory = tempfile::tempdir().unwrap();
    assert!(matches!(open(directory.path()), Err(StoreError::Io(_))));
    assert!(matches!(open(&directory.path().join("no/such/games.db")), Err(StoreError::Io(_))));
    assert_eq!(snapshot(directory.path()).len(), 0);
}

#[test]
#[cfg(unix)]
fn nobody_else_may_read_the_seeds() {
    use std::os::unix::fs::PermissionsExt;
    let (directory, path) = database();
    let store = open(&path).unwrap();
    store.create_game(game(50)).unwrap();
    back_up(&path, &directory.path().join("backup.db")).unwrap();
    let files = snapshot(directory.path());
    assert!(files.len() >= 3);
    for file in files.keys() {
        assert_eq!(std::fs::metadata(file).unwrap().permissions().mode() & 0o077, 0, "{}", file.display());
    }
}

#[test]
fn a_crash_loses_nothing_acknowledged() {
    let source = tempfile::tempdir().unwrap();
    let path = source.path().join("games.db");
    let store = open(&path).unwrap();
    populate(&store);
    let conn = Connection::open(&path).unwrap();
    let directory = crashed(&path, &conn);
    let recovered = open(&directory.path().join("games.db")).unwrap();
    assert_eq!(crate::report::report(&recovered), crate::report::report(&store));
}

#[test]
fn a_backup_that_was_just_being_taken_into_use() {
    let (_directory, path) = database();
    let expected = crate::report::report(&open(&path).unwrap());
    // A backup has no write-ahead log: its first writer keeps a journal of what it changes.
    let conn = Connection::open(&path).unwrap();
    conn.execute_batch("PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN IMMEDIATE").unwrap();
    conn.execute_batch("UPDATE events SET kind = 'half of a change'; UPDATE games SET hints = 'too'")
        .unwrap();
    let directory = copied(&path, ["", "-journal"]);
    let path = directory.path().join("games.db");
    let changed = std::fs::read(&path).unwrap();
    assert!(changed.windows(16).any(|bytes| bytes == b"half of a change"), "some of it is in the file");
    assert_eq!(crate::report::report(&open(&path).unwrap()), expected);
    assert!(!path.with_file_name("games.db-journal").exists());
}

//! The database of every release, brought up to date, says what it said.
//!
//! `fixtures/<release>.sql` is a dump of a database of a release, made by `api/tests/quick/operation/fixture.rs`; `fixtures/<release>.txt`
//! is what it says, made by this test. Both are made by `TAPIS_BLESS=1` when the program gets the version of the release, and never
//! changed.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use tapis_db::model::{Digest, Prune, Source};
use tapis_db::sqlite::ReadOnlyDatabase;
use tapis_db::{CopySource as _, DatabaseUrl, StoreError};

use crate::build::*;

/// The newest version of the schema.
const LATEST: i64 = 20;

/// The dumps of the releases.
fn dumps() -> Vec<PathBuf> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let entries = std::fs::read_dir(fixtures).unwrap().map(|entry| entry.unwrap().path());
    let mut dumps: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|name| name == "sql")).collect();
    dumps.sort();
    dumps
}

/// Makes the database of a dump; answers the version of its schema.
fn restore(path: &Path, dump: &Path) -> i64 {
    let conn = Connection::open(path).unwrap();
    // Tables are filled in the order they were made in, not in that of their references.
    conn.pragma_update(None, "foreign_keys", false).unwrap();
    conn.execute_batch(&std::fs::read_to_string(dump).unwrap()).unwrap();
    let version = version(&conn);
    conn.close().unwrap();
    version
}

fn version(conn: &Connection) -> i64 {
    conn.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
}

/// What a database says, a line each.
fn said(database: &ReadOnlyDatabase) -> String {
    let mut said = String::new();
    let mut say = |line: String| writeln!(said, "{line}").unwrap();
    for id in database.game_ids(None, 1_000).unwrap() {
        let game = database.load_game(id).unwrap();
        let (summary, last) = (&game.summary, game.events.last().unwrap());
        let seats: Vec<_> =
            summary.seats.iter().map(|seat| (seat.kind, &seat.name, &seat.settings)).collect();
        database.followers_of(id).unwrap().iter().for_each(|follower| say(format!("{follower:?}")));
        database.subscriptions(id).unwrap().iter().for_each(|subscription| say(format!("{subscription:?}")));
        say(format!(
            "game {id}: {} {} {} at {}, turn {:?} until {:?}, seats {seats:?}, hints {} {:?}, seed {}, {} {:?} {}",
            summary.game,
            <&str>::from(summary.status),
            <&str>::from(summary.visibility),
            summary.version,
            summary.turn,
            summary.deadline.map(|time| time.to_string()),
            summary.hints,
            game.hints_at,
            Digest(game.seed.0),
            last.event.kind,
            last.event.notation,
            last.chain,
        ));
        database.players_of(id).unwrap().iter().for_each(|player| say(format!("{player:?}")));
    }
    database.ratings(None, 50).unwrap().iter().for_each(|rating| say(format!("{rating:?}")));
    for ruleset in database.rulesets().unwrap() {
        say(format!("ruleset {} {} {}", ruleset.hash, ruleset.game, ruleset.rules_version));
    }
    database.keys().unwrap().iter().for_each(|key| say(format!("{key:?}")));
    database.webhooks().unwrap().iter().for_each(|webhook| say(format!("{webhook:?}")));
    database.push_key().unwrap().iter().for_each(|key| say(format!("{key:?}")));
    for experiment in database.experiments().unwrap() {
        let chunks = database.experiment_chunks(&experiment.id).unwrap();
        // No release before 0.2.0 noted who asked.
        say(format!("{experiment:?} {chunks:?}").replace(", asked_by: None", ""));
    }
    let mut results = Vec::new();
    let all = database.for_each_results(1_000, &mut |page| {
        results.extend(page);
        Ok(())
    });
    all.unwrap();
    for result in results {
        let seats = result.result.seats.iter().map(|seat| (seat.score, seat.win_share, seat.features.len()));
        let (source, seats) = (&result.result.source, seats.collect::<Vec<_>>());
        say(format!("result {} {source} {} {seats:?} {}", result.game, result.result.length, result.has_log));
    }
    database.populations().unwrap().iter().for_each(|counted| say(format!("{counted:?}")));
    let report = database.verify().unwrap();
    say(format!("{report:?}"));
    said
}

#[test]
fn every_released_database_is_brought_up_to_date_and_says_the_same() {
    for dump in dumps() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games.db");
        restore(&path, &dump);
        // As its service left it: a file that has a log while it is in use, and does not say whether it is.
        let conn = Connection::open(&path).unwrap();
        conn.pragma_update(None, "journal_mode", "WAL").unwrap();
        conn.close().unwrap();
        crate::open(&path).unwrap().close().unwrap();
        let (said, report) = (said(&ReadOnlyDatabase::open(&path).unwrap()), dump.with_extension("txt"));
        if std::env::var_os("TAPIS_BLESS").is_some() && !report.exists() {
            std::fs::write(&report, &said).unwrap();
        }
        assert_eq!(said, std::fs::read_to_string(report).unwrap());
        // And it is a database like any other from here on.
        let store = crate::open(&path).unwrap();
        store.create_game(game(50)).unwrap();
        store.append(append(id(50), 1)).unwrap();
        store.append(finish(id(50), 2, result(Source::Played, &[1, 2]))).unwrap();
        assert!(store.verify_rollups().unwrap());
    }
}

/// Who serves a database brings it up to date, and nobody else.
#[test]
fn commands_leave_the_database_of_an_older_release_as_it_is() {
    let nothing = Prune { before: at(0), unfinished: false, experiments: false, rulesets: false };
    for dump in dumps() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games.db");
        if restore(&path, &dump) == LATEST {
            continue;
        }
        let (url, before) = (DatabaseUrl::Sqlite(path.clone()), std::fs::read(&path).unwrap());
        let refused = [
            ("copy from it", url.open_copy_source().err()),
            ("copy to it", url.open_alone().err()),
            ("keys", url.open_keys().err()),
            ("prune", url.prune(nothing).err()),
            ("rebuild-statistics", url.open_existing().err()),
            ("verify", url.verify().err()),
        ];
        for (command, error) in refused {
            assert!(matches!(error, Some(StoreError::OldSchema { .. })), "{command}: {error:?}");
        }
        assert!(std::fs::read(&path).unwrap() == before, "the file was changed");
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1, "nothing is left beside it");
    }
}

#[test]
fn there_is_a_fixture_of_every_release() {
    let directory = tempfile::tempdir().unwrap();
    let restored = |dump: PathBuf| {
        let release = dump.file_stem().unwrap().to_str().unwrap().to_owned();
        let version = restore(&directory.path().join(&release), &dump);
        (release, version)
    };
    let releases: Vec<_> = dumps().into_iter().map(restored).collect();
    assert_eq!(releases, [("0.1.0".to_owned(), 11)]);
    assert_eq!(
        releases.last().unwrap().0,
        env!("CARGO_PKG_VERSION"),
        "its fixture is made by `cargo xtask bless`"
    );
}

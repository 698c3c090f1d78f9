//! Finished games read one by one, and snapshots of them: all that is finished, and nothing secret.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use tapis_db::model::*;
use tapis_db::sqlite::ReadOnlyDatabase;
use tapis_db::{StatisticsReader, StoreError};

use crate::build::*;
use crate::{open, populate};

/// A directory with a populated database, closed: of the games 0 to 5 the even ones are finished, and 6, which is unlisted.
fn database() -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    let store = open(&path).unwrap();
    populate(&store);
    let private = NewGame { visibility: Visibility::Unlisted, ..game(6) };
    store.create_game(private).unwrap();
    store.append(finish(id(6), 1, result(Source::Played, &[7, 7]))).unwrap();
    store.close().unwrap();
    (directory, path)
}

fn finished(path: &Path, filter: &FinishedFilter) -> Vec<FinishedGame> {
    let mut games = Vec::new();
    let database = ReadOnlyDatabase::open(path).unwrap();
    let keep = &mut |game: &FinishedGame| {
        games.push(game.clone());
        Ok(())
    };
    database.for_each_finished(filter, keep).unwrap();
    games
}

/// A snapshot of everything, and how many games are in it.
fn snapshot(path: &Path) -> (PathBuf, u64) {
    let target = path.with_file_name("snapshot.db");
    let database = ReadOnlyDatabase::open(path).unwrap();
    let words = SnapshotWords {
        features: vec![["richelieu", "markers", "consequence", "markers kept"].map(str::to_owned)],
        values: vec![["richelieu", "card", "#1", "Anjou"].map(str::to_owned)],
        measures: vec![["lead_changes", "times", "changes of the lead"].map(str::to_owned)],
    };
    let games = database.write_snapshot(&FinishedFilter::default(), &words, &target).unwrap();
    (target, games)
}

/// The columns of every view.
fn columns_of_views(conn: &Connection) -> BTreeMap<String, BTreeSet<String>> {
    let mut statement = conn.prepare("SELECT name FROM sqlite_schema WHERE type = 'view'").unwrap();
    let views = statement.query_map([], |row| row.get::<_, String>(0)).unwrap().map(Result::unwrap);
    let columns = |view: &str| {
        let statement = conn.prepare(&format!("SELECT * FROM {view}")).unwrap();
        statement.column_names().into_iter().map(str::to_owned).collect()
    };
    views.map(|view| (view.clone(), columns(&view))).collect()
}

#[test]
fn every_result_comes_back_as_it_was_recorded() {
    let (_directory, path) = database();
    let games = finished(&path, &FinishedFilter::default());
    let bots = games.iter().filter(|game| game.result.source == Source::Bots);
    assert_eq!((games.len(), bots.count()), (17, 10));
    let first = games.iter().find(|game| game.id == Some(id(2))).unwrap();
    assert_eq!(first.result, result(Source::Played, &[22, 23]));
    assert_eq!((first.game.as_str(), first.ruleset), ("richelieu", digest(1)));
    assert_eq!(first.line_up.to_string(), "human,human");
    let numbers: Vec<u64> = games.iter().map(|game| game.number).collect();
    assert!(numbers.is_sorted() && numbers[0] == 1, "{numbers:?}");
}

#[test]
fn what_is_not_finished_or_not_public_has_no_id() {
    let (_directory, path) = database();
    let games = finished(&path, &FinishedFilter::default());
    let ids: Vec<GameId> = games.iter().filter_map(|game| game.id).collect();
    assert!(ids.contains(&id(0)) && ids.contains(&id(105)), "{ids:?}");
    for hidden in [1, 3, 5, 6] {
        assert!(!ids.contains(&id(hidden)), "{hidden} is running or unlisted");
    }
    let unlisted: Vec<_> = games.iter().filter(|game| game.id.is_none()).collect();
    assert_eq!(unlisted.len(), 1, "its result counts");
    assert_eq!(unlisted[0].result, result(Source::Played, &[7, 7]));
}

#[test]
fn filters_leave_out_the_others() {
    let (_directory, path) = database();
    let of = |game: Option<&str>, source| {
        finished(&path, &FinishedFilter { game: game.map(str::to_owned), source }).len()
    };
    assert_eq!(of(Some("richelieu"), None), 17);
    assert_eq!(of(Some("malin"), None), 0);
    assert_eq!(of(None, Some(Source::Played)), 4);
    assert_eq!(of(Some("richelieu"), Some(Source::Bots)), 10);
}

#[test]
fn the_first_error_ends_the_reading() {
    let (_directory, path) = database();
    let mut seen = 0;
    let refuse = &mut |_: &FinishedGame| {
        seen += 1;
        Err(StoreError::Full)
    };
    let read = ReadOnlyDatabase::open(&path).unwrap().for_each_finished(&FinishedFilter::default(), refuse);
    assert_eq!((read, seen), (Err(StoreError::Full), 1));
}

/// Where no strength is asked for, people of all strengths are one.
const LINE_UP: &str = "replace(replace(replace(line_up, ':low', ''), ':middle', ''), ':high', '')";

#[test]
fn a_snapshot_adds_up_to_the_statistics() {
    let (_directory, path) = database();
    let store = open(&path).unwrap();
    let (target, games) = snapshot(&path); // beside its owner
    assert_eq!(games, 17);
    let conn = Connection::open(&target).unwrap();
    for source in [Source::Played, Source::Bots] {
        for stratum in store.summary(&from(source.clone())).unwrap() {
            let scope = (source.to_string(), stratum.line_up.to_string());
            let sums = |sql: &str| {
                conn.query_row(sql, (&scope.0, &scope.1), |row| Ok((row.get(0)?, row.get(1)?))).unwrap()
            };
            let all = format!("FROM games WHERE source = ?1 AND {LINE_UP} = ?2");
            let counted: (i64, i64) = sums(&format!("SELECT count(*), sum(tied) {all}"));
            assert_eq!(counted, (stratum.games as i64, stratum.tied as i64));
            for (seat, summary) in stratum.seats.iter().enumerate() {
                let of_seat =
                    format!("FROM seat_results WHERE source = ?1 AND {LINE_UP} = ?2 AND seat = {seat}");
                let won: (i64, i64) = sums(&format!("SELECT sum(win_units), sum(score * score) {of_seat}"));
                assert_eq!(won, (summary.win_units, summary.score.sum_squares));
            }
        }
        let rows = store.features(&from(source.clone()), None).unwrap();
        let expected: i64 = rows.iter().map(|row| row.n as i64).sum();
        let counted: i64 = conn
            .query_row("SELECT count(*) FROM feature_values WHERE source = ?1", [source.to_string()], |row| {
                row.get(0)
            })
            .unwrap();
        assert_eq!(counted, expected, "{source}");
    }
    let measured: i64 = conn.query_row("SELECT sum(value) FROM game_measures", [], |row| row.get(0)).unwrap();
    assert_eq!(measured, 17 * 3);
    let one = |sql: &str| conn.query_row(sql, [], |row| row.get::<_, Option<String>>(0)).unwrap();
    assert_eq!(one("SELECT role FROM feature_values WHERE feature = 'markers'").unwrap(), "consequence");
    assert_eq!(one("SELECT role FROM feature_values WHERE feature = 'region_won'"), None, "nobody said");
    assert_eq!(one("SELECT unit || ', ' || label FROM game_measures").unwrap(), "times, changes of the lead");
    assert!(one("SELECT ended_on FROM games").unwrap().ends_with("T00:00:00Z"));
}

#[test]
fn a_snapshot_says_what_every_column_is() {
    let (_directory, path) = database();
    let conn = Connection::open(snapshot(&path).0).unwrap();
    let views = columns_of_views(&conn);
    let names: Vec<_> = views.keys().map(String::as_str).collect();
    assert_eq!(names, ["feature_values", "game_measures", "games", "rulesets", "seat_results"]);
    let mut statement = conn.prepare("SELECT name, views, meaning FROM about").unwrap();
    let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    let about: Vec<(String, String, String)> =
        statement.query_map([], row).unwrap().map(Result::unwrap).collect();
    for (name, said, meaning) in &about {
        let having: BTreeSet<&str> = views
            .iter()
            .filter(|(_, columns)| columns.contains(name))
            .map(|(view, _)| view.as_str())
            .collect();
        let said: BTreeSet<&str> = match said.as_str() {
            "all" => views.keys().map(String::as_str).collect(),
            "all but rulesets" => {
                views.keys().map(String::as_str).filter(|view| *view != "rulesets").collect()
            }
            list => list.split(", ").collect(),
        };
        assert_eq!(said, having, "{name}");
        assert!(!meaning.is_empty(), "{name}");
    }
    let documented: BTreeSet<_> = about.into_iter().map(|(name, _, _)| name).collect();
    assert_eq!(documented, views.into_values().flatten().collect(), "every column, and no other");
}

#[test]
fn a_snapshot_has_no_secret() {
    let (_directory, path) = database();
    let bytes = std::fs::read(snapshot(&path).0).unwrap();
    let has = |needle: &[u8]| bytes.windows(needle.len()).any(|window| window == needle);
    assert!(has(id(2).to_string().as_bytes()), "what is there is found");
    for n in 1_u8..=6 {
        assert!(!has(&[n; 32]) && !has(&[!n; 32]), "seed or nonce of game {n}");
        assert!(!has(format!("sha256:{n:064x}").as_bytes()), "commitment of game {n}");
    }
    for hidden in [1, 3, 5, 6] {
        assert!(!has(id(hidden).to_string().as_bytes()), "id of game {hidden}");
    }
    for secret in ["Ada", "auto_pass", "take 1L", "seen", "metered", "{\"seat\":0}", "12:00:00Z"] {
        assert!(!has(secret.as_bytes()), "{secret}");
    }
}

#[test]
fn a_snapshot_is_no_database_to_serve() {
    let (_directory, path) = database();
    let (target, _) = snapshot(&path);
    let before = std::fs::read(&target).unwrap();
    assert!(matches!(open(&target).err(), Some(StoreError::Foreign(_))));
    assert_eq!(std::fs::read(&target).unwrap(), before);
}

//! Finished games read one by one: all that is finished, and nothing else.

use std::path::{Path, PathBuf};

use tapis_db::StoreError;
use tapis_db::model::*;
use tapis_db::sqlite::ReadOnlyDatabase;

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

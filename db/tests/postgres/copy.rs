//! A copy of an SQLite file in a PostgreSQL database: the same games, the same statistics, however often it was stopped.

use std::path::Path;

use tapis_db::model::*;
use tapis_db::sqlite::ReadOnlyDatabase;
use tapis_db::{Copied, DatabaseUrl, StatisticsReader, Store, StoreError};

use crate::build::*;
use crate::populate::populate;
use crate::{open, server};

/// A database with a little of everything, the log of an old game deleted.
fn filled(path: &Path) -> ReadOnlyDatabase {
    let url = DatabaseUrl::Sqlite(path.to_owned());
    let store = url.open().unwrap();
    let old = Append { events: vec![NewEvent { at: at(-9_000), ..ply(2) }], ..append(id(8), 1) };
    store.create_game(NewGame { setup: setup(-9_999), ..game(8) }).unwrap();
    let ended = GameResult { ended_at: at(-9_000), ..result(Source::Played, &[7, 9]) };
    store.append(Append { status: Status::Finished, turn: None, result: Some(ended), ..old }).unwrap();
    store.close().unwrap();
    url.prune(Prune { before: at(-5_000), unfinished: false, experiments: false, rulesets: false }).unwrap();
    let store = url.open().unwrap();
    populate(&*store);
    store.create_game(NewGame { visibility: Visibility::Private, practice: true, ..game(9) }).unwrap();
    store.put_ruleset(ruleset(9)).unwrap();
    store.close().unwrap();
    ReadOnlyDatabase::open(path).unwrap()
}

fn played() -> [PopulationFilter; 3] {
    [Source::Played, Source::Bots, Source::Experiment("e1".to_owned())].map(from)
}

fn copy(from: &ReadOnlyDatabase, to: &dyn Store) -> Result<Copied, StoreError> {
    tapis_db::copy(from, to, &mut |_| {})
}

#[test]
fn a_copy_has_all_that_was_there_and_goes_on_where_it_was_stopped() {
    let directory = tempfile::tempdir().unwrap();
    let source = filled(&directory.path().join("games.db"));
    assert_eq!(source.load_game(id(8)), Err(StoreError::NotFound), "only its result is left");
    let store = open(&server::shared().database());
    // A game that was created before an earlier try was stopped.
    store.create_game(NewGame { deadline: None, turn: None, ..game(1) }).unwrap();
    let expected = Copied { games: 7, events: 55, results: 17, experiments: 1, rulesets: 2 };
    assert_eq!(copy(&source, &*store), Ok(expected));
    assert_eq!(copy(&source, &*store), Ok(expected), "and again");
    for game in source.game_ids(None, 100).unwrap() {
        let (there, here) = (store.load_game(game).unwrap(), source.load_game(game).unwrap());
        assert_eq!((&there.summary, &there.hints_used), (&here.summary, &here.hints_used));
        assert_eq!((there.seed, there.nonce, there.events.len()), (here.seed, here.nonce, here.events.len()));
        assert!(there.events.iter().zip(&here.events).all(|(there, here)| there.event == here.event));
    }
    for filter in played() {
        let summary = source.summary(&filter).unwrap();
        assert!(!summary.is_empty(), "{filter:?}");
        assert_eq!(store.summary(&filter).unwrap(), summary);
        assert_eq!(store.features(&filter, None).unwrap(), source.features(&filter, None).unwrap());
    }
    assert_eq!(store.experiment_chunks("exp_1").unwrap(), source.experiment_chunks("exp_1").unwrap());
    store.append(Append { events: vec![ply(900)], ..append(id(1), 7) }).unwrap();
}

#[test]
fn a_target_that_has_something_else_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let source = filled(&directory.path().join("games.db"));
    let store = open(&server::shared().database());
    store.create_game(NewGame { seed: Secret([77; 32]), ..game(9) }).unwrap();
    let refused = copy(&source, &*store).unwrap_err();
    assert!(matches!(&refused, StoreError::Invalid(why) if why.contains(&id(9).to_string())), "{refused}");
}

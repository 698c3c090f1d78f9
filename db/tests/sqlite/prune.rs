//! What is old goes, what is new and what was counted stays, and the database is sound at every step.

use std::path::Path;

use tapis_db::model::*;
use tapis_db::sqlite::ReadOnlyDatabase;
use tapis_db::{DatabaseUrl, StatisticsReader, Store, StoreError};

use crate::build::*;
use crate::{open, populate};

fn prune(path: &Path, what: Prune) -> Pruned {
    let would = ReadOnlyDatabase::open(path).unwrap().would_prune(what).unwrap();
    let (pruned, shrunk) = DatabaseUrl::Sqlite(path.to_owned()).prune(what).unwrap();
    let shrunk = shrunk.unwrap();
    assert_eq!(would, pruned, "it says before what it does");
    assert!(shrunk.missing.is_none() && shrunk.now <= shrunk.before, "{shrunk:?}");
    assert_eq!(std::fs::metadata(path).unwrap().len(), shrunk.now);
    let report = ReadOnlyDatabase::open(path).unwrap().verify().unwrap();
    assert!(report.is_sound(), "{report:?}");
    pruned
}

/// Nothing that belongs to a game, nor to those who sat or waited there.
fn nothing_is_left_of(store: &dyn Store, game: GameId) {
    assert_eq!(store.load_game(game), Err(StoreError::NotFound));
    assert_eq!(store.reviews_of(game), Ok(Vec::new()), "a review goes with its game");
    assert_eq!(store.followers_of(game), Ok(Vec::new()), "so does what was told of it");
    assert_eq!(store.subscriptions(game), Ok(Vec::new()), "and who was to be told of it");
    assert_eq!(store.players_of(game), Ok(Vec::new()), "and so do its players");
    assert_eq!(
        store.wishes(digest(1), digest(1), ANYBODY, at(0), 9),
        Ok((None, Vec::new())),
        "and who waited there"
    );
}

#[test]
fn old_games_and_experiments_go_and_statistics_stay_true() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    let store = open(&path).unwrap();
    populate(&store);
    // An unfinished game with a recent move, an experiment that is over, and many results of it.
    store.create_game(game(7)).unwrap();
    let recent = NewEvent { at: at(1_000_000), ..ply(2) };
    store.append(Append { events: vec![recent], ..append(id(7), 1) }).unwrap();
    let many =
        (1_000..3_500).map(|n| simulated(n, result(Source::Experiment("e1".to_owned()), &[n as i64 % 9, 4])));
    store.record_simulated(many.collect()).unwrap();
    let played = store.summary(&from(Source::Played)).unwrap();
    let newer = PlayerRating { rated_at: at(500_000), ..rated("bo", "richelieu", 1.0) };
    store.put_rating(newer.clone()).unwrap();
    store.put_ruleset(ruleset(9)).unwrap();
    store.close().unwrap();

    let nothing = Prune { before: at(0), unfinished: true, experiments: true, rulesets: false };
    assert_eq!(prune(&path, nothing), Pruned::default());
    // The experiment still runs: it and its results stay.
    let old = Prune { before: at(500_000), unfinished: false, experiments: true, rulesets: false };
    let pruned = prune(&path, old);
    assert_eq!(pruned, Pruned { games: 3, events: 27, ratings: 1, ..Pruned::default() });

    let store = open(&path).unwrap();
    nothing_is_left_of(&store, id(0));
    assert_eq!(store.summary(&from(Source::Played)).unwrap(), played, "what was counted stays counted");
    assert_eq!(
        store.ratings(None, 9),
        Ok(vec![newer]),
        "the rating of a player who has not played since goes"
    );
    assert_eq!(store.load_game(id(1)).unwrap().events.len(), 7);
    let over = ExperimentState::Finished;
    store
        .put_experiment(ExperimentRecord { state: over, ended_at: Some(at(200)), ..experiment("exp_1") })
        .unwrap();
    store.close().unwrap();

    let all = Prune { before: at(500_000), unfinished: true, experiments: true, rulesets: true };
    let pruned = prune(&path, all);
    let expected =
        Pruned { games: 3, events: 27, experiments: 1, chunks: 3, results: 2_503, rulesets: 1, ratings: 0 };
    assert_eq!(pruned, expected);
    let store = open(&path).unwrap();
    assert_eq!(store.experiment("exp_1"), Ok(None));
    assert_eq!(store.experiment_chunks("exp_1"), Ok(vec![]));
    assert_eq!(store.summary(&from(Source::Experiment("e1".to_owned()))), Ok(vec![]));
    assert_eq!(store.summary(&from(Source::Bots)).unwrap()[0].games, 10, "other results stay");
    assert_eq!(store.load_game(id(7)).unwrap().events.len(), 2, "somebody played there");
    assert_eq!(store.append(append(id(7), 2)).unwrap().version, 3, "and goes on");
    assert_eq!(store.ruleset(&digest(9)), Ok(None));
    // New rows lie where others lay, and are games of their own: both are old by their times.
    store.create_game(game(8)).unwrap();
    assert_eq!(
        (store.load_game(id(8)).unwrap().events.len(), store.load_game(id(7)).unwrap().events.len()),
        (1, 3)
    );
    store.close().unwrap();
    assert_eq!(prune(&path, all), Pruned { games: 2, events: 4, ..Pruned::default() });
}

#[test]
fn a_database_in_use_is_not_pruned() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    let store = open(&path).unwrap();
    let what = Prune { before: at(0), unfinished: false, experiments: false, rulesets: false };
    let url = DatabaseUrl::Sqlite(path);
    assert!(matches!(url.prune(what), Err(StoreError::Owned { .. })));
    store.close().unwrap();
    url.prune(what).unwrap();
}

//! What is old goes, what is new and what was counted stays.

use tapis_db::model::*;
use tapis_db::postgres::{PostgresOptions, PostgresStore, Stay};
use tapis_db::{DatabaseUrl, StatisticsReader, StoreError};

use super::populate::populate;
use crate::build::*;
use crate::server;

fn prune(url: &str, what: Prune) -> Pruned {
    let url: DatabaseUrl = url.parse().unwrap();
    let would = url.would_prune(what).unwrap();
    let (pruned, shrunk) = url.prune(what).unwrap();
    assert_eq!((would, shrunk), (pruned, None), "it says before what it does");
    assert!(url.open().unwrap().verify_rollups().unwrap());
    pruned
}

#[test]
fn old_games_and_experiments_go_and_statistics_stay_true() {
    let url = server::shared().database();
    // Beside whoever prunes, to look what is left.
    let options = PostgresOptions { stay: Stay::Guest, ..PostgresOptions::default() };
    let store = PostgresStore::open(&url.parse().unwrap(), options).unwrap();
    populate(&store);
    // An unfinished game with a recent move, more old games and chunks than one transaction deletes.
    store.create_game(game(7)).unwrap();
    let recent = NewEvent { at: at(1_000_000), ..ply(2) };
    store.append(Append { events: vec![recent], ..append(id(7), 1) }).unwrap();
    for n in 10..70 {
        store.create_game(game(n)).unwrap();
    }
    for n in 3..1_203 {
        store.record_chunk("exp_1", chunk(n), Vec::new()).unwrap();
    }
    let played = store.summary(&from(Source::Played)).unwrap();
    let newer = PlayerRating { rated_at: at(500_000), ..rated("bo", "richelieu", 1.0) };
    store.put_rating(newer.clone()).unwrap();
    store.put_ruleset(ruleset(9)).unwrap();
    let planned = Json::from(format!("{{\"ruleset\":\"{}\"}}", "08".repeat(32)));
    store.put_ruleset(ruleset(8)).unwrap();
    let planned = ExperimentRecord { plan: planned, created_at: at(900_000), ..experiment("exp_2") };
    store.put_experiment(planned).unwrap();

    let nothing = Prune { before: at(0), unfinished: true, experiments: true, rulesets: false };
    assert_eq!(prune(&url, nothing), Pruned::default());
    // The experiment still runs: it and its results stay.
    let old = Prune { before: at(500_000), unfinished: false, experiments: true, rulesets: false };
    assert_eq!(prune(&url, old), Pruned { games: 3, events: 27, ratings: 1, ..Pruned::default() });
    assert_eq!(store.load_game(id(0)), Err(StoreError::NotFound));
    assert_eq!(store.reviews_of(id(0)), Ok(Vec::new()), "a review goes with its game");
    assert_eq!(store.followers_of(id(0)), Ok(Vec::new()), "so does what was told of it");
    assert_eq!(store.subscriptions(id(0)), Ok(Vec::new()), "and who was to be told of it");
    assert_eq!(store.players_of(id(0)), Ok(Vec::new()), "and so do its players");
    assert_eq!(
        store.wishes(digest(1), digest(1), ANYBODY, at(0), 9),
        Ok((None, Vec::new())),
        "and who waited there"
    );
    assert_eq!(store.summary(&from(Source::Played)).unwrap(), played, "what was counted stays counted");
    assert_eq!(
        store.ratings(None, 9),
        Ok(vec![newer]),
        "the rating of a player who has not played since goes"
    );
    assert_eq!(store.load_game(id(1)).unwrap().events.len(), 7);
    let over =
        ExperimentRecord { state: ExperimentState::Finished, ended_at: Some(at(200)), ..experiment("exp_1") };
    store.put_experiment(over).unwrap();

    let all = Prune { before: at(500_000), unfinished: true, experiments: true, rulesets: true };
    let expected =
        Pruned { games: 63, events: 87, experiments: 1, chunks: 1_203, results: 3, rulesets: 1, ratings: 0 };
    assert_eq!(prune(&url, all), expected);
    assert_eq!(store.experiment("exp_1"), Ok(None));
    assert_eq!(store.experiment_chunks("exp_1"), Ok(vec![]));
    assert_eq!(store.summary(&from(Source::Experiment("e1".to_owned()))), Ok(vec![]));
    assert_eq!(store.summary(&from(Source::Bots)).unwrap()[0].games, 10, "other results stay");
    assert_eq!(store.ruleset(&digest(9)), Ok(None));
    assert!(store.ruleset(&digest(8)).unwrap().is_some(), "an experiment is to play it");
    assert_eq!(store.append(append(id(7), 2)).unwrap().version, 3, "somebody played there, and goes on");
    let rows = "SELECT (SELECT count(*) FROM games) || '/' || (SELECT count(*) FROM heads) || '/' || \
                (SELECT count(*) FROM game_secrets) || '/' || (SELECT count(DISTINCT game) FROM events)";
    assert_eq!(server::shared().sql(&url, rows), "1/1/1/1");
}

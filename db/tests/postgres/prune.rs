//! What is old goes, what is new and what was counted stays.

use std::time::Instant;

use tapis_db::model::*;
use tapis_db::postgres::{PostgresOptions, PostgresStore, Stay};
use tapis_db::{DatabaseUrl, StatisticsReader, StoreError};

use super::open;
use super::populate::populate;
use crate::build::*;
use crate::server::{self, Server};

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

/// Results that are recorded at once.
const BATCH: u64 = 500;

/// A database with so many finished games: the results are recorded; of logs there is one, and copies that nobody loads.
fn finished(server: &Server, games: u64) -> String {
    let url = server.database();
    let store = open(&url);
    store.create_game(game(0)).unwrap();
    store.append(finish(id(0), 1, result(Source::Played, &[20, 23]))).unwrap();
    for first in (1..games).step_by(BATCH as usize) {
        let of = |n: u64| simulated(n, result(Source::Played, &[(n % 40) as i64, 23]));
        store.record_copied((first..games.min(first + BATCH)).map(of).collect()).unwrap();
    }
    store.close().unwrap();
    for (table, column) in [("games", "id"), ("heads", "game"), ("game_secrets", "game"), ("events", "game")]
    {
        let copies = format!(
            "INSERT INTO {table} SELECT copy.* FROM {table} AS model, generate_series(1, {}) AS n, \
             jsonb_populate_record(model, jsonb_build_object('{column}', '{}' || lpad(to_hex(n), 12, '0'))) AS copy",
            games - 1,
            &id(0).to_string()[..24],
        );
        server.sql(&url, &copies);
    }
    // A node that ends on a busy machine may not be heard.
    server.sql(&url, "UPDATE nodes SET until = least(until, now()); ANALYZE");
    url
}

/// What is done, and says how long it took.
fn timed<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let done = work();
    println!("{what}: {:.3} s", begun.elapsed().as_secs_f64());
    done
}

/// What the statistics say of the games at tables, and whether it is true.
fn told(at: &DatabaseUrl) -> (Vec<PopulationSummary>, Vec<FeatureRow>) {
    let (store, played) = (at.open_existing().unwrap(), from(Source::Played));
    let told =
        timed("statistics", || (store.summary(&played).unwrap(), store.features(&played, None).unwrap()));
    assert!(timed("recount", || store.verify_rollups()).unwrap());
    told
}

/// With so many games: `TAPIS_FINISHED_GAMES`; if that is said, on a server of its own that waits for its disk. Counts are held, and
/// times are told.
#[test]
fn finished_games_are_saved_restored_and_pruned_and_the_statistics_of_all_are_the_same() {
    let wanted: Option<u64> = std::env::var("TAPIS_FINISHED_GAMES").ok().map(|text| text.parse().unwrap());
    let (own, games) = (wanted.map(|_| Server::start(&[])), wanted.unwrap_or(400));
    let server = match &own {
        Some(own) => own,
        None => server::shared(),
    };
    let directory = tempfile::tempdir().unwrap();
    let url = timed("made", || finished(server, games));
    let (at, file) = (url.parse::<DatabaseUrl>().unwrap(), directory.path().join("tapis.dump"));
    let before = told(&at);
    assert_eq!(before.0.iter().map(|summary| summary.games).sum::<u64>(), games);
    timed("dump", || server.dump(&url, &file));
    let old =
        Prune { before: crate::build::at(500_000), unfinished: false, experiments: false, rulesets: false };
    let (pruned, _) = timed("prune", || at.prune(old)).unwrap();
    assert_eq!(pruned, Pruned { games, events: 2 * games, ..Pruned::default() });
    assert_eq!(told(&at), before, "what was counted stays counted");
    let restored: DatabaseUrl = timed("restore", || server.restore(&file)).parse().unwrap();
    assert_eq!(told(&restored), before);
    assert_eq!(restored.would_prune(old), Ok(pruned), "all games are there again");
    let first = restored.open_existing().unwrap().load_game(id(0)).unwrap();
    assert_eq!(first.events.len(), 2);
}

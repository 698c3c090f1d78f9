//! Readiness beside what holds locks for long: a dump, and whoever locks the table of probes itself. Games of one population beside
//! those of all others. Starts that are refused.

use std::time::{Duration, Instant};

use tapis_db::model::*;
use tapis_db::postgres::{PostgresOptions, PostgresStore};
use tapis_db::{DatabaseUrl, StoreError};

use super::migrate::of_0_1_0;
use super::open;
use crate::build::*;
use crate::server;

/// What `pg_dump` does first, and holds to its end.
fn locks_of_a_dump(url: &str) -> String {
    let tables = "SELECT string_agg(quote_ident(table_name), ', ') FROM information_schema.tables \
                  WHERE table_schema = current_schema()";
    format!("LOCK TABLE {} IN ACCESS SHARE MODE", server::shared().sql(url, tables))
}

fn probes(url: &str) -> u64 {
    server::shared().sql(url, "SELECT count(*) FROM probes").parse().unwrap()
}

/// A table is emptied beside everybody, or not now: two nodes are ready while a dump goes on, and their table is emptied after it.
#[test]
fn a_dump_keeps_no_node_from_being_ready() {
    let url = server::shared().database();
    let (one, other) = (open(&url), open(&url));
    let dump = server::shared().hold(&url, &locks_of_a_dump(&url));
    for _ in 0..130 {
        one.ping().unwrap();
        other.ping().unwrap();
    }
    assert_eq!(probes(&url), 260, "nothing is emptied under a dump, and every probe is written");
    drop(dump);
    (0..60).for_each(|_| one.ping().unwrap());
    assert!(probes(&url) < 60, "the table is emptied once the dump is over");
}

/// Whoever keeps probes from being written says nothing of the disk.
#[test]
fn a_probe_that_would_wait_for_a_lock_is_no_want_of_space() {
    let url = server::shared().database();
    // Whoever waited would wait for a minute.
    let patient = Duration::from_secs(60);
    let options = PostgresOptions { patience: patient, call: patient, ..PostgresOptions::default() };
    let store = PostgresStore::open(&url.parse().unwrap(), options).unwrap();
    let number =
        || server::shared().sql(&url, "SELECT probe FROM tapis WHERE id = 1").parse::<u64>().unwrap();
    let (before, held) =
        (number(), server::shared().hold(&url, "LOCK TABLE probes IN ACCESS EXCLUSIVE MODE"));
    let begun = Instant::now();
    store.ping().unwrap();
    assert_eq!(number(), before + 1, "it is written elsewhere that there is a way to write");
    assert!(begun.elapsed() < patient, "nothing is waited for");
    drop(held);
    store.ping().unwrap();
    assert_eq!((number(), probes(&url)), (before + 1, 1));
}

/// Rows that are not asked for are not read: a damaged one of another population is in nobody's way. Numbers count all games.
#[test]
fn games_are_filtered_by_the_database() {
    let url = server::shared().database();
    let store = open(&url);
    let of = |n: u64| if n.is_multiple_of(3) { Source::Played } else { Source::Bots };
    let games = (1..=9).map(|n| simulated(n, result(of(n), &[n as i64, 1]))).collect();
    store.record_copied(games).unwrap();
    let numbers = |source: Source| {
        let mut numbers = Vec::new();
        let read = store.for_each_game(&from(source), &mut |game| {
            numbers.push(game.number);
            Ok(())
        });
        read.map(|()| numbers)
    };
    assert_eq!(numbers(Source::Played).unwrap(), [3, 6, 9]);
    assert_eq!(numbers(Source::Bots).unwrap(), [1, 2, 4, 5, 7, 8]);
    let damage =
        "UPDATE facts SET body = '' WHERE population IN (SELECT id FROM populations WHERE source = 'bots')";
    server::shared().sql(&url, damage);
    assert_eq!(numbers(Source::Played).unwrap(), [3, 6, 9]);
    assert!(matches!(numbers(Source::Bots), Err(StoreError::Corrupt(_))));
}

/// Whoever comes with another secret than the nodes before is refused before anything is changed.
#[test]
fn a_wrong_secret_is_refused_before_the_schema_is_brought_up_to_date() {
    let url = server::shared().database();
    open(&url).claim(&digest(1), false).unwrap();
    let (version, set) = ("SELECT version FROM tapis", "UPDATE tapis SET version = version - 1");
    let newest = server::shared().sql(&url, version);
    let before = server::shared().sql(&url, &format!("{set} RETURNING version"));
    let at: DatabaseUrl = url.parse().unwrap();
    assert!(matches!(at.open_with(Some(digest(2))), Err(StoreError::Unfit(_))));
    assert_eq!(server::shared().sql(&url, version), before, "nothing is changed");
    server::shared().sql(&url, "UPDATE tapis SET version = version + 1");
    drop(at.open_with(Some(digest(1))).unwrap());
    assert_eq!(server::shared().sql(&url, version), newest);
}

/// Commands beside nodes of the last release, and a node beside a command, are refused before anything is changed.
#[test]
fn whoever_is_kept_out_leaves_the_schema_as_it_is() {
    let url = server::shared().database();
    let sql = |text: &str| server::shared().sql(&url, text);
    let at: DatabaseUrl = url.parse().unwrap();
    let [version, later] = ["SELECT version FROM tapis", "gen_random_uuid(), now() + interval '1 hour'"];
    open(&url).close().unwrap();
    let newest = sql(version);
    sql(&of_0_1_0());
    let old = sql(version);
    sql(&format!("INSERT INTO nodes (id, until) VALUES ({later})"));
    assert!(matches!(at.open_alone(), Err(StoreError::Owned { .. })));
    let guests =
        [at.open_keys().err(), at.open_finished().err(), at.open_existing().err(), at.verify().err()];
    assert!(guests.iter().all(|one| matches!(one, Some(StoreError::OldSchema { .. }))), "{guests:?}");
    assert_eq!(sql(version), old, "a node serves it");
    sql("DELETE FROM nodes");
    let nothing =
        Prune { before: crate::build::at(0), unfinished: false, experiments: false, rulesets: false };
    let commands = [at.open_alone().err(), at.open_copy_source().err(), at.prune(nothing).err()];
    assert!(commands.iter().all(|one| matches!(one, Some(StoreError::OldSchema { .. }))), "{commands:?}");
    assert_eq!(sql(version), old, "a command has it for itself, and serves nobody");
    sql(&format!("INSERT INTO leases (work, holder, until) VALUES ('the database alone', {later})"));
    assert!(matches!(at.open(), Err(StoreError::Owned { .. })));
    assert!(matches!(at.open_alone(), Err(StoreError::Owned { .. })));
    assert_eq!(sql(version), old, "a command has it for itself");
    sql("DELETE FROM leases");
    drop(at.open().unwrap());
    assert_eq!(sql(version), newest, "whoever is let in brings it up to date");
}

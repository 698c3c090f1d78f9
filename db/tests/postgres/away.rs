//! A server that goes away, stands still, or reads only.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use tapis_db::model::*;
use tapis_db::postgres::{PostgresOptions, PostgresStore};
use tapis_db::{Store, StoreError};

use super::open;
use crate::build::*;
use crate::server::{self, Server};

/// Ends the player, also where a test fails: nobody waits for it for ever.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Between two tries, so that a server that starts slowly costs no more than one that is soon there.
const PAUSE: Duration = Duration::from_millis(20);

/// Plays one game from version 1 on while something happens; answers how far it came. Each move is sent until its answer is
/// there, as a client does.
fn play(store: &dyn Store, game: GameId, done: &AtomicBool) -> u64 {
    let mut version = 1;
    while !done.load(Relaxed) {
        let record = plain_key("move", &version.to_string(), game, version + 1);
        match store.append(Append { idempotency: Some(record.clone()), ..append(game, version) }) {
            Ok(appended) => assert_eq!(appended.version, version + 1),
            Err(StoreError::KeyUsed(first)) => assert_eq!(*first, record),
            Err(error) if error.is_unavailable() => {
                std::thread::sleep(PAUSE);
                continue;
            }
            Err(error) => panic!("{error}"),
        }
        version += 1;
    }
    version
}

#[test]
fn connections_that_are_cut_lose_and_double_nothing() {
    let url = server::shared().database();
    let store = open(&url);
    (0..4).for_each(|n| assert_eq!(store.create_game(game(n)).unwrap().version, 1));
    let done = AtomicBool::new(false);
    let cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
               WHERE datname = current_database() AND pid <> pg_backend_pid()";
    let reached: Vec<u64> = std::thread::scope(|scope| {
        let end = End(&done);
        let (store, done) = (&*store, &done);
        let players: Vec<_> = (0..4).map(|n| scope.spawn(move || play(store, id(n), done))).collect();
        (0..25).for_each(|_| drop(server::shared().sql(&url, cut)));
        drop(end);
        players.into_iter().map(|player| player.join().unwrap()).collect()
    });
    for (n, reached) in (0..).zip(reached) {
        let events = store.load_game(id(n)).unwrap().events;
        assert_eq!(events.len() as u64, reached, "everything that was answered, once");
        assert!(events.iter().skip(1).all(|event| event.event == ply(event.version as i64 - 1)));
    }
}

#[test]
fn a_server_that_ends_is_waited_for_and_found_again() {
    let server = Server::start(&["-c", "fsync=off"]);
    let url = server.database();
    let store = open(&url);
    store.create_game(game(1)).unwrap();
    store.append(append(id(1), 1)).unwrap();
    server.stop();
    let refused = store.append(append(id(1), 2)).unwrap_err();
    assert!(refused.is_unavailable(), "{refused}");
    assert!(store.ping().unwrap_err().is_unavailable());
    assert!(store.load_game(id(1)).unwrap_err().is_unavailable());
    server.restart();
    assert_eq!(store.ping(), Ok(()));
    assert_eq!(store.load_game(id(1)).unwrap().events.len(), 2);
    assert_eq!(store.append(append(id(1), 2)).unwrap().version, 3);
}

#[test]
fn a_server_that_is_killed_keeps_what_was_answered() {
    let server = Server::start(&[]);
    let url = server.database();
    let store = open(&url);
    store.create_game(game(1)).unwrap();
    let done = AtomicBool::new(false);
    let reached = std::thread::scope(|scope| {
        let end = End(&done);
        let player = scope.spawn(|| play(&*store, id(1), &done));
        for _ in 0..3 {
            while store.load_game(id(1)).is_err() {
                std::thread::sleep(PAUSE);
            }
            server.kill();
            server.restart();
        }
        drop(end);
        player.join().unwrap()
    });
    assert_eq!(store.load_game(id(1)).unwrap().events.len() as u64, reached);
    assert_eq!(store.append(append(id(1), reached)).unwrap().version, reached + 1);
}

#[test]
fn a_database_that_only_reads_takes_no_moves_and_recovers() {
    let url = server::shared().database();
    let store = open(&url);
    store.create_game(game(1)).unwrap();
    let name = url.rsplit('/').next().unwrap();
    let set = |to: &str| {
        server::shared().sql(&url, &format!("ALTER DATABASE {name} SET default_transaction_read_only = {to}"))
    };
    set("on");
    let cut = format!(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '{name}' \
                       AND pid <> pg_backend_pid()"
    );
    server::shared().sql(&url, &cut);
    let refused = store.append(append(id(1), 1)).unwrap_err();
    assert!(refused.is_unavailable() && refused.to_string().contains("read-only"), "{refused}");
    assert_eq!(store.load_game(id(1)).unwrap().summary.version, 1);
    server::shared().sql(
        &format!("{}/postgres", url.rsplit_once('/').unwrap().0),
        &format!("ALTER DATABASE {name} SET default_transaction_read_only = off"),
    );
    server::shared().sql(&url, &cut);
    assert_eq!(store.append(append(id(1), 1)).unwrap().version, 2);
}

#[test]
fn a_database_that_stands_still_is_not_waited_for_without_an_end() {
    let url = server::shared().database();
    let short = Duration::from_secs(1);
    let options = PostgresOptions { patience: short, call: short, ..PostgresOptions::default() };
    open(&url).create_game(game(1)).unwrap();
    let store = PostgresStore::open(&url.parse().unwrap(), options).unwrap();
    // Somebody holds the row that a move wants.
    let holder = server::shared().hold(&url, "SELECT version FROM heads FOR UPDATE");
    let refused = store.append(append(id(1), 1)).unwrap_err();
    assert!(refused.is_unavailable(), "{refused}");
    assert_eq!(store.load_game(id(1)).unwrap().summary.version, 1, "reads go on");
    drop(holder);
    while store.append(append(id(1), 1)).is_err_and(|error| error.is_unavailable()) {
        std::thread::sleep(PAUSE);
    }
    assert_eq!(store.load_game(id(1)).unwrap().summary.version, 2);
}

#[test]
fn more_than_so_many_writes_are_turned_away() {
    let url = server::shared().database();
    let options = PostgresOptions { queue: 1, ..PostgresOptions::default() };
    let store = PostgresStore::open(&url.parse().unwrap(), options).unwrap();
    store.create_game(game(1)).unwrap();
    let holder = server::shared().hold(&url, "SELECT version FROM heads FOR UPDATE");
    let (sender, answer) = std::sync::mpsc::channel();
    store.append_then(append(id(1), 1), Box::new(move |answer| sender.send(answer).unwrap()));
    assert_eq!(store.create_game(game(2)), Err(StoreError::Busy));
    assert_eq!(store.writer_stats().rejected_requests, 1);
    drop(holder);
    assert_eq!(answer.recv().unwrap().unwrap().version, 2);
    assert_eq!(store.create_game(game(2)).unwrap().version, 1);
}

/// A table that stands still while a page of it has room says nothing of a disk that is full: every probe takes a page.
#[test]
fn every_probe_needs_a_page_and_their_table_stays_small() {
    let url = server::shared().database();
    let store = open(&url);
    let pages = || {
        let sql = "SELECT pg_total_relation_size('probes') / 8192";
        server::shared().sql(&url, sql).parse::<u64>().unwrap()
    };
    store.ping().unwrap();
    let before = pages();
    (0..40).for_each(|_| store.ping().unwrap());
    assert!(pages() >= before + 40, "{} after {before}", pages());
    (0..260).for_each(|_| store.ping().unwrap());
    assert!(pages() < before + 150, "{}", pages());
}

//! What is asked again and again costs what is due, not what there is: rows are counted.

use tapis_db::Store;
use tapis_db::model::*;

use super::open;
use crate::build::*;
use crate::server;

/// A database with so many games under way, of which the planner knows.
fn database(games: u64) -> String {
    let url = server::shared().database();
    let store = open(&url);
    std::thread::scope(|scope| {
        for part in 0..4 {
            let store = &*store;
            scope.spawn(move || {
                for n in (0..games).filter(|n| n % 4 == part) {
                    store.create_game(NewGame { setup: setup(n as i64), ..game(n) }).unwrap();
                }
            });
        }
    });
    store.close().unwrap();
    // A node that ends on a busy machine may not be heard.
    server::shared().sql(&url, "UPDATE nodes SET until = least(until, now()); ANALYZE games; ANALYZE heads");
    url
}

/// The rows of games, heads and events, and the entries of their indexes, that `work` reads.
fn rows_read(url: &str, work: impl FnOnce(&dyn Store)) -> u64 {
    let counted = || {
        // A connection says what it has read when it ends.
        let others = "SELECT count(*) FROM pg_stat_activity \
                      WHERE datname = current_database() AND pid <> pg_backend_pid()";
        server::shared().until(url, others, "0");
        let sql = "SELECT (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname IN ('games', 'heads', 'events')) + \
                   (SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE relname IN ('games', 'heads', 'events'))";
        server::shared().sql(url, sql).parse::<u64>().unwrap()
    };
    let before = counted();
    let store = open(url);
    work(&*store);
    store.close().unwrap();
    counted() - before
}

/// With so many games: `TAPIS_IDLE_GAMES`. The bounds are far below their number, and the same for any number.
#[test]
fn an_idle_pass_and_a_page_of_unfinished_games_read_few_rows_whatever_there_is() {
    let size: u64 = std::env::var("TAPIS_IDLE_GAMES").map_or(1_000, |text| text.parse().unwrap());
    let url = database(size);
    let idle = rows_read(&url, |store| {
        assert_eq!(store.take_departed(), Ok(1), "the one that made the games");
        for _ in 0..20 {
            assert_eq!(store.has_departed(), Ok(false));
            assert_eq!(store.old_games(at(0), None, 500), Ok(Vec::new()));
            assert_eq!(store.purge_idempotency(at(0), 500), Ok(0));
            assert!(store.server_time().is_some());
        }
    });
    // To plan a statement the server looks at the ends of an index: a few entries, whatever there is.
    assert!(idle <= 120, "{idle} of {size} games");
    // The game and its head, each by its index, and what the planner looks at.
    let page = rows_read(&url, |store| {
        assert_eq!(store.unfinished_games(Some(id(size - 101)), 100).unwrap().len(), 100);
    });
    assert!((200..=700).contains(&page), "{page} of {size} games");
    let old = rows_read(&url, |store| {
        let mut after = None;
        while let Some(last) = store.old_games(at(100), after, 30).unwrap().last() {
            after = Some(Cursor { created_at: last.created_at, id: last.id });
        }
        assert_eq!(after.map(|last| last.id), Some(id(99)));
    });
    assert!((200..=700).contains(&old), "{old} of {size} games");
}

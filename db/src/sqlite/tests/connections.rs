//! Every connection has the settings it must have.

use rusqlite::Connection;
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;

use super::*;
use crate::sqlite::connector::Role;
use crate::sqlite::error::Outcome;

/// What the connection says about itself: the pragmas, then the switches, then the limits.
fn settings(conn: &Connection) -> Vec<(String, String)> {
    let pragmas = [
        "journal_mode",
        "synchronous",
        "fullfsync",
        "checkpoint_fullfsync",
        "foreign_keys",
        "secure_delete",
        "busy_timeout",
        "cell_size_check",
        "trusted_schema",
        "mmap_size",
        "wal_autocheckpoint",
        "journal_size_limit",
        "temp_store",
        "query_only",
        "page_size",
        "encoding",
        "application_id",
        "user_version",
    ];
    let pragma = |name: &str| {
        let value =
            conn.pragma_query_value(None, name, |row| row.get::<_, rusqlite::types::Value>(0)).unwrap();
        let value = match value {
            rusqlite::types::Value::Integer(number) => number.to_string(),
            rusqlite::types::Value::Text(text) => text,
            other => format!("{other:?}"),
        };
        (name.to_owned(), value)
    };
    let switches = [
        ("defensive", DbConfig::SQLITE_DBCONFIG_DEFENSIVE),
        ("dqs_dml", DbConfig::SQLITE_DBCONFIG_DQS_DML),
        ("dqs_ddl", DbConfig::SQLITE_DBCONFIG_DQS_DDL),
        ("triggers", DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER),
        ("views", DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW),
        ("keep_log", DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE),
    ];
    let limits = [("row", Limit::SQLITE_LIMIT_LENGTH), ("attached", Limit::SQLITE_LIMIT_ATTACHED)];
    let switches =
        switches.map(|(name, switch)| (name.to_owned(), conn.db_config(switch).unwrap().to_string()));
    let limits = limits.map(|(name, limit)| (name.to_owned(), conn.limit(limit).unwrap().to_string()));
    pragmas.iter().map(|name| pragma(name)).chain(switches).chain(limits).collect()
}

fn expected(query_only: &str, attached: &str) -> Vec<(String, String)> {
    let version = crate::engine::schema::LATEST.to_string();
    let application_id = schema::APPLICATION_ID.to_string();
    [
        ("journal_mode", "wal"),
        ("synchronous", "2"),
        ("fullfsync", "1"),
        ("checkpoint_fullfsync", "1"),
        ("foreign_keys", "1"),
        ("secure_delete", "1"),
        ("busy_timeout", "5000"),
        ("cell_size_check", "1"),
        ("trusted_schema", "0"),
        ("mmap_size", "0"),
        ("wal_autocheckpoint", "4000"),
        ("journal_size_limit", "67108864"),
        ("temp_store", "0"),
        ("query_only", query_only),
        ("page_size", "4096"),
        ("encoding", "UTF-8"),
        ("application_id", &application_id),
        ("user_version", &version),
        ("defensive", "true"),
        ("dqs_dml", "false"),
        ("dqs_ddl", "false"),
        ("triggers", "false"),
        ("views", "false"),
        ("keep_log", "true"),
        ("row", "16777216"),
        ("attached", attached),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .to_vec()
}

/// The settings of the writer's connection.
fn of_writer(store: &SqliteStore) -> Vec<(String, String)> {
    let look = |session: &mut games::Session<'_>| Ok(settings(session.conn));
    wait(|reply| store.writer.submit(Mode::Grouped, look, reply)).unwrap()
}

#[test]
fn the_writer_is_set_up() {
    let store = store();
    let found = of_writer(&store);
    assert_eq!(found, expected("0", "0"));
}

#[test]
fn the_writer_is_set_up_after_a_failure_too() {
    let store = store();
    let lost: Result<()> = wait(|reply| {
        let work = |session: &mut games::Session<'_>| Ok(session.conn.execute_batch("ROLLBACK")?);
        store.writer.submit(Mode::Grouped, work, reply);
    });
    assert!(lost.is_err());
    let found = of_writer(&store);
    assert_eq!(found, expected("0", "0"));
    assert_eq!(store.writer_stats().reopened, 1);
}

/// Work that can be done again is alone with its like, whoever queues beside it: a durable write never shares its commit.
#[test]
fn only_what_can_be_done_again_does_not_wait_for_the_disk() {
    let store = store();
    let level = |session: &mut games::Session<'_>| -> Outcome<i64> {
        Ok(session.conn.query_row("PRAGMA synchronous", [], |row| row.get(0))?)
    };
    let (sender, answers) = std::sync::mpsc::channel();
    let (release, held) = std::sync::mpsc::channel::<()>();
    let hold = move |_: &mut games::Session<'_>| {
        held.recv().unwrap();
        Ok(())
    };
    store.writer.submit(Mode::Grouped, hold, Box::new(|_| ()));
    for repeatable in [true, true, false, false, true, false] {
        let sender = sender.clone();
        let reply = Box::new(move |level: Result<i64>| sender.send((repeatable, level)).unwrap());
        store.writer.submit(if repeatable { Mode::Repeatable } else { Mode::Grouped }, level, reply);
    }
    release.send(()).unwrap();
    let answers: Vec<_> = answers.iter().take(6).collect();
    for (repeatable, level) in &answers {
        assert_eq!(*level, Ok(if *repeatable { 1 } else { 2 }));
    }
    // What people wait for comes first, whenever it was asked for.
    assert!(answers.is_sorted_by_key(|(repeatable, _)| *repeatable), "{answers:?}");
}

/// A group of facts ends as soon as somebody waits: a move stands behind one batch at most.
#[test]
fn a_move_waits_for_one_batch_of_facts_at_most() {
    let store = store();
    let (sender, answers) = std::sync::mpsc::channel();
    let (begin, begun) = std::sync::mpsc::channel::<()>();
    let (release, held) = std::sync::mpsc::channel::<()>();
    let reply = |name: &'static str| {
        let sender = sender.clone();
        Box::new(move |done: Result<()>| sender.send((name, done)).unwrap())
    };
    let hold = move |_: &mut games::Session<'_>| {
        begin.send(()).unwrap();
        held.recv().unwrap();
        Ok(())
    };
    store.writer.submit(Mode::Repeatable, hold, reply("first facts"));
    begun.recv().unwrap();
    for name in ["facts", "facts", "facts"] {
        store.writer.submit(Mode::Repeatable, |_| Ok(()), reply(name));
    }
    store.writer.submit(Mode::Grouped, |_| Ok(()), reply("move"));
    release.send(()).unwrap();
    let order: Vec<_> = answers.iter().take(5).map(|(name, done)| (name, done.is_ok())).collect();
    let expected = ["first facts", "move", "facts", "facts", "facts"].map(|name| (name, true));
    assert_eq!(order, expected);
}

/// However many read statistics, games and lists are read, and readiness is answered.
#[test]
fn statistics_have_connections_of_their_own() {
    let store = store();
    store.create_game(game(1)).unwrap();
    let readers = SqliteOptions::default().statistics_readers;
    let together = std::sync::Barrier::new(readers as usize + 1);
    std::thread::scope(|scope| {
        for _ in 0..readers {
            scope.spawn(|| {
                let hold = |_: &Connection| {
                    together.wait();
                    together.wait();
                    Ok(())
                };
                store.statistics.read_consistently(hold).unwrap();
            });
        }
        together.wait(); // all of them are taken
        let answers = (store.ping(), store.load_game(id(1)).is_ok());
        let list = store.list_games(&GameFilter::default(), None, 10).map(|page| page.games.len());
        together.wait();
        assert_eq!((answers, list), ((Ok(()), true), Ok(1)));
    });
}

#[test]
fn every_reader_is_set_up_and_cannot_write() {
    let store = store();
    let readers = SqliteOptions::default().readers;
    let together = std::sync::Barrier::new(readers as usize);
    std::thread::scope(|scope| {
        for _ in 0..readers {
            scope.spawn(|| {
                let check = |conn: &Connection| {
                    together.wait(); // all of them are checked out at once
                    assert_eq!(settings(conn), expected("1", "0"));
                    let written = conn.execute("UPDATE heads SET turn = 5", []).map_err(error::Failure::from);
                    assert!(written.is_err());
                    Ok(())
                };
                store.readers.read_consistently(check).unwrap();
            });
        }
    });
}

#[test]
fn an_inspector_is_hardened_and_cannot_write() {
    let store = store();
    let conn = store.connector.open(Role::Inspector).unwrap();
    let found = settings(&conn);
    for (name, value) in [
        ("cell_size_check", "1"),
        ("trusted_schema", "0"),
        ("defensive", "true"),
        ("views", "false"),
        ("busy_timeout", "5000"),
        ("attached", "1"),
    ] {
        assert!(found.contains(&(name.to_owned(), value.to_owned())), "{name}");
    }
    assert!(conn.is_readonly("main").unwrap());
    assert!(conn.execute("UPDATE heads SET turn = 5", []).is_err());
}

#[test]
fn a_file_under_inspection_is_opened_hardened() {
    let store = store();
    let conn =
        connector::open_to_look(&store.temporary.lock().as_ref().unwrap().path().join("tapis.db"), false)
            .unwrap();
    let found = settings(&conn);
    for (name, value) in
        [("cell_size_check", "1"), ("trusted_schema", "0"), ("defensive", "true"), ("views", "false")]
    {
        assert!(found.contains(&(name.to_owned(), value.to_owned())), "{name}");
    }
    assert!(conn.is_readonly("main").unwrap());
}

#[test]
fn no_extension_can_be_loaded() {
    let store = store();
    let conn = store.connector.open(Role::Inspector).unwrap();
    let refused = conn.query_row("SELECT load_extension('no-such-library')", [], |_| Ok(())).unwrap_err();
    assert!(refused.to_string().contains("not authorized"), "{refused}");
}

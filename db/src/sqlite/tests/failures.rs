//! What happens when a group, a commit or the queue fails.

use std::sync::mpsc;
use std::time::Duration;

use super::*;

/// A store whose groups take what is queued, however slow the machine is.
fn store() -> SqliteStore {
    let mut options = SqliteOptions::default();
    options.group.time = Duration::from_secs(600);
    SqliteStore::open_temporary(options).unwrap()
}

/// Holds the writer up with a job, so that what is queued meanwhile becomes one group with it; `last` runs inside
/// that job before it ends. Answers the outcome of the job and of three creations queued behind it.
fn group_of_four(
    store: &SqliteStore,
    last: impl FnOnce(&mut games::Session<'_>) -> error::Outcome<()> + Send + 'static,
) -> Vec<Result<()>> {
    let (sender, answers) = mpsc::channel();
    let (started, begun) = mpsc::channel();
    let (release, held) = mpsc::channel::<()>();
    let own = sender.clone();
    let work = move |session: &mut games::Session<'_>| {
        started.send(()).unwrap();
        held.recv().unwrap();
        last(session)
    };
    store.writer.submit(Mode::Grouped, work, Box::new(move |answer| own.send((0, answer)).unwrap()));
    begun.recv().unwrap();
    for n in 1..=3 {
        let sender = sender.clone();
        store
            .create_game_then(game(n), Box::new(move |answer| sender.send((n, answer.map(|_| ()))).unwrap()));
    }
    release.send(()).unwrap();
    let mut all: Vec<_> = answers.iter().take(4).collect();
    all.sort_by_key(|(n, _)| *n);
    all.into_iter().map(|(_, answer)| answer).collect()
}

#[test]
fn a_failing_request_takes_back_only_itself() {
    let store = store();
    let spoilt = |session: &mut games::Session<'_>| {
        games::create(session, &game(9))?;
        Err(StoreError::Invalid("a test".to_owned()).into())
    };
    let answers = group_of_four(&store, spoilt);
    assert_eq!(answers, [Err(StoreError::Invalid("a test".to_owned())), Ok(()), Ok(()), Ok(())]);
    assert_eq!(store.load_game(id(9)), Err(StoreError::NotFound));
    assert!(store.load_game(id(3)).is_ok());
    let stats = store.writer_stats();
    assert_eq!((stats.commits, stats.largest_group, stats.failed_requests), (1, 4, 1));
}

#[test]
fn a_panicking_request_takes_back_only_itself() {
    let store = store();
    let panicking = |session: &mut games::Session<'_>| {
        games::create(session, &game(9))?;
        panic!("a test of a panicking request")
    };
    let answers = group_of_four(&store, panicking);
    assert!(matches!(answers[0], Err(StoreError::Io(_))));
    assert_eq!(answers[1..], [Ok(()), Ok(()), Ok(())]);
    assert_eq!(store.load_game(id(9)), Err(StoreError::NotFound));
}

#[test]
fn after_a_failed_commit_nothing_is_acknowledged_and_writing_goes_on() {
    let store = store();
    let spoil = |session: &mut games::Session<'_>| {
        session.conn.commit_hook(Some(|| true))?; // turns the commit into a failure
        Ok(())
    };
    let answers = group_of_four(&store, spoil);
    assert!(answers.iter().all(|answer| matches!(answer, Err(StoreError::Io(_)))), "{answers:?}");
    let stats = store.writer_stats();
    assert_eq!((stats.commits, stats.failed_commits, stats.committed_requests), (0, 1, 0));
    for n in 1..=3 {
        assert_eq!(store.load_game(id(n)), Err(StoreError::NotFound));
        store.create_game(game(n)).unwrap();
    }
    assert_eq!(store.writer_stats().reopened, 1);
}

#[test]
fn a_transaction_lost_inside_a_request_is_lost_for_all() {
    let store = store();
    // As SQLite does by itself when the disk fails in the middle of a statement.
    let answers = group_of_four(&store, |session| {
        session.conn.execute_batch("ROLLBACK")?;
        Err(StoreError::Io("a test".to_owned()).into())
    });
    // The others were still queued, and went into the next group.
    assert_eq!(answers, [Err(StoreError::Io("a test".to_owned())), Ok(()), Ok(()), Ok(())]);
    assert!(store.load_game(id(1)).is_ok());
}

#[test]
fn a_full_queue_turns_away_and_recovers() {
    let options = SqliteOptions { queue: 2, ..SqliteOptions::default() };
    let store = SqliteStore::open_temporary(options).unwrap();
    let answers = group_of_four(&store, |_| Ok(()));
    assert_eq!(answers, [Ok(()), Ok(()), Ok(()), Err(StoreError::Busy)]);
    assert!(StoreError::Busy.is_unavailable());
    assert_eq!(store.writer_stats().rejected_requests, 1);
    store.create_game(game(3)).unwrap();
}

#[test]
fn what_must_be_alone_is_alone() {
    let store = store();
    let (sender, answers) = mpsc::channel();
    let rebuilt = sender.clone();
    let (release, held) = mpsc::channel::<()>();
    let hold = move |_: &mut games::Session<'_>| {
        held.recv().unwrap();
        Ok(())
    };
    store.writer.submit(Mode::Grouped, hold, Box::new(move |answer| sender.send(answer).unwrap()));
    store.writer.submit(
        Mode::Alone,
        |session| crate::engine::statistics::rebuild(session.conn),
        Box::new(move |answer| rebuilt.send(answer).unwrap()),
    );
    store.create_game_then(game(1), Box::new(|_| ()));
    release.send(()).unwrap();
    assert_eq!(answers.iter().take(2).collect::<Vec<_>>(), [Ok(()), Ok(())]);
    store.create_game(game(2)).unwrap();
    assert!(store.load_game(id(1)).is_ok());
    let stats = store.writer_stats();
    assert!(stats.commits >= 3 && stats.largest_group <= 2, "{stats:?}");
}

#[test]
fn the_last_handle_may_be_dropped_inside_a_reply() {
    let store: Arc<dyn Store> = Arc::new(store());
    store.create_game(game(1)).unwrap();
    let (sender, answers) = mpsc::channel();
    let inside = Arc::clone(&store);
    store.append_then(
        append(1, 1),
        Box::new(move |answer| {
            drop(inside);
            sender.send(answer.map(|appended| appended.version)).unwrap();
        }),
    );
    drop(store);
    assert_eq!(answers.recv().unwrap(), Ok(2));
}

#[test]
fn the_log_is_cut_once_a_long_read_is_over() {
    let options = SqliteOptions { log_bytes: 1 << 20, ..SqliteOptions::default() };
    let store = SqliteStore::open_temporary(options).unwrap();
    store.create_game(game(1)).unwrap();
    let payload = Some(Json::from("x".repeat(20_000)));
    let heavy = |version| Append {
        events: vec![NewEvent { payload: payload.clone(), ..event() }],
        ..append(1, version)
    };
    let (mut version, mut longest) = (1, 0);
    let (hold, held) = mpsc::sync_channel::<()>(0);
    std::thread::scope(|scope| {
        let store = &store;
        scope.spawn(move || {
            let read = |conn: &rusqlite::Connection| {
                crate::engine::tables::games::load(conn, id(1))?;
                held.recv().unwrap();
                Ok(())
            };
            store.readers.read_consistently(read).unwrap();
        });
        while version < 60 {
            version = store.append(heavy(version)).unwrap().version;
        }
        longest = store.connector.log_length();
        hold.send(()).unwrap();
    });
    assert!(longest > 1 << 20, "the read held it");
    while version < 100 {
        version = store.append(heavy(version)).unwrap().version;
    }
    let after = store.connector.log_length();
    assert!(after < longest, "{after} {longest}");
    assert_eq!(store.load_game(id(1)).unwrap().events.len(), 100);
}

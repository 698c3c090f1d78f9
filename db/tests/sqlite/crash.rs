//! Killed in the middle of writing, and a disk that fails in the middle of a write.
//!
//! A second process does the writing: this test binary again, running [`a_worker_writes_what_it_says`] with the
//! directory to write to in its environment. `TAPIS_KILLS` says how often it is killed (default 3).

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tapis_db::model::*;
use tapis_db::{Store, StoreError};

use crate::build::*;
use crate::open;

const DIRECTORY: &str = "TAPIS_TEST_DIRECTORY";
const APPENDS: &str = "TAPIS_TEST_APPENDS";
pub const WRITERS: u64 = 4;

/// The writing: each of four games by a thread of its own, every acknowledged version printed. As a test it writes a
/// few and checks them; as a worker it goes on until it is killed or the disk fails.
#[test]
fn a_worker_writes_what_it_says() {
    let own = tempfile::tempdir().unwrap();
    let directory = std::env::var_os(DIRECTORY).map_or_else(|| own.path().to_owned(), Into::into);
    let appends = std::env::var(APPENDS).map_or(10, |text| text.parse().unwrap());
    let store = open(&directory.join("games.db")).unwrap();
    let written: Vec<u64> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..WRITERS)
            .map(|n| {
                scope.spawn({
                    let store = &store;
                    move || write(store, n, appends)
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    for (n, version) in (0..).zip(written) {
        assert_eq!(store.load_game(id(n)).unwrap().summary.version, version);
    }
}

/// Appends to a game until the disk fails; answers the last acknowledged version.
fn write(store: &dyn Store, n: u64, appends: u64) -> u64 {
    let mut version = match store.load_game(id(n)) {
        Ok(game) => game.summary.version,
        Err(_) => store.create_game(game(n)).unwrap().version,
    };
    for _ in 0..appends {
        match store.append(step(n, version)) {
            Ok(appended) => version = appended.version,
            Err(error) => {
                println!("\nfailed {n} {error:?}");
                assert!(error.is_unavailable(), "{error}");
                assert_eq!(store.load_game(id(n)).unwrap().summary.version, version);
                return version;
            }
        }
        println!("\nacknowledged {n} {version}");
    }
    version
}

fn step(n: u64, version: u64) -> Append {
    let record = plain_key(&format!("game {n}"), &version.to_string(), id(n), version + 1);
    Append { idempotency: Some(record), ..append(id(n), version) }
}

/// Every game is at an acknowledged version or at most one beyond it, with each of its events once and each key of
/// them recorded; then the unacknowledged is retried as a client would.
pub fn check(path: &Path, acknowledged: &[u64]) {
    let store = open(path).unwrap();
    for (n, acknowledged) in (0..).zip(acknowledged.iter().copied()) {
        let game = match store.load_game(id(n)) {
            Err(StoreError::NotFound) if acknowledged == 0 => continue,
            game => game.unwrap(),
        };
        let version = game.summary.version;
        assert!((acknowledged..=acknowledged.max(1) + 1).contains(&version), "{version} {acknowledged}");
        for (at, event) in game.events.iter().enumerate().skip(1) {
            assert_eq!(event.event, ply(at as i64));
            let key = store
                .idempotency(&format!("game {n}"), &at.to_string(), Some(id(n)), crate::build::at(0))
                .unwrap();
            assert_eq!(key.unwrap().game, Some(id(n)));
        }
        let unacknowledged = acknowledged.max(1);
        let retry = store.append(step(n, unacknowledged));
        assert_eq!(retry.is_ok(), version == unacknowledged, "{retry:?}");
        assert_eq!(store.load_game(id(n)).unwrap().summary.version, unacknowledged + 1);
    }
}

/// This binary as a worker; `wrapper` is a shell text that ends by running its arguments.
pub fn worker(directory: &Path, wrapper: &str) -> Child {
    let own = std::env::current_exe().unwrap();
    Command::new("sh")
        .args(["-c", wrapper])
        .arg(own)
        .args(["--exact", "crash::a_worker_writes_what_it_says", "--nocapture", "--test-threads=1"])
        .env(DIRECTORY, directory)
        .env(APPENDS, "1000000")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The numbers of a line `word n version`.
pub fn said(line: &str, word: &str) -> Option<(usize, u64)> {
    let mut words = line.split(' ');
    (words.next()? == word).then_some(())?;
    Some((words.next()?.parse().ok()?, words.next()?.parse().ok().unwrap_or(0)))
}

/// How often a database is killed before a new one begins: [`check`] looks every key up, and for that reads the game's
/// whole log each time, so it takes with the square of what was written.
const KILLS_OF_ONE: u64 = 5;

#[test]
#[cfg(unix)]
fn killed_at_any_moment_nothing_acknowledged_is_lost_or_doubled() {
    let kills: u64 = std::env::var("TAPIS_KILLS").map_or(3, |text| text.parse().unwrap());
    for first in (0..kills).step_by(KILLS_OF_ONE as usize) {
        let directory = tempfile::tempdir().unwrap();
        let mut acknowledged = vec![0; WRITERS as usize];
        for kill in first..kills.min(first + KILLS_OF_ONE) {
            write_until_killed(directory.path(), 40 + kill * 37 % 100, &mut acknowledged);
            check(&directory.path().join("games.db"), &acknowledged);
            acknowledged.iter_mut().for_each(|version| *version = (*version).max(1) + 1);
        }
    }
}

/// Kills a worker after `enough` acknowledgements, and notes the newest of each game.
#[cfg(unix)]
fn write_until_killed(directory: &Path, enough: u64, acknowledged: &mut [u64]) {
    let mut child = worker(directory, "exec \"$0\" \"$@\"");
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut note = |line: &str| {
        let said = said(line, "acknowledged");
        if let Some((n, version)) = said {
            acknowledged[n] = version.max(acknowledged[n]);
        }
        said.is_some()
    };
    let mut heard = 0;
    while heard < enough {
        heard += u64::from(note(&lines.next().expect("the worker goes on").unwrap()));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // What it still said before it died counts too.
    lines.map_while(Result::ok).for_each(|line| {
        note(&line);
    });
}

#[test]
#[cfg(unix)]
fn when_the_disk_fails_nothing_is_acknowledged_that_is_not_there() {
    let directory = tempfile::tempdir().unwrap();
    // Files may grow to 2000 blocks, of half or one KiB depending on the shell; then writes fail, as those of a broken disk do.
    let limits = "trap '' XFSZ; ulimit -f 2000; exec \"$0\" \"$@\"";
    let mut child = worker(directory.path(), limits);
    let (mut acknowledged, mut failed) = (vec![0; WRITERS as usize], 0);
    for line in BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok) {
        if let Some((n, version)) = said(&line, "acknowledged") {
            acknowledged[n] = version.max(acknowledged[n]);
        }
        failed += u64::from(said(&line, "failed").is_some());
    }
    let status = child.wait().unwrap();
    assert_eq!(failed, WRITERS, "{acknowledged:?} {status:?}");
    assert!(acknowledged.iter().all(|version| *version > 2), "{acknowledged:?}");
    // With room again everything goes on.
    check(&directory.path().join("games.db"), &acknowledged);
}

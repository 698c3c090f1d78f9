//! Killed while a database is made, recovered, checkpointed, copied out, or summed up anew: all of it or nothing.
//!
//! As in `crash`, a second process is this test binary again, running [`a_worker_does_one_thing`]; `TAPIS_KILLS` says
//! how often each thing is interrupted (default 3).

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use tapis_db::model::*;

use crate::backup::back_up;
use crate::build::*;
use crate::{open, populate};

const DIRECTORY: &str = "TAPIS_TEST_DIRECTORY";
const TASK: &str = "TAPIS_TEST_TASK";

/// What is interrupted.
const TASKS: [&str; 4] = ["create", "recover", "back up", "rebuild"];

/// More than a worker gets done before it is killed.
const ROUNDS: u64 = 1_000_000;

/// As a test it does everything once; as a worker one thing again and again, until it is killed.
#[test]
fn a_worker_does_one_thing() {
    match (std::env::var_os(DIRECTORY), std::env::var(TASK)) {
        (Some(directory), Ok(task)) => (0..ROUNDS).for_each(|n| work(Path::new(&directory), &task, n)),
        _ => TASKS.iter().for_each(|task| {
            let directory = tempfile::tempdir().unwrap();
            prepare(directory.path(), task);
            work(directory.path(), task, 0);
            check(directory.path(), task, "not killed");
        }),
    }
}

fn work(directory: &Path, task: &str, n: u64) {
    let path = directory.join("games.db");
    match task {
        "create" => {
            open(&directory.join(format!("new-{n}.db"))).unwrap().close().unwrap();
        }
        // Opening recovers the log the last one left; closing brings it into the file.
        "recover" => {
            let store = open(&path).unwrap();
            store.append(append(id(1), store.load_game(id(1)).unwrap().summary.version)).unwrap();
            if n.is_multiple_of(2) {
                store.close().unwrap();
            } else {
                std::mem::forget(store);
                std::process::abort();
            }
        }
        "back up" => {
            back_up(&path, &directory.join(format!("copy-{n}.db"))).unwrap();
        }
        _ => open(&path).unwrap().rebuild_rollups().unwrap(),
    }
}

fn prepare(directory: &Path, task: &str) {
    if task != "create" {
        let store = open(&directory.join("games.db")).unwrap();
        populate(&store);
        store.close().unwrap();
    }
}

/// Every database with a name is whole, and says what it said.
fn check(directory: &Path, task: &str, when: &str) {
    let expected = tempfile::tempdir().unwrap();
    let reference = open(&expected.path().join("games.db")).unwrap();
    if task != "create" {
        populate(&reference);
    }
    for file in std::fs::read_dir(directory).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        // What has no name yet begins with a dot.
        if name.starts_with('.') || !name.ends_with(".db") {
            continue;
        }
        let store = open(&path).unwrap_or_else(|error| panic!("{task}, {when}: {name} is refused: {error}"));
        assert!(store.verify_rollups().unwrap(), "{task}, {when}: {name}");
        let mut games = store.list_games(&GameFilter::default(), None, 50).unwrap();
        let mut wanted = reference.list_games(&GameFilter::default(), None, 50).unwrap();
        for game in games.games.iter_mut().chain(&mut wanted.games) {
            // The one that was played on.
            if game.id == id(1) {
                (game.version, game.updated_at, game.deadline) = (0, at(0), None);
            }
        }
        assert_eq!(games, wanted, "{task}, {when}: {name}");
        for n in 0..if task == "create" { 0 } else { 6 } {
            let game = store.load_game(id(n)).unwrap();
            assert_eq!(game.events.len() as u64, game.summary.version, "{task}, {when}: {name}");
        }
        // Closed, it has taken its log away, and nothing vanishes any more while `clear` looks.
        store.close().unwrap();
    }
}

#[test]
#[cfg(unix)]
fn killed_at_any_moment_everything_is_whole_or_absent() {
    let kills: u64 = std::env::var("TAPIS_KILLS").map_or(3, |text| text.parse().unwrap());
    for task in TASKS {
        let directory = tempfile::tempdir().unwrap();
        prepare(directory.path(), task);
        for kill in 0..kills {
            let mut child = Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "killed::a_worker_does_one_thing", "--test-threads=1"])
                .env(DIRECTORY, directory.path())
                .env(TASK, task)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            // Any moment of its first few rounds.
            std::thread::sleep(Duration::from_micros(3_000 + kill * 7_919 % 60_000));
            child.kill().unwrap();
            child.wait().unwrap();
            check(directory.path(), task, &format!("kill {kill}"));
            clear(directory.path());
        }
    }
}

/// Takes away what a round leaves: copies, and what has no name. What it began with stays.
fn clear(directory: &Path) {
    for file in std::fs::read_dir(directory).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !name.starts_with("games.db") {
            std::fs::remove_file(path).unwrap();
        }
    }
}

/// A checkpoint writes pages in order: cut short, the file begins with a header that speaks of pages it does not have yet.
/// The log still has them all.
#[test]
fn a_checkpoint_that_had_only_begun() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    let store = open(&path).unwrap();
    let before = std::fs::read(&path).unwrap();
    populate(&store);
    let log = std::fs::read(path.with_extension("db-wal")).unwrap();
    let games = store.list_games(&GameFilter::default(), None, 50).unwrap();
    store.close().unwrap();
    let after = std::fs::read(&path).unwrap();
    assert!(after.len() > before.len());

    let crashed = tempfile::tempdir().unwrap();
    let path = crashed.path().join("games.db");
    std::fs::write(&path, [&after[..4096], &before[4096..]].concat()).unwrap();
    std::fs::write(path.with_extension("db-wal"), log).unwrap();
    let store = open(&path).unwrap();
    assert_eq!(store.list_games(&GameFilter::default(), None, 50).unwrap(), games);
    assert!(store.verify_rollups().unwrap());
}

//! Flipped bytes and cut files: refused, met when read, or without effect; never a panic, never a wrong log of a game.
//!
//! `TAPIS_FLIPS` says how many (default 60), `TAPIS_FLIP_SEED` where to start.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use tapis_db::model::GameFilter;
use tapis_db::sqlite::{ReadOnlyDatabase, SqliteOptions, SqliteStore};
use tapis_db::{GameStore as _, ServedStore as _, StoreError};

use crate::report::{Answer, answers};
use crate::{open, populate};

/// splitmix64: enough randomness for choosing bytes.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % n as u64) as usize
    }
}

fn knob(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// One damage to a file: mostly a flipped bit or changed byte of its used parts, now and then a cut.
fn damage(random: &mut Random, whole: &[u8]) -> Vec<u8> {
    let mut spoilt = whole.to_vec();
    if random.below(20) == 0 {
        spoilt.truncate(random.below(whole.len()));
        return spoilt;
    }
    // Most of a small database is empty space: take a byte that is in use, or near one.
    let at = (0..20).map(|_| random.below(whole.len())).find(|at| whole[*at] != 0).unwrap_or(0);
    match random.below(3) {
        0 => spoilt[at] ^= 1 << random.below(8),
        1 => spoilt[at] = spoilt[at].wrapping_add(1 + random.below(255) as u8),
        _ => {
            let end = (at + 1 + random.below(64)).min(whole.len());
            spoilt[at..end].iter_mut().for_each(|byte| *byte = random.below(256) as u8);
        }
    }
    spoilt
}

/// Populates a database; answers its bytes and what it says.
fn baseline(path: &Path) -> (Vec<u8>, Vec<Answer>) {
    let store = open(path).unwrap();
    populate(&store);
    let whole = answers(&store);
    assert!(whole.iter().all(|(_, answer)| answer.is_ok()));
    store.close().unwrap();
    (std::fs::read(path).unwrap(), whole)
}

/// Damages the file again and again; `judge` looks at each store that opens and tells what is gone, which a check of the whole
/// database must notice. Answers how many did not open.
fn spoil(seed: u64, options: SqliteOptions, judge: impl Fn(&SqliteStore, &[Answer]) -> Vec<String>) -> u64 {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    let (whole, expected) = baseline(&path);
    let (flips, start) = (knob("TAPIS_FLIPS", 60), knob("TAPIS_FLIP_SEED", seed));
    let mut refused = 0;
    for seed in start..start + flips {
        let spoilt = damage(&mut Random(seed), &whole);
        for suffix in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{suffix}", path.display()));
        }
        std::fs::write(&path, &spoilt).unwrap();
        let outcome = catch_unwind(AssertUnwindSafe(|| match SqliteStore::open(&path, options) {
            Ok(store) => {
                let gone = judge(&store, &expected);
                let _ = store.close();
                assert!(gone.is_empty() || is_noticed(&path), "{gone:?} are gone, and a check finds nothing");
                true
            }
            Err(error) => {
                assert!(!error.is_unavailable() || matches!(error, StoreError::Io(_)), "{error}");
                assert!(std::fs::read(&path).unwrap() == spoilt, "a refused file was changed");
                false
            }
        }));
        match outcome {
            Ok(opened) => refused += u64::from(!opened),
            Err(panic) => {
                eprintln!("TAPIS_FLIP_SEED={seed} TAPIS_FLIPS=1 shows it alone");
                std::panic::resume_unwind(panic);
            }
        }
    }
    refused
}

fn is_noticed(path: &Path) -> bool {
    let checked = ReadOnlyDatabase::open(path).and_then(|database| database.verify());
    checked.map_or(true, |checked| !checked.findings.is_empty())
}

#[test]
fn a_damaged_file_is_refused_or_harmless() {
    let refused = spoil(1, SqliteOptions::default(), |store, whole| {
        let found = answers(store);
        assert_eq!(found.len(), whole.len());
        for ((question, answer), (asked, expected)) in found.iter().zip(whole) {
            assert_eq!(question, asked);
            match answer {
                Ok(_) if question.starts_with("log ") => assert_eq!(answer, expected, "{question}"),
                Ok(_) => {}
                Err(error) => assert!(matches!(error, StoreError::Corrupt(_)), "{question}: {error}"),
            }
        }
        // What is damaged stays so, but a write must not panic or hang either.
        let _ = store.append(crate::build::append(crate::build::id(1), 7));
        Vec::new()
    });
    assert!(refused > 0, "no damage was noticed at start");
}

/// In a file too large to be checked at start, damage is met row by row.
#[test]
fn damage_met_later_never_falsifies_a_game() {
    let options = SqliteOptions { check_bytes: 0, ..SqliteOptions::default() };
    let refused = spoil(1_000_000, options, |store, whole| {
        let mut gone = Vec::new();
        for (question, answer) in &answers(store) {
            let (_, expected) = whole.iter().find(|(other, _)| other == question).unwrap();
            if question.starts_with("log ") {
                match answer {
                    // Its key is damaged, so there is no such thing any more.
                    Err(StoreError::NotFound) => gone.push(question.clone()),
                    Ok(_) => assert_eq!(answer, expected, "{question}"),
                    Err(error) => assert!(
                        matches!(error, StoreError::Corrupt(_) | StoreError::Io(_)),
                        "{question}: {error}"
                    ),
                }
            }
        }
        let _ = store.append(crate::build::append(crate::build::id(1), 7));
        gone
    });
    assert!(refused < knob("TAPIS_FLIPS", 60), "nothing opened");
}

/// A database with its log as a crash leaves them: six commits after the last checkpoint.
fn crashed(directory: &Path) -> (std::path::PathBuf, Vec<u8>) {
    let source = tempfile::tempdir().unwrap();
    let store = open(&source.path().join("games.db")).unwrap();
    (0..6).for_each(|n| assert!(store.create_game(crate::build::game(n)).is_ok()));
    for name in ["games.db", "games.db-wal"] {
        std::fs::copy(source.path().join(name), directory.join(name)).unwrap();
    }
    store.close().unwrap();
    (directory.join("games.db"), std::fs::read(directory.join("games.db-wal")).unwrap())
}

/// What a check says of a database whose log is this.
fn findings(path: &Path, log: &[u8]) -> Vec<String> {
    std::fs::write(format!("{}-wal", path.display()), log).unwrap();
    let _ = std::fs::remove_file(format!("{}-shm", path.display()));
    ReadOnlyDatabase::open(path).unwrap().verify().unwrap().findings
}

/// SQLite forgets what follows a damaged frame, without a word.
#[test]
fn a_damaged_log_is_told_from_a_write_that_was_interrupted() {
    const FRAME: usize = 24 + 4096;
    let directory = tempfile::tempdir().unwrap();
    let (path, log) = crashed(directory.path());
    let frames = (log.len() - 32) / FRAME;
    assert!(frames > 10, "{frames}");
    assert_eq!(findings(&path, &log), [""; 0]);
    // Interrupted: a torn last frame, one of which only the head was written, none at all.
    for length in [log.len() - 1, log.len() - 4000, log.len() - FRAME, 32 + FRAME, 32, 7] {
        assert_eq!(findings(&path, &log[..length]), [""; 0], "{length}");
    }
    let mut torn = log.clone();
    torn[log.len() - 100] ^= 1;
    assert_eq!(findings(&path, &torn), [""; 0]);
    // Damaged: a bit of a page, of a checksum, of a salt, of the head.
    for (at, expected) in [
        (32 + 24 + 1000, "the -wal file: frame 1 of "),
        (32 + FRAME + 17, "the -wal file: frame 2 of "),
        (32 + FRAME + 9, "the -wal file: frame 2 of "),
        (18, "the -wal file: its head is damaged"),
    ] {
        let mut spoilt = log.clone();
        spoilt[at] ^= 1;
        let found = findings(&path, &spoilt);
        assert!(found.len() == 1 && found[0].starts_with(expected), "{at}: {found:?}");
    }
}

/// Whoever scans the games under way takes an empty page for the last one.
#[test]
fn games_behind_a_page_of_damaged_ones_are_found() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    let store = open(&path).unwrap();
    for n in 0..8 {
        store.create_game(crate::build::game(n)).unwrap();
    }
    store.close().unwrap();
    let conn = rusqlite::Connection::open(&path).unwrap();
    let spoilt = (1..6).map(|n| format!("'{}'", crate::build::id(n))).collect::<Vec<_>>().join(", ");
    conn.execute(&format!("UPDATE games SET practice = 1, created_at = '9' WHERE id IN ({spoilt})"), [])
        .unwrap();
    drop(conn);
    let store = open(&path).unwrap();
    for limit in [1, 2, 50] {
        let (mut found, mut after) = (Vec::new(), None);
        loop {
            let page = store.unfinished_games(after, limit).unwrap();
            let Some(last) = page.last() else { break };
            after = Some(last.id);
            found.extend(page.iter().map(|game| game.id));
        }
        assert_eq!(found, [0, 6, 7].map(crate::build::id), "{limit}");
        let (mut listed, mut after) = (Vec::new(), None);
        loop {
            let page = store.list_games(&GameFilter::default(), after, limit).unwrap();
            listed.extend(page.games.iter().map(|game| game.id));
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        assert_eq!(listed, [7, 6, 0].map(crate::build::id), "{limit}");
    }
}

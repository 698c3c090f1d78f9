//! What a move costs the disk: games share the pages their moves are written to.

use std::sync::mpsc;

use tapis_db::model::Append;

use crate::build::*;

const GAMES: u64 = 32;
const MOVES: u64 = 60;
/// A page in the write-ahead log, with its header.
const FRAME: u64 = 4096 + 24;

#[test]
fn many_games_at_once_write_less_than_half_a_page_a_move() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    let store = crate::open(&path).unwrap();
    (0..GAMES).for_each(|n| store.create_game(game(n)).map(drop).unwrap());
    let log = || std::fs::metadata(path.with_extension("db-wal")).unwrap().len() / FRAME;
    let before = log();
    for version in 1..=MOVES {
        let (sender, answers) = mpsc::channel();
        for n in 0..GAMES {
            let record = plain_key("move", &version.to_string(), id(n), version + 1);
            let append = Append { idempotency: Some(record), ..append(id(n), version) };
            let sender = sender.clone();
            store.append_then(append, Box::new(move |answer| sender.send(answer).unwrap()));
        }
        drop(sender);
        assert!(answers.iter().all(|answer| answer.is_ok_and(|made| made.version == version + 1)));
    }
    let written = log() - before;
    let commits = store.writer_stats().commits - GAMES;
    println!("{written} pages for {} moves in {commits} commits", GAMES * MOVES);
    // The first of each round may go alone; a commit writes the end of the log and a page of heads at least.
    assert!(written >= 2 * commits, "the log was cut: {written}");
    assert!(2 * written < GAMES * MOVES, "{written} pages for {} moves", GAMES * MOVES);
}

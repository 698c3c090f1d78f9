//! What is deleted is overwritten in the file.

use tapis_db::model::NewGame;

use crate::build::*;

/// More than a page of them: pages become free when they are deleted.
const GAMES: u64 = 60;
const PLAYER: &str = "u-17-who-asks-to-be-forgotten";

/// How often the player is named in the files of a folder.
fn named(directory: &std::path::Path) -> usize {
    let files =
        std::fs::read_dir(directory).unwrap().map(|file| std::fs::read(file.unwrap().path()).unwrap());
    files.map(|bytes| bytes.windows(PLAYER.len()).filter(|bytes| *bytes == PLAYER.as_bytes()).count()).sum()
}

#[test]
fn a_player_who_was_deleted_is_in_no_free_page() {
    let directory = tempfile::tempdir().unwrap();
    let store = crate::open(&directory.path().join("players.db")).unwrap();
    for n in 0..GAMES {
        let players = vec![seated(n, 0, PLAYER), seated(n, 1, "bo")];
        store.create_game(NewGame { players, ..game(n) }).unwrap();
    }
    store.put_rating(rated(PLAYER, "richelieu", 1.0)).unwrap();
    assert!(named(directory.path()) > GAMES as usize, "in the tables and an index");
    assert_eq!(store.forget_player("front-end", PLAYER, 1_000), Ok(GAMES as usize));
    assert_eq!(store.forget_ratings("front-end", PLAYER), Ok(1));
    store.close().unwrap();
    assert_eq!(named(directory.path()), 0);
}

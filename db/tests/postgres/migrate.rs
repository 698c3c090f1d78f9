//! A database of an older schema is brought up to date by the first node that starts on it.

use super::open;
use crate::build::*;
use crate::server;

/// What came after each version.
const SINCE: [(u32, &str); 2] =
    [(12, "seated_players, quotas, push_keys, push_subscriptions, player_ratings"), (13, "player_ratings")];

#[test]
fn a_database_of_an_older_version_is_brought_up_to_date() {
    for (version, tables) in SINCE {
        let url = server::shared().database();
        let store = open(&url);
        store.create_game(game(1)).unwrap();
        store.watch_game(watched(1, "a")).unwrap();
        store.close().unwrap();
        server::shared().sql(&url, "ALTER TABLE webhook_games DROP COLUMN url");
        server::shared().sql(&url, &format!("DROP TABLE {tables}; UPDATE tapis SET version = {version}"));
        let store = open(&url);
        store.seat_players(id(1), vec![seated(1, 0, "ada")]).unwrap();
        assert_eq!(store.players_of(id(1)), Ok(vec![seated(1, 0, "ada")]));
        let rating = rated("ada", "richelieu", 1.0);
        store.put_rating(rating.clone()).unwrap();
        assert_eq!(store.ladder("front-end", "richelieu", None, 9), Ok(vec![rating]));
        assert_eq!(store.load_game(id(1)).unwrap().summary.version, 1);
        assert_eq!(store.watched_game(id(1)), Ok(Some(watched(1, "a"))), "the seal of before fits");
        assert!(server::shared().sql(&url, "SELECT version FROM tapis").contains("14"), "from {version}");
    }
}

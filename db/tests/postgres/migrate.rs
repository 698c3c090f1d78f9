//! A database of an older release is brought up to date by the first node that starts on it.

use super::open;
use crate::build::*;
use crate::server;

/// What makes a database of today one of 0.1.0.
pub(super) const OF_0_1_0: &str = "DROP TABLE webhooks, webhook_games, seated_players, quotas, push_keys, push_subscriptions, player_ratings; \
                        UPDATE tapis SET version = 11";

#[test]
fn a_database_of_an_older_release_is_brought_up_to_date() {
    let url = server::shared().database();
    let store = open(&url);
    store.create_game(game(1)).unwrap();
    store.close().unwrap();
    server::shared().sql(&url, OF_0_1_0);
    let store = open(&url);
    store.watch_game(watched(1, "a")).unwrap();
    assert_eq!(store.watched_game(id(1)), Ok(Some(watched(1, "a"))));
    store.seat_players(id(1), vec![seated(1, 0, "ada")]).unwrap();
    assert_eq!(store.players_of(id(1)), Ok(vec![seated(1, 0, "ada")]));
    let rating = rated("ada", "richelieu", 1.0);
    store.put_rating(rating.clone()).unwrap();
    assert_eq!(store.ladder("front-end", "richelieu", None, 9), Ok(vec![rating]));
    assert_eq!(store.load_game(id(1)).unwrap().summary.version, 1);
    assert_eq!(server::shared().sql(&url, "SELECT version FROM tapis"), "15");
}

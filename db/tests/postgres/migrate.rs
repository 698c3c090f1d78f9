//! A database of an older release is brought up to date by the first node that starts on it.

use tapis_db::StoreError;
use tapis_db::model::{Append, Source};

use super::open;
use crate::build::*;
use crate::server;

/// The rollups of 0.1.0, a table each.
const ROLLUPS: [(u8, &str, &str); 8] = [
    (1, "games", "population, slot, s1 AS n, s2 AS tied"),
    (
        2,
        "seats",
        "population, slot, k1 AS seat, s1 AS n, s2 AS win_units, s3 AS win_squares, s4 AS sole_wins, s5 AS shared_wins",
    ),
    (3, "moments", "population, slot, k1 AS seat, k2 AS measure, s1 AS n, s2 AS total, s3 AS squares"),
    (4, "values", "population, slot, k1 AS seat, k2 AS measure, k3 AS value, s1 AS n"),
    (
        5,
        "features",
        "population, slot, k1 AS seat, k2 AS feature, s1 AS n, s2 AS win_units, s3 AS win_squares, s4 AS score_total, s5 AS score_squares",
    ),
    (6, "days", "population, slot, k1 AS day, s1 AS n, s2 AS tied, s3 AS length_total, s4 AS length_squares"),
    (
        7,
        "day_seats",
        "population, slot, k1 AS day, k2 AS seat, s1 AS n, s2 AS win_units, s3 AS win_squares, s4 AS sole_wins, s5 AS shared_wins",
    ),
    (
        8,
        "feature_games",
        "population, slot, k1 AS feature, s1 AS seats_square, s2 AS seats_units, s3 AS units_square",
    ),
];

/// What makes a database of today one of 0.1.0.
pub(super) fn of_0_1_0() -> String {
    let mut sql = "DROP TABLE webhooks, webhook_games, seated_players, wishes, quotas, push_keys, push_subscriptions, player_ratings, \
                   absences, clock; \
                   DROP INDEX games_public_full; \
                   ALTER TABLE experiments DROP COLUMN asked_by; \
                   ALTER TABLE idempotency ADD COLUMN status int NOT NULL DEFAULT 0; \
                   UPDATE tapis SET version = 11"
        .to_owned();
    let rows = "rulesets games heads idempotency experiments experiment_chunks populations measures feature_values facts \
                api_keys reviews";
    for table in rows.split_whitespace() {
        sql.push_str(&format!("; ALTER TABLE {table} ADD COLUMN seal bytea NOT NULL DEFAULT ''"));
    }
    for (kind, of, columns) in ROLLUPS {
        sql.push_str(&format!(
            "; CREATE TABLE rollup_{of} AS SELECT {columns}, 0 AS check_sum FROM rollups WHERE kind = {kind}"
        ));
    }
    sql + "; DROP TABLE rollups"
}

#[test]
fn a_database_of_an_older_release_is_brought_up_to_date() {
    let url = server::shared().database();
    let store = open(&url);
    store.create_game(game(1)).unwrap();
    store.create_game(game(2)).unwrap();
    store.append(finish(id(2), 1, result(Source::Played, &[3, 5]))).unwrap();
    let counted = store.summary(&from(Source::Played)).unwrap();
    store.close().unwrap();
    server::shared().sql(&url, &of_0_1_0());
    let store = open(&url);
    assert_eq!(store.summary(&from(Source::Played)).unwrap(), counted);
    assert!(store.verify_rollups().unwrap());
    add_webhooks(&*store, &["a"]);
    let (players, followers) = (vec![seated(1, 0, "ada")], vec![watched(1, "a")]);
    store.append(Append { players, followers, ..append(id(1), 1) }).unwrap();
    assert_eq!(store.followers_of(id(1)), Ok(vec![watched(1, "a")]));
    assert_eq!(store.players_of(id(1)), Ok(vec![seated(1, 0, "ada")]));
    store.put_wish(wish(1, 0, 1)).unwrap();
    let rating = rated("ada", "richelieu", 1.0);
    store.put_rating(rating.clone()).unwrap();
    assert_eq!(store.ladder("front-end", "richelieu", None, 9), Ok(vec![rating]));
    assert_eq!(store.load_game(id(1)).unwrap().summary.version, 2);
    assert_eq!(server::shared().sql(&url, "SELECT version FROM tapis"), "20");
}

#[test]
fn a_database_that_nodes_of_an_older_release_serve_is_left_as_it_is() {
    let url = server::shared().database();
    let older = open(&url);
    server::shared().sql(&url, &of_0_1_0());
    let Err(StoreError::Unfit(text)) = tapis_db::open(&url) else { panic!("it was taken") };
    assert!(text.starts_with("nodes of an older release serve the database"), "{text}");
    assert_eq!(server::shared().sql(&url, "SELECT version FROM tapis"), "11");
    older.close().unwrap();
    drop(open(&url));
    assert_eq!(server::shared().sql(&url, "SELECT version FROM tapis"), "20");
}

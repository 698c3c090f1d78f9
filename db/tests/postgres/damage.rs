//! A changed value is met when it is read.

use tapis_db::model::*;
use tapis_db::{DatabaseUrl, StoreError};

use super::open;
use crate::build::*;
use crate::server;

fn is_damaged<T>(answer: Result<T, StoreError>) -> bool {
    matches!(answer, Err(StoreError::Corrupt(_)))
}

#[test]
fn what_is_changed_is_not_served() {
    let url = server::shared().database();
    let store = open(&url);
    for (n, sql) in (1..).zip([
        "UPDATE events SET notation = 'take 9L' WHERE version = 2",
        "UPDATE events SET at = at + interval '1 ms' WHERE version = 2",
        "UPDATE events SET request = NULL WHERE version = 2",
        "DELETE FROM events WHERE version = 3",
        "UPDATE games SET practice = true",
        "UPDATE heads SET version = 2",
        "UPDATE game_secrets SET nonce = seed",
        "UPDATE rulesets SET game = 'malin'",
    ]) {
        let new = NewGame { ruleset: ruleset(n as u8), ..game(n) };
        store.create_game(new).unwrap();
        for version in 1..=2 {
            let record = plain_key("move", &version.to_string(), id(n), version + 1);
            store.append(Append { idempotency: Some(record), ..append(id(n), version) }).unwrap();
        }
        store.load_game(id(n)).unwrap();
        let column = match sql
            .split_whitespace()
            .find(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '_'))
        {
            Some("games") => "id",
            Some("rulesets") => "hash",
            _ => "game",
        };
        let of = match column {
            "hash" => format!("hash = '\\x{}'", ruleset(n as u8).hash),
            _ => format!("{column} = '{}'", id(n)),
        };
        let word = if sql.contains("WHERE") { "AND" } else { "WHERE" };
        server::shared().sql(&url, &format!("{sql} {word} {of}"));
        assert!(is_damaged(store.load_game(id(n))), "{sql}");
    }
}

#[test]
fn games_that_cannot_be_read_are_left_out_of_lists_and_changed_sums_are_found() {
    let url = server::shared().database();
    let store = open(&url);
    (1..=3).for_each(|n| assert_eq!(store.create_game(game(n)).unwrap().version, 1));
    store.append(finish(id(1), 1, result(Source::Played, &[3, 5]))).unwrap();
    server::shared().sql(&url, &format!("UPDATE games SET status = 'off' WHERE id = '{}'", id(2)));
    let page = store.list_games(&GameFilter::default(), None, 10).unwrap();
    assert_eq!(page.games.iter().map(|game| game.id).collect::<Vec<_>>(), [id(3), id(1)]);
    let filter = from(Source::Played);
    let before = store.summary(&filter).unwrap();
    server::shared().sql(&url, "UPDATE rollups SET s2 = s2 + 1 WHERE kind = 2 AND k1 = 0");
    assert_eq!(store.verify_rollups(), Ok(false));
    store.rebuild_rollups().unwrap();
    assert_eq!(store.summary(&filter).unwrap(), before);
    server::shared().sql(&url, "UPDATE facts SET body = replace(body, '\"score\":5', '\"score\":6')");
    assert_eq!(store.verify_rollups(), Ok(false));
    server::shared().sql(&url, "UPDATE facts SET body = ''");
    assert!(is_damaged(store.rebuild_rollups()));
    assert_eq!(store.summary(&filter).unwrap(), before);
}

#[test]
fn a_check_beside_the_nodes_names_everything_that_is_damaged() {
    let url = server::shared().database();
    let store = open(&url);
    store.add_key(api_key("front-end")).unwrap();
    let checked = || url.parse::<DatabaseUrl>().unwrap().verify().unwrap();
    (1..=4).for_each(|n| assert_eq!(store.create_game(game(n)).unwrap().version, 1));
    store.append(finish(id(1), 1, result(Source::Played, &[3, 5]))).unwrap();
    let sound = checked();
    assert!(sound.is_sound(), "{:?}", sound.findings);
    assert_eq!((sound.games, sound.events, sound.results), (4, 5, 1));
    for sql in [
        format!("UPDATE games SET practice = true WHERE id = '{}'", id(2)),
        format!("UPDATE events SET at = at + interval '1 ms' WHERE game = '{}'", id(3)),
        format!("DELETE FROM heads WHERE game = '{}'", id(4)),
        "UPDATE rollups SET s2 = s2 + 1 WHERE kind = 2 AND k1 = 0".to_owned(),
        "UPDATE api_keys SET scope = 'queen'".to_owned(),
    ] {
        server::shared().sql(&url, &sql);
    }
    let damaged = checked();
    let others = ["the statistics: ", "a row of api_keys: "].map(str::to_owned);
    for what in [2, 3, 4].map(|n| format!("game {}: ", id(n))).iter().chain(&others) {
        assert!(damaged.findings.iter().any(|found| found.starts_with(what.as_str())), "{what}: {damaged:?}");
    }
    assert_eq!((damaged.games, damaged.findings.len()), (4, 5), "{:?}", damaged.findings);
}

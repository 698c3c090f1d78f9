//! A database with a little of everything in it.

use tapis_db::Store;
use tapis_db::model::*;
use tapis_db::rating::Rating;

use crate::build::*;

fn players(n: u64) -> Vec<SeatedPlayer> {
    match n {
        0 => vec![seated(0, 0, "ada"), seated(0, 1, "bo")],
        1 => vec![seated(1, 0, "ada")],
        _ => Vec::new(),
    }
}

fn followers(n: u64) -> Vec<WatchedGame> {
    let url = (n == 3).then(|| "https://example.com/table".to_owned());
    let told = WatchedGame { delivered: n, url, ..watched(n, "front-end") };
    if n.is_multiple_of(3) { vec![told] } else { Vec::new() }
}

/// Fills a store with a little of everything: six games, some finished, some assisted, and what belongs to them.
pub fn populate(store: &dyn Store) {
    // Strong enough known for the statistics.
    let ada = rated("ada", "richelieu", 12.5);
    store.put_rating(PlayerRating { rating: Rating { own: 60.0, ..ada.rating }, ..ada }).unwrap();
    add_webhooks(store, &["front-end"]);
    for n in 0..6 {
        let record = IdempotencyRecord { game: Some(id(n)), ..key("create", &format!("k{n}")) };
        let deadline = (n % 2 == 1).then(|| at(500));
        let (idempotency, players, followers) = (Some(record), players(n), followers(n));
        store.create_game(NewGame { idempotency, deadline, players, followers, ..game(n) }).unwrap();
        for version in 1..=5 + n {
            let record = plain_key("move", &version.to_string(), id(n), version + 1);
            let deadline = deadline.map(|first| first.plus_seconds(version as i64));
            let append = Append { idempotency: Some(record), deadline, ..append(id(n), version) };
            store.append(append).unwrap();
        }
        if n % 2 == 0 {
            let result = result(Source::Played, &[20 + n as i64, 23]);
            store.append(finish(id(n), 6 + n, result)).unwrap();
        } else {
            store.count_hint(id(n), (1, 1), None).unwrap();
        }
    }
    store.put_review(review(0, "quick")).unwrap();
    store.put_review(review(2, "deep")).unwrap();
    store.put_wish(wish(0, 0, 1)).unwrap();
    let bots = (100..110).map(|n| simulated(n, result(Source::Bots, &[n as i64 % 7, 5, 3])));
    store.record_simulated(bots.collect()).unwrap();
    store.put_push_key(None, PushKey { sealed: vec![9; 60] }).unwrap();
    for browser in 1..=3 {
        store.put_subscription(subscription(u64::from(browser % 3), 0, browser), 4).unwrap();
    }
    store.put_experiment(experiment("exp_1")).unwrap();
    for number in 0..3 {
        let games =
            vec![simulated(200 + number, result(Source::Experiment("e1".to_owned()), &[4, number as i64]))];
        store.record_chunk("exp_1", chunk(number), games).unwrap();
    }
}

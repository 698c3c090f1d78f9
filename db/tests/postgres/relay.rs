//! A way to the server that is cut without a word: each end learns of it when it says something next.

use std::sync::mpsc;

use super::open;
use crate::build::*;
use crate::server::{self, relay::Relay};

/// A server that gives way to another, or a router between that forgets: all connections are gone, and nothing tells of it. One that is
/// lost says so of all that were open then, so what is sent once more gets a new one.
#[test]
fn connections_that_are_all_gone_cost_nobody_a_move() {
    let url = server::shared().database();
    let relay = Relay::start(server::shared());
    let store = open(&relay.url(&url));
    (0..12).for_each(|n| assert_eq!(store.create_game(game(n)).unwrap().version, 1));
    for time in 1..4 {
        open_many(&*store, &url, time);
        relay.cut();
        assert_eq!(store.append(append(id(0), 2 * time - 1)).unwrap().version, 2 * time, "a move");
        assert_eq!(store.load_game(id(1)).unwrap().summary.version, time + 1, "a read");
        assert_eq!(store.create_game(game(12 + time)).unwrap().version, 1, "what is sent only once");
        assert_eq!(store.append(append(id(0), 2 * time)).unwrap().version, 2 * time + 1);
    }
}

/// Has the store open several connections: moves of all games but one wait for a row at the same time.
fn open_many(store: &dyn tapis_db::Store, url: &str, version: u64) {
    let holder = server::shared().hold(url, "SELECT game FROM heads FOR UPDATE");
    let (sender, answers) = mpsc::channel();
    for n in 1..12 {
        let sender = sender.clone();
        store.append_then(append(id(n), version), Box::new(move |answer| drop(sender.send(answer))));
    }
    let waits = "SELECT count(*) > 8 FROM pg_stat_activity \
                 WHERE datname = current_database() AND wait_event_type = 'Lock'";
    server::shared().until(url, waits, "t");
    drop((holder, sender));
    answers.iter().for_each(|answer| assert_eq!(answer.unwrap().version, version + 1));
}

//! What a node left is taken up, whichever answer of the database is lost on the way.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tapis_service::Service;
use tapis_service::charge::Uncounted;
use tapis_service::tables::GameId;

use super::node;
use crate::common::Hand;
use crate::server::{self, relay::Relay};

/// As a node is that was killed: its time is up, and it says nothing any more.
const GONE: &str = "INSERT INTO nodes (id, until) VALUES (gen_random_uuid(), now())";

async fn create(on: &Service, seats: Value, clock: Value) -> GameId {
    let wanted = json!({"game": "richelieu", "options": {"first_seat": 1}, "seats": seats, "clock": clock});
    let wanted = serde_json::from_value(wanted).unwrap();
    on.create(&wanted, None, None, None, &Uncounted).await.unwrap().snapshot.info.id
}

/// Waits until something has happened in a game after it began.
async fn goes_on(seen_by: &Service, game: GameId, what: &str) {
    for _ in 0..3_000 {
        if seen_by.store().game_summary(game).unwrap().version > 1 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{what}: nobody goes on");
}

/// One node after the other is gone, and each time another answer is lost of all that are given to whoever takes up what it left.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_node_left_is_taken_up_whichever_answer_is_lost() {
    let (url, hand) = (server::shared().database(), Arc::new(Hand::default()));
    let relay = Relay::start(server::shared());
    let (there, here) = (node(&url, &hand), node(&relay.url(&url), &hand));
    there.stop_bots(); // it does nothing by itself any more
    let mut losses = 0;
    loop {
        let bot = json!([{"kind": "mine"}, {"kind": "bot", "level": "greedy"}]);
        let bot = create(&there, bot, Value::Null).await;
        let clock = json!({"per_move_s": 60, "on_timeout": "forfeit"});
        let clocked = create(&there, json!([{"kind": "mine"}, {"kind": "mine"}]), clock).await;
        hand.pass(61);
        server::shared().sql(&url, GONE);
        relay.lose(losses + 1);
        // As every second; it may be one of these that is not answered.
        (0..3).for_each(|_| drop(here.take_over()));
        goes_on(&there, bot, &format!("a bot, without answer {}", losses + 1)).await;
        goes_on(&there, clocked, &format!("a clock, without answer {}", losses + 1)).await;
        if !relay.has_lost() {
            break;
        }
        losses += 1;
    }
    assert!(losses > 10, "only {losses} answers were lost");
}

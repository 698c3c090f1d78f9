//! What nodes find when they start, and who comes while they do: games in which nothing is due, and people who wish to play with bots.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::json;

use crate::follower::Front;
use crate::table::client;

/// Within this time whoever wishes to play with bots has a game, whatever becomes of the nodes.
const PROMPT: Duration = Duration::from_secs(2);
/// Between two who come.
const PAUSE: Duration = Duration::from_millis(100);
/// Games that are made at once.
const AT_ONCE: usize = 16;

/// Makes games in which a person is to move, who passes where that is all that can be done: the default of every seat.
pub async fn leave_unfinished(front: &Front, games: usize) {
    let seats = json!([{"kind": "mine"}, {"kind": "mine"}]);
    let body =
        json!({"game": "richelieu", "options": {"first_seat": 0}, "auto_pass": "no_choice", "seats": seats});
    let (http, body) = (&client(), &body);
    let make = |first: usize| async move {
        for n in (first..games).step_by(AT_ONCE) {
            front.create(n, http, body, &format!("unfinished-{n}")).await;
        }
    };
    join_all((0..AT_ONCE).map(make)).await;
}

/// Those who come, one after the other, until told to stop.
pub async fn come(front: Arc<Front>, stop: Arc<AtomicBool>) {
    let (http, mut count, mut longest) = (client(), 0, Duration::ZERO);
    let bot = json!({"kind": "bot", "level": "greedy"});
    let body = json!({"game": "richelieu", "seats": [{"kind": "mine"}, bot]});
    while !stop.load(Relaxed) {
        let began = Instant::now();
        front.create(count, &http, &body, &format!("newcomer-{count}")).await;
        (count, longest) = (count + 1, longest.max(began.elapsed()));
        tokio::time::sleep(PAUSE).await;
    }
    println!("newcomers: {count} games with bots, each made within {longest:?}");
    assert!(count > 0 && longest <= PROMPT, "a new game with bots was waited for {longest:?}");
}

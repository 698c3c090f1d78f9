//! What follows by itself is seen to, whichever answer of the database is lost on the way: of what a node left that is gone, of what a
//! client asks once more, and of what nobody asks for again.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tapis_db::Store;
use tapis_db::model::Digest;
use tapis_service::charge::Uncounted;
use tapis_service::retry::RetryKey;
use tapis_service::tables::GameId;
use tapis_service::{CreateGame, MadeGame, Service};

use super::{Nodes, node};
use crate::common::Hand;
use crate::server::{self, relay::Relay};

/// As a node is that was killed: its time is up, and it says nothing any more.
const GONE: &str = "INSERT INTO nodes (id, until) VALUES (gen_random_uuid(), now())";

/// A node that loses answers, and what is stored.
struct Lossy {
    url: String,
    hand: Arc<Hand>,
    relay: Relay,
    here: Arc<Service>,
    store: Arc<dyn Store>,
}

impl Lossy {
    fn start() -> Self {
        let (url, hand) = (server::shared().database(), Arc::new(Hand::default()));
        let relay = Relay::start(server::shared());
        let here = node(&relay.url(&url), &hand);
        let store = tapis_db::open(&url).unwrap();
        Self { url, hand, relay, here, store }
    }

    /// Does something again and again that loses answers, each time from the next one on, until there is no answer that was not lost.
    async fn each_answer_lost(&self, mut work: impl AsyncFnMut(i64)) {
        let mut n = 0;
        loop {
            n += 1;
            work(n).await;
            let has_lost = self.relay.has_lost();
            self.relay.lose(0, 0);
            if !has_lost {
                break;
            }
            assert!(n < 1_000, "there is no end of answers");
        }
        assert!(n > 3, "only {n} answers");
    }

    /// Waits until a game is beyond a version.
    async fn goes_on(&self, game: GameId, version: u64, what: &str) {
        for _ in 0..3_000 {
            if self.store.game_summary(game).unwrap().version > version {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{what}: nobody goes on");
    }
}

/// A wish of two seats, of which this one begins.
fn wanted(first: u8, seats: Value, clock: Value) -> CreateGame {
    let wanted =
        json!({"game": "richelieu", "options": {"first_seat": first}, "seats": seats, "clock": clock});
    serde_json::from_value(wanted).unwrap()
}

/// A person and a bot, of whom this one begins.
fn with_bot(first: u8) -> CreateGame {
    wanted(first, json!([{"kind": "mine"}, {"kind": "bot", "level": "greedy"}]), Value::Null)
}

async fn create(on: &Service, wanted: &CreateGame, retry: Option<&RetryKey>) -> Option<MadeGame> {
    on.create(wanted, None, None, retry, &Uncounted).await.ok()
}

/// One node after the other is gone, and each time another answer is lost of all that are given to whoever takes up what it left: so
/// many games with a bot, and as many with a clock (`TAPIS_LEFT_GAMES`).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_node_left_is_taken_up_whichever_answer_is_lost() {
    let lossy = Lossy::start();
    let there = node(&lossy.url, &lossy.hand);
    there.stop_bots(); // it does nothing by itself any more
    let clock = json!({"per_move_s": 60, "on_timeout": "forfeit"});
    let clocked = wanted(0, json!([{"kind": "mine"}, {"kind": "mine"}]), clock);
    let games: usize = std::env::var("TAPIS_LEFT_GAMES").map_or(1, |text| text.parse().unwrap());
    let wishes = [("a bot", with_bot(1)), ("a clock", clocked)];
    let work = async |n: i64| {
        let mut left = Vec::new();
        for (what, wanted) in wishes.iter().cycle().take(wishes.len() * games) {
            left.push((what, create(&there, wanted, None).await.unwrap().snapshot.info.id));
        }
        lossy.hand.pass(61);
        server::shared().sql(&lossy.url, GONE);
        lossy.relay.lose(1, n);
        // As every second; it may be one of these that is not answered.
        (0..3).for_each(|_| drop(lossy.here.take_over()));
        for (what, game) in left {
            lossy.goes_on(game, 1, &format!("{what}, without answer {n}")).await;
        }
    };
    lossy.each_answer_lost(work).await;
}

/// In all but one a person is to move, who passes where that is all that can be done.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_take_over_opens_only_games_in_which_something_is_due() {
    let lossy = Lossy::start();
    let there = node(&lossy.url, &lossy.hand);
    there.stop_bots();
    let people = wanted(0, json!([{"kind": "mine"}, {"kind": "mine"}]), Value::Null);
    for _ in 0..60 {
        create(&there, &people, None).await.unwrap();
    }
    lossy.hand.pass(600);
    let bot = create(&there, &with_bot(1), None).await.unwrap().snapshot.info.id;
    server::shared().sql(&lossy.url, GONE);
    assert_eq!(lossy.here.take_over().ok(), Some(true));
    lossy.goes_on(bot, 1, "a bot").await;
    while lossy.here.load().bots_waiting > 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let games = lossy.here.load().games;
    let opened = games.games as u64 + games.evicted;
    assert!(opened <= 2, "{opened} games were opened for one in which something is due");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_begins_whichever_answer_of_its_making_is_lost() {
    let lossy = Lossy::start();
    let work = async |n: i64| {
        let retry = RetryKey {
            scope: "creator".to_owned(),
            key: format!("making {n}"),
            fingerprint: Digest([1; 32]),
            game: None,
            now: lossy.here.now(),
        };
        lossy.relay.lose(1, n);
        let mut made = None;
        for _ in 0..10 {
            if made.is_none() {
                made = create(&lossy.here, &with_bot(1), Some(&retry)).await;
            }
        }
        let made = made.expect("it is made at the second try").snapshot.info.id;
        lossy.goes_on(made, 1, &format!("a bot that begins, without answer {n}")).await;
    };
    lossy.each_answer_lost(work).await;
}

/// The answer to the move, and to the node that asks what became of it; whoever played it does not come again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_replies_whichever_two_answers_to_a_move_are_lost() {
    let lossy = Lossy::start();
    let there = node(&lossy.url, &lossy.hand);
    there.stop_bots();
    let mut stored = 0;
    let work = async |n: i64| {
        let made = create(&there, &with_bot(0), None).await.unwrap();
        let tokens = made.seats.into_iter().filter_map(|seat| seat.token).collect();
        let (nodes, game) = (vec![Arc::clone(&there), Arc::clone(&lossy.here)], made.snapshot.info.id);
        let nodes = Nodes { nodes, url: lossy.url.clone(), hand: lossy.hand.clone(), game, tokens };
        // A turn has two moves: the bot's comes after the second.
        let first = nodes.next(0).await.unwrap();
        nodes.play(0, &first, &format!("first {n}")).await.unwrap();
        let second = nodes.next(0).await.unwrap();
        lossy.relay.lose(2, n);
        let _ = nodes.play(1, &second, &format!("second {n}")).await;
        if lossy.store.game_summary(game).unwrap().version > second.version {
            stored += 1;
            let what = format!("a bot, without answers {n} and {}", n + 1);
            lossy.goes_on(game, second.version + 1, &what).await;
        }
    };
    lossy.each_answer_lost(work).await;
    // How many depends on what else is asked meanwhile.
    assert!(stored > 0, "no move was stored");
}

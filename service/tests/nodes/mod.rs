//! Several nodes on one PostgreSQL database: which one a request comes to makes no difference.

mod lagging;
mod left;
mod matching;
mod rematch;
mod together;

use std::sync::Arc;
use std::time::Duration;

use crate::common::{Hand, HandMade, Hands, settings};
use futures_util::future::join_all;
use serde_json::{Value, json};
use tapis_db::model::Digest;
use tapis_games::seat::{Seat, Viewer};
use tapis_service::charge::Uncounted;
use tapis_service::retry::RetryKey;
use tapis_service::sources::{EvenClock, Machine as _, Sources};
use tapis_service::tables::Doubt;
use tapis_service::tables::event::EventName;
use tapis_service::tables::{AutoPass, Expected, GameId, ServerSecret, Snapshot};
use tapis_service::{AskedMove, PlayMove, PlayedMove, Service, ServiceError, WantedMove};
use tapis_solver::registry::Registry;

use crate::server;

/// Nodes with a game of two people, created on the first.
struct Nodes {
    nodes: Vec<Arc<Service>>,
    url: String,
    hand: Arc<Hand>,
    game: GameId,
    tokens: Vec<String>,
}

impl Nodes {
    async fn start(count: usize) -> Self {
        Self::with(count, json!({"seats": [{"kind": "mine"}, {"kind": "mine"}]})).await
    }

    async fn with(count: usize, what: Value) -> Self {
        let (url, hand) = (server::shared().database(), Arc::new(Hand::default()));
        let nodes: Vec<_> = (0..count).map(|_| node(&url, &hand)).collect();
        let mut wanted = json!({"game": "richelieu", "options": {"first_seat": 0}});
        wanted.as_object_mut().unwrap().extend(what.as_object().unwrap().clone());
        let created = nodes[0]
            .create(&serde_json::from_value(wanted).unwrap(), None, None, None, &Uncounted)
            .await
            .unwrap();
        let tokens = created.seats.into_iter().filter_map(|seat| seat.token).collect();
        Self { nodes, url, hand, game: created.snapshot.info.id, tokens }
    }

    /// Plays on one of the nodes, with a key.
    async fn play(&self, node: usize, move_of: &Move, key: &str) -> Result<PlayedMove, ServiceError> {
        let service = &self.nodes[node % self.nodes.len()];
        let player = service.player(self.game, Some(&self.tokens[usize::from(move_of.seat.0)])).await?;
        let retry = RetryKey {
            scope: "seat".to_owned(),
            key: key.to_owned(),
            fingerprint: Digest([1; 32]),
            game: Some(self.game),
            now: service.now(),
        };
        let what = AskedMove::Notation(move_of.notation.clone());
        let expects = vec![Expected::OneOf(vec![move_of.version])];
        let wanted = WantedMove { what, wait: Duration::ZERO };
        service.play(&player, PlayMove { retry: Some(retry), expects, wanted }).await
    }

    async fn look(&self, node: usize) -> Arc<Snapshot> {
        self.nodes[node % self.nodes.len()].look(self.game, None).await.unwrap().snapshot
    }

    /// The game as a node sees it once `is_there` says so of it.
    async fn once(&self, node: usize, is_there: impl Fn(&Snapshot) -> bool) -> Arc<Snapshot> {
        for _ in 0..3_000 {
            let snapshot = self.look(node).await;
            if is_there(&snapshot) {
                return snapshot;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("it never came");
    }

    /// What could be played next, as a node sees it.
    async fn next(&self, node: usize) -> Option<Move> {
        let snapshot = self.look(node).await;
        let seat = snapshot.turn()?;
        let notation = snapshot.legal_moves(Viewer::Seat(seat))?.first()?.notation.clone();
        Some(Move { seat, notation, version: snapshot.version() })
    }
}

/// A node on the database at `url`, with the time in the hand.
fn node(url: &str, hand: &Arc<Hand>) -> Arc<Service> {
    let sources = Sources { clock: hand.clone(), ..Sources::system(Registry::standard()) };
    let store = tapis_db::open(url).unwrap();
    Arc::new(Service::start(store, &settings(), sources, ServerSecret([1; 32])).unwrap())
}

struct Move {
    seat: Seat,
    notation: String,
    version: u64,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_changes_the_node_at_every_request_notices_nothing() {
    let nodes = Nodes::start(3).await;
    let mut n = 0;
    while let Some(next) = nodes.next(n).await {
        let key = format!("move {n}");
        let played = nodes.play(n + 1, &next, &key).await.unwrap();
        // The last move also ends the game.
        let made = played.version();
        assert!(made > next.version && !played.repeated, "{made}");
        // Its answer was lost.
        let again = nodes.play(n + 2, &next, &key).await.unwrap();
        assert_eq!((again.version(), again.repeated), (made, true));
        assert_eq!(again.snapshot().await.unwrap().version(), made);
        // A move that was decided on what is over.
        let stale = nodes.play(n, &next, "stale").await.err().unwrap();
        assert!(matches!(stale, ServiceError::StaleVersion { .. }), "{stale:?}");
        n += 1;
    }
    assert!(n > 10, "only {n} moves");
    let ends: Vec<_> = join_all((0..3).map(|node| nodes.look(node))).await;
    assert!(ends.iter().all(|end| end.version() == ends[0].version() && end.turn().is_none()));
}

/// Requests of before may still be loading the game on that node.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_that_was_acknowledged_is_seen_while_the_game_is_being_loaded() {
    let rounds: u32 = std::env::var("TAPIS_LOADING_ROUNDS").map_or(2, |text| text.parse().unwrap());
    for _ in 0..rounds {
        let nodes = Nodes::start(5).await;
        for node in 1..5 {
            let next = nodes.next(0).await.unwrap();
            let loading = join_all((0..6).map(|_| nodes.look(node)));
            let played = async {
                let made = nodes.play(0, &next, &format!("move {node}")).await.unwrap().version();
                let seen = join_all((0..6).map(|_| nodes.look(node))).await;
                seen.iter().for_each(|seen| assert!(seen.version() >= made, "{} of {made}", seen.version()));
            };
            tokio::join!(loading, played);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_request_that_comes_to_two_nodes_at_once_is_done_once() {
    let nodes = Nodes::start(2).await;
    for round in 0..12 {
        let Some(next) = nodes.next(round).await else { break };
        let key = format!("round {round}");
        let answers = join_all((0..8).map(|node| nodes.play(node, &next, &key))).await;
        let answers: Vec<_> = answers.into_iter().map(|answer| answer.unwrap()).collect();
        assert!(answers.iter().all(|answer| answer.version() == next.version + 1));
        assert_eq!(answers.iter().filter(|answer| !answer.repeated).count(), 1, "round {round}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_requests_for_one_version_one_is_done_and_the_others_are_stale() {
    let nodes = Nodes::start(2).await;
    for round in 0..12 {
        let Some(next) = nodes.next(round).await else { break };
        let keys: Vec<_> = (0..8).map(|n| format!("round {round} of {n}")).collect();
        let answers = join_all((0..8).map(|n| nodes.play(n, &next, &keys[n]))).await;
        let refusals: Vec<_> = answers.iter().filter_map(|answer| answer.as_ref().err()).collect();
        assert_eq!(refusals.len(), 7, "round {round}");
        assert!(
            refusals.iter().all(|refusal| matches!(refusal, ServiceError::StaleVersion { .. })),
            "{refusals:?}"
        );
        assert_eq!(nodes.look(round).await.version(), next.version + 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_waits_at_one_node_hears_of_a_move_made_at_another() {
    let nodes = Nodes::start(2).await;
    let games = nodes.nodes[1].live_games();
    let mut news = games.open(nodes.game).await.unwrap().news();
    news.mark_unchanged();
    games.catch_up().await.unwrap();
    assert!(!news.has_changed().unwrap());
    let next = nodes.next(0).await.unwrap();
    nodes.play(0, &next, "a").await.unwrap();
    assert!(!news.has_changed().unwrap());
    games.catch_up().await.unwrap();
    assert_eq!(*news.borrow_and_update(), next.version + 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hints_and_wishes_that_make_no_version_are_known_to_every_node() {
    let nodes = Nodes::start(2).await;
    assert!(!nodes.look(0).await.info.tally.is_assisted() && !nodes.look(1).await.info.tally.is_assisted());
    nodes.nodes[0].store().count_hint(nodes.game, (0, 1), None).unwrap();
    assert!(nodes.look(1).await.info.tally.is_assisted());
    let (seat, token) = ((nodes.game, Seat(0)), Some(nodes.tokens[0].as_str()));
    nodes.nodes[1].set_auto_pass(seat, token, AutoPass::Windows).await.unwrap();
    assert_eq!(nodes.nodes[0].auto_pass(seat, token).await.unwrap(), AutoPass::Windows);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_several_nodes_hold_is_acted_upon_once() {
    let seats = json!([{"kind": "mine"}, {"kind": "mine"}]);
    let nodes =
        Nodes::with(3, json!({"seats": seats, "clock": {"per_move_s": 60, "on_timeout": "pass_or_first"}}))
            .await;
    for round in 1..=3 {
        let before = join_all((0..3).map(|node| nodes.look(node))).await[0].version();
        nodes.hand.pass(61);
        let after =
            nodes.once(round, |snapshot| snapshot.version() > before && snapshot.overdue.is_none()).await;
        let timeouts = after.entries().iter().filter(|entry| entry.kind.name() == EventName::Timeout).count();
        assert_eq!(
            timeouts,
            round,
            "{:?}",
            after.entries().iter().map(|e| e.kind.name()).collect::<Vec<_>>()
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_answers_once_whichever_node_its_game_is_played_on() {
    let seats = json!([{"kind": "mine"}, {"kind": "bot", "level": "greedy"}]);
    let nodes = Nodes::with(2, json!({"seats": seats})).await;
    let mut n = 0;
    loop {
        let peoples = |snapshot: &Snapshot| snapshot.turn().is_none_or(|seat| seat == Seat(0));
        let (here, there) = (nodes.once(n, peoples).await, nodes.once(n + 1, peoples).await);
        assert_eq!(here.version(), there.version(), "nobody plays twice");
        let Some(next) = nodes.next(n).await else { break };
        nodes.play(n + 1, &next, &format!("move {n}")).await.unwrap();
        n += 1;
    }
    assert!(n > 5, "only {n} moves");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_node_left_undone_another_does_as_soon_as_it_is_gone() {
    let seats = json!([{"kind": "mine"}, {"kind": "bot", "level": "greedy"}]);
    let nodes = Nodes::with(2, json!({"seats": seats, "clock": {"per_move_s": 600}})).await;
    let (here, there) = (&nodes.nodes[1], &nodes.nodes[0]);
    let clocked = json!({"game": "richelieu", "seats": [{"kind": "mine"}, {"kind": "mine"}],
        "clock": {"per_move_s": 60, "on_timeout": "pass_or_first"}});
    let clocked =
        there.create(&serde_json::from_value(clocked).unwrap(), None, None, None, &Uncounted).await.unwrap();
    let clocked = clocked.snapshot.info.id;
    there.stop_bots(); // it does nothing by itself any more
    let mut version = 1;
    while let Some(next) = nodes.next(0).await.filter(|next| next.seat == Seat(0)) {
        version = nodes.play(0, &next, &format!("{version}")).await.unwrap().version();
    }
    assert!(!here.take_over().unwrap(), "the other is there, so nothing is looked through");
    nodes.hand.pass(9);
    assert_eq!(nodes.look(1).await.version(), version, "the node that is asked leaves it to the other");
    there.close().unwrap();
    assert!(here.take_over().unwrap());
    assert!(!here.take_over().unwrap(), "once");
    let replied = nodes.once(1, |snapshot| snapshot.turn() == Some(Seat(0))).await;
    assert!(replied.version() > version);
    // Of a game that was never asked for here the clock is known as well.
    nodes.hand.pass(61);
    while here.store().game_summary(clocked).unwrap().version == 1 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_is_slow_holds_up_no_other_that_is_followed() {
    let nodes = Nodes::start(2).await;
    let (here, there) = (&nodes.nodes[0], &nodes.nodes[1]);
    let wanted = json!({"game": "richelieu", "options": {"first_seat": 0}, "seats": [{"kind": "mine"}, {"kind": "mine"}]});
    let created =
        here.create(&serde_json::from_value(wanted).unwrap(), None, None, None, &Uncounted).await.unwrap();
    let tokens = created.seats.into_iter().filter_map(|seat| seat.token).collect();
    let other = Nodes {
        nodes: nodes.nodes.clone(),
        url: nodes.url.clone(),
        hand: nodes.hand.clone(),
        game: created.snapshot.info.id,
        tokens,
    };
    let games = there.live_games();
    let (slow, quick) = (games.open(nodes.game).await.unwrap(), games.open(other.game).await.unwrap());
    let (_followed, mut news) = (slow.news(), quick.news());
    let writing = games.write(nodes.game).await.unwrap();
    for game in [&nodes, &other] {
        let next = game.next(0).await.unwrap();
        game.play(0, &next, "a move").await.unwrap();
    }
    // The slow one is held until the other is heard of. On a busy machine that one may be asked about again, too.
    let heard = async {
        while *news.borrow_and_update() < 2 {
            games.catch_up().await.unwrap();
        }
    };
    // Only who waits for the slow one for ever meets this bound.
    tokio::time::timeout(Duration::from_secs(60), heard).await.expect("it waits for the slow one");
    assert_eq!(*slow.news().borrow(), 1);
    drop(writing);
    games.catch_up().await.unwrap();
    assert_eq!(*slow.news().borrow(), 2);
}

/// A node decides with what it has in memory, and asks before it refuses.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_another_node_did_just_before_is_known_to_whoever_a_move_is_sent_to() {
    let mut nodes = Nodes::start(2).await;
    // A hint makes no version.
    let next = nodes.next(1).await.unwrap();
    nodes.nodes[0].store().count_hint(nodes.game, (0, 1), None).unwrap();
    let played = nodes.play(1, &next, "hinted").await.unwrap();
    assert!(played.snapshot().await.unwrap().info.tally.is_assisted());
    // A token that was replaced opens nothing any more, and the new one does.
    let next = nodes.next(1).await.unwrap();
    let mine = usize::from(next.seat.0);
    let token = Some(nodes.tokens[mine].as_str());
    let replaced = nodes.nodes[0].rotate_token((nodes.game, next.seat), token, None);
    let fresh = replaced.await.unwrap().secret.unwrap();
    let refused = nodes.play(1, &next, "replaced").await.err().unwrap();
    assert!(matches!(refused, ServiceError::BadToken(_)), "{refused:?}");
    let version = next.version + 1;
    nodes.tokens[mine] = fresh;
    let played = nodes.play(1, &Move { version, ..next }, "replaced").await.unwrap();
    assert_eq!(played.version(), version + 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_whose_machine_has_another_time_goes_by_the_databases() {
    let url = server::shared().database();
    let start = |sources| {
        Service::start(tapis_db::open(&url).unwrap(), &settings(), sources, ServerSecret([1; 32])).unwrap()
    };
    let mut nodes = vec![start(Sources::system(Registry::standard()))];
    for set_s in [3_600, -3_600] {
        let hands = Arc::new(Hands::default());
        let date = HandMade(Arc::clone(&hands)).date();
        hands.set(nodes[0].now().timestamp().duration_since(date).as_secs() + set_s);
        let clock = Arc::new(EvenClock::new(HandMade(Arc::clone(&hands))));
        let wrong = start(Sources { clock, ..Sources::system(Registry::standard()) });
        wrong.ready().await.unwrap();
        let doubts = wrong.doubts();
        let is_told = |seconds: i64| (seconds - set_s).abs() < 600;
        assert!(matches!(doubts[..], [Doubt::Set { seconds }] if is_told(seconds)), "{doubts:?}");
        let wanted = json!({"game": "richelieu", "seats": [{"kind": "mine"}, {"kind": "mine"}],
            "clock": {"per_move_s": 3_000, "on_timeout": "forfeit"}});
        let wanted = serde_json::from_value(wanted).unwrap();
        let game = wrong.create(&wanted, None, None, None, &Uncounted).await.unwrap().snapshot.info.id;
        // Once more, while clocks of games run.
        hands.set(set_s);
        wrong.watch_clock();
        nodes.push(wrong);
        for node in &nodes {
            let snapshot = node.look(game, None).await.unwrap().snapshot;
            let left_s = snapshot.deadline().unwrap().millis_since(node.now()) / 1_000;
            assert!(
                snapshot.version() == 1 && (2_400..3_600).contains(&left_s),
                "{set_s}: {left_s} s are left"
            );
        }
    }
}

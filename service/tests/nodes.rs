//! Several nodes on one PostgreSQL database: which one a request comes to makes no difference.

#![allow(clippy::unwrap_used, reason = "a test says what it expects by unwrapping it")]

#[path = "../../db/tests/server/mod.rs"]
mod server;

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use tapis_db::model::Digest;
use tapis_games::seat::{Seat, Viewer};
use tapis_service::retry::RetryKey;
use tapis_service::settings::{AdviceSettings, BotSettings};
use tapis_service::sources::Sources;
use tapis_service::tables::{Expected, GameId, ServerSecret, Snapshot};
use tapis_service::{AskedMove, PlayMove, PlayedMove, Service, ServiceError, Settings, WantedMove};
use tapis_solver::registry::Registry;

/// Nodes with a game of two people, created on the first.
struct Nodes {
    nodes: Vec<Arc<Service>>,
    game: GameId,
    tokens: Vec<String>,
}

fn settings() -> Settings {
    let advice = AdviceSettings {
        threads: 1,
        threads_per_search: 1,
        queue: 1,
        queue_ms: 1_000,
        max_ms: 1_000,
        analysis_threads: 1,
        analysis_max_ms: 1_000,
        analyses: 1,
        analysis_keep: Duration::from_secs(60),
    };
    Settings {
        advice,
        bots: BotSettings { threads: 1, queue: 1, pace: Duration::ZERO },
        space: tapis_service::space::Space { database: tapis_db::DatabaseUrl::Memory, reserve: 0 },
        cache_bytes: 1 << 20,
        replays: 1,
    }
}

impl Nodes {
    async fn start(count: usize) -> Self {
        let url = server::shared().database();
        let node = |_| {
            let sources = Sources::system(Registry::standard());
            let store = tapis_db::open(&url).unwrap();
            Arc::new(Service::start(store, &settings(), sources, ServerSecret([1; 32])).unwrap())
        };
        let nodes: Vec<_> = (0..count).map(node).collect();
        let wanted = serde_json::from_value(json!({
            "game": "richelieu", "options": {"first_seat": 0}, "visibility": "unlisted", "hints": "off",
            "seats": [{"kind": "mine"}, {"kind": "mine"}],
        }));
        let created = nodes[0].create(&wanted.unwrap(), None, None).await.unwrap();
        let tokens = created.seats.into_iter().map(|seat| seat.token.unwrap()).collect();
        Self { nodes, game: created.snapshot.info.id, tokens }
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
        let expects = Ok(vec![Expected::OneOf(vec![move_of.version])]);
        let wanted = Ok(WantedMove { what, wait: Duration::ZERO });
        service.play(&player, PlayMove { retry: Some(retry), expects, wanted }).await
    }

    async fn look(&self, node: usize) -> Arc<Snapshot> {
        self.nodes[node % self.nodes.len()].look(self.game, Some(&self.tokens[0])).await.unwrap().snapshot
    }

    /// What could be played next, as a node sees it.
    async fn next(&self, node: usize) -> Option<Move> {
        let snapshot = self.look(node).await;
        let seat = snapshot.turn()?;
        let notation = snapshot.legal_moves(Viewer::Seat(seat))?.first()?.notation.clone();
        Some(Move { seat, notation, version: snapshot.version() })
    }
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
        assert_eq!((played.version(), played.repeated), (next.version + 1, false));
        // Its answer was lost.
        let again = nodes.play(n + 2, &next, &key).await.unwrap();
        assert_eq!((again.version(), again.repeated), (next.version + 1, true));
        assert_eq!(again.snapshot().await.unwrap().version(), next.version + 1);
        // A move that was decided on what is over.
        let stale = nodes.play(n, &next, "stale").await.err().unwrap();
        assert!(matches!(stale, ServiceError::StaleVersion { .. }), "{stale:?}");
        n += 1;
    }
    assert!(n > 10, "only {n} moves");
    let ends: Vec<_> = join_all((0..3).map(|node| nodes.look(node))).await;
    assert!(ends.iter().all(|end| end.version() == ends[0].version() && end.turn().is_none()));
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

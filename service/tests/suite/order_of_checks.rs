//! In which order a request of somebody at a seat is checked: token, an earlier try, version, notation, turn, rules.

use std::sync::Arc;
use std::time::Duration;

use crate::common::settings;
use serde_json::json;
use tapis_db::model::Digest;
use tapis_games::seat::Seat;
use tapis_service::advice::hints::HintRequest;
use tapis_service::charge::Uncounted;
use tapis_service::retry::RetryKey;
use tapis_service::sources::Sources;
use tapis_service::tables::{Expected, GameId, ServerSecret};
use tapis_service::{
    AskHint, AskUndo, AskedMove, PlayMove, PlayedMove, Player, Service, ServiceError, TokenFault, WantedMove,
};
use tapis_solver::registry::Registry;

/// A service in memory with a game of two people, of whom seat 0 begins.
struct Table {
    service: Arc<Service>,
    game: GameId,
    tokens: Vec<String>,
}

impl Table {
    async fn with(visibility: &str, hints: &str) -> Self {
        let store = tapis_db::DatabaseUrl::Memory.open().unwrap();
        let sources = Sources::system(Registry::standard());
        let service = Service::start(store, &settings(), sources, ServerSecret([1; 32])).unwrap();
        let wanted = serde_json::from_value(json!({
            "game": "richelieu", "options": {"first_seat": 0}, "visibility": visibility, "hints": hints,
            "seats": [{"kind": "mine"}, {"kind": "mine"}],
        }));
        let created = service.create(&wanted.unwrap(), None, None, None, &Uncounted).await.unwrap();
        let tokens = created.seats.into_iter().map(|seat| seat.token.unwrap()).collect();
        Self { service: Arc::new(service), game: created.snapshot.info.id, tokens }
    }

    async fn player(&self, seat: usize) -> Player {
        self.service.player(self.game, Some(&self.tokens[seat])).await.unwrap()
    }

    async fn refused(&self, token: Option<&str>) -> ServiceError {
        self.service.player(self.game, token).await.err().unwrap()
    }

    /// Plays with a key of this fingerprint.
    async fn play(
        &self,
        player: &Player,
        fingerprint: u8,
        expects: Vec<Expected>,
        notation: &str,
    ) -> Result<PlayedMove, ServiceError> {
        let retry = RetryKey {
            scope: "seat".to_owned(),
            key: "once".to_owned(),
            fingerprint: Digest([fingerprint; 32]),
            game: Some(self.game),
            now: self.service.now(),
        };
        let wanted = WantedMove { what: AskedMove::Notation(notation.to_owned()), wait: Duration::ZERO };
        self.service.play(player, PlayMove { retry: Some(retry), expects, wanted }).await
    }

    async fn version(&self) -> u64 {
        self.service.look(self.game, Some(&self.tokens[0])).await.unwrap().snapshot.version()
    }
}

fn version(version: u64) -> Vec<Expected> {
    vec![Expected::OneOf(vec![version])]
}

macro_rules! refused {
    ($result:expr, $pattern:pat) => {
        let refusal = $result.err().unwrap();
        assert!(matches!(refusal, $pattern), "{refusal:?}");
    };
}

#[tokio::test]
async fn a_move_is_refused_by_the_first_check_that_fails() {
    let table = Table::with("unlisted", "free").await;
    assert!(matches!(table.refused(None).await, ServiceError::TokenRequired));
    assert!(matches!(table.refused(Some("seat_x")).await, ServiceError::BadToken(TokenFault::NotOfASeat)));
    let (mine, theirs) = (table.player(0).await, table.player(1).await);
    refused!(table.play(&mine, 1, Vec::new(), "nonsense").await, ServiceError::VersionRequired);
    let stale = table.play(&mine, 1, version(7), "nonsense").await;
    refused!(stale, ServiceError::StaleVersion { known: 7, version: 1, seat: Seat(0) });
    let foreign = vec![Expected::Any, Expected::Foreign("theirs".to_owned())];
    refused!(table.play(&mine, 1, foreign, "nonsense").await, ServiceError::ForeignState { version: 1, .. });
    refused!(table.play(&mine, 1, version(1), "nonsense").await, ServiceError::BadNotation { .. });
    refused!(table.play(&theirs, 1, version(1), "nonsense").await, ServiceError::BadNotation { .. });
    let turn = table.play(&theirs, 1, version(1), "take 1L").await;
    refused!(turn, ServiceError::NotYourTurn { turn: Some(0) });
    refused!(table.play(&mine, 1, version(1), "skip").await, ServiceError::MoveRefused { .. });
    assert_eq!(table.version().await, 1, "nothing was applied, and the key is still free");
    let played = table.play(&mine, 1, version(1), "take 1L").await.unwrap();
    assert_eq!((played.version(), played.repeated), (2, false));
}

#[tokio::test]
async fn an_earlier_try_goes_before_every_check_but_the_token() {
    let table = Table::with("unlisted", "free").await;
    let player = table.player(0).await;
    table.play(&player, 1, version(1), "take 1L").await.unwrap();
    for (expects, notation) in [(version(1), "take 1L"), (Vec::new(), "nonsense"), (version(9), "nonsense")] {
        let again = table.play(&player, 1, expects, notation).await.unwrap();
        assert_eq!((again.version(), again.repeated), (2, true));
        assert_eq!(again.snapshot().await.unwrap().version(), 2);
    }
    refused!(table.play(&player, 2, version(2), "skip").await, ServiceError::KeyReused);
    assert_eq!(table.version().await, 2);
}

#[tokio::test]
async fn a_token_that_is_replaced_before_its_turn_opens_nothing() {
    for (visibility, hidden) in [("unlisted", false), ("private", true)] {
        let table = Table::with(visibility, "free").await;
        let (player, place) = (table.player(0).await, (table.game, Seat(0)));
        table.service.rotate_token(place, Some(&table.tokens[0]), None).await.unwrap();
        let refusal = table.play(&player, 1, version(2), "take 1L").await.err().unwrap();
        match refusal {
            ServiceError::NotFound { what: "game" } => assert!(hidden),
            ServiceError::BadToken(TokenFault::Replaced { seat: 0 }) => assert!(!hidden),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn undoing_needs_no_version_but_checks_one() {
    let table = Table::with("unlisted", "free").await;
    let player = table.player(0).await;
    let undo = |expects| table.service.undo(&player, AskUndo { retry: None, expects });
    refused!(undo(version(7)).await, ServiceError::StaleVersion { .. });
    let refused = undo(Vec::new()).await.err().unwrap();
    assert_eq!(refused.code(), "undo_refused");
}

#[tokio::test]
async fn the_policy_of_hints_goes_before_the_version() {
    let ask = |expects| AskHint {
        retry: None,
        expects,
        wanted: HintRequest { seed: Some("no hex".to_owned()), ..HintRequest::default() },
        address: None,
        improving: false,
    };
    let table = Table::with("unlisted", "off").await;
    let refused =
        table.service.hint(&table.player(1).await, ask(version(7)), &Uncounted).await.err().unwrap();
    assert_eq!(refused.code(), "hints_off");
    let table = Table::with("unlisted", "free").await;
    let player = table.player(1).await;
    refused!(
        table.service.hint(&player, ask(version(7)), &Uncounted).await,
        ServiceError::StaleVersion { .. }
    );
    refused!(table.service.hint(&player, ask(version(1)), &Uncounted).await, ServiceError::Invalid(_));
    let ask = AskHint { wanted: HintRequest::default(), ..ask(Vec::new()) };
    refused!(table.service.hint(&player, ask, &Uncounted).await, ServiceError::NotYourTurn { turn: Some(0) });
}

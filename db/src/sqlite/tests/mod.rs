//! Tests that need to look inside.

mod connections;
mod failures;
mod plans;

use super::*;
use crate::error::StoreError;
use crate::model::*;
use crate::store::{GameStore as _, ServedStore as _, Store};

/// A throw-away store.
fn store() -> SqliteStore {
    SqliteStore::open_temporary(SqliteOptions::default()).unwrap()
}

fn id(n: u64) -> GameId {
    GameId::from_u128(n.into())
}

fn event() -> NewEvent {
    let at = "2026-03-01T12:00:00Z".parse().unwrap();
    NewEvent {
        kind: "ply".to_owned(),
        seat: None,
        notation: None,
        chance: None,
        payload: None,
        state_hash: None,
        at,
    }
}

fn game(n: u64) -> NewGame {
    let hash = Digest([1; 32]);
    let human = SeatRecord {
        kind: SeatKind::Human,
        name: None,
        level: None,
        generation: 0,
        left: false,
        timed_out: false,
        settings: None,
    };
    NewGame {
        id: id(n),
        ruleset: RulesetRecord {
            hash,
            game: "richelieu".to_owned(),
            rules_version: 1,
            options: Json::from("{}"),
        },
        seats: vec![human],
        status: Status::Running,
        turn: Some(0),
        deadline: None,
        visibility: Visibility::Public,
        hints: "off".to_owned(),
        practice: false,
        seed: Secret([1; 32]),
        nonce: Secret([2; 32]),
        commitment: "sha256:0".to_owned(),
        setup: event(),
        players: Vec::new(),
        followers: Vec::new(),
        wish: None,
        idempotency: None,
    }
}

fn append(n: u64, version: u64) -> Append {
    Append {
        game: id(n),
        expected_version: version,
        events: vec![event()],
        status: Status::Running,
        turn: Some(0),
        deadline: None,
        seats: None,
        unseated: Vec::new(),
        players: Vec::new(),
        followers: Vec::new(),
        assisted: false,
        idempotency: None,
        result: None,
        ranking: None,
    }
}

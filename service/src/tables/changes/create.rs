//! A new game.

use std::sync::Arc;

use tapis_db::model::{Digest, IdempotencyRecord, NewGame, SeatRecord};
use tapis_games::random::Seed;

use super::Change;
use super::seats::is_free;
use crate::ServiceError;
use crate::rulesets;
use crate::serving;
use crate::sources::{Dealer, NewDeal};
use crate::tables::event::{EventKind, GameStatus};
use crate::tables::people::People;
use crate::tables::snapshot::{GameInfo, Snapshot};

/// What a new game is made of.
pub struct Creation {
    /// All that never changes; its commitment is that of the deal.
    pub info: GameInfo,
    /// Who sits where.
    pub seats: Vec<SeatRecord>,
    /// Whom front ends name there, and who is told.
    pub people: People,
}

/// Deals a new game: as the store takes it, and its snapshot at version 1.
///
/// # Errors
/// A fault of this program.
pub fn create(
    creation: Creation,
    dealer: &dyn Dealer,
    idempotency: Option<IdempotencyRecord>,
) -> Result<(NewGame, Snapshot), ServiceError> {
    serving::long("a deal");
    let Creation { mut info, seats, people } = creation;
    let fault = |what: &'static str| move || ServiceError::internal(what);
    let rules = info.rules.played().ok_or_else(fault("a new game is of rules that are played"))?;
    let NewDeal { table, commitment } = dealer.deal(&**rules, &Seed(info.seed.0), &info.nonce.0);
    let ruleset = rulesets::record(rules.ruleset());
    info.commitment = commitment;
    let status = if seats.iter().any(is_free) { GameStatus::Waiting } else { GameStatus::Running };
    let setup = table.plies().first().map(Arc::clone).ok_or_else(fault("a deal is ply 0"))?;
    let (at, terms) = (info.created_at, info.terms);
    let mut next = Snapshot::empty(Arc::new(info));
    next.seats = Arc::new(seats.clone());
    next.table = Some(table);
    let mut change = Change { next, before: 0, at, result: None, people: People::default() };
    let kind = EventKind::Setup { seen: Arc::clone(&setup.seen), seats: seats.clone(), terms };
    change.push_entry(None, kind, status, Some(Arc::clone(&setup.stored)), Digest(setup.state_hash));
    let snapshot = change.next;
    let (info, first) = (&snapshot.info, snapshot.entries.first());
    let game = NewGame {
        id: info.id,
        ruleset,
        seats,
        status,
        turn: snapshot.turn().map(|seat| seat.0),
        deadline: snapshot.deadline(),
        visibility: info.visibility,
        hints: info.hints.to_string(),
        practice: info.practice,
        seed: info.seed,
        nonce: info.nonce,
        commitment: info.commitment.clone(),
        setup: first.map(|entry| entry.to_event()).ok_or_else(fault("a new game has an event"))?,
        players: people.players,
        followers: people.followers,
        wish: people.wish,
        idempotency,
    };
    Ok((game, snapshot))
}

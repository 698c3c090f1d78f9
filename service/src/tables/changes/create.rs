//! A new game.

use std::sync::Arc;

use tapis_db::model::{Digest, GameId, IdempotencyRecord, NewGame, SeatRecord, Secret, Time, Visibility};
use tapis_games::erased::AnyRuleset;
use tapis_games::random::Seed;

use crate::ServiceError;
use crate::rulesets;
use crate::serving;
use crate::sources::{Dealer, NewDeal};
use crate::tables::event::{Entry, EventKind, GameStatus};
use crate::tables::policy::HintPolicy;
use crate::tables::snapshot::{GameInfo, GameRules, Snapshot};
use crate::tables::tally::HintTally;
use crate::tables::terms::Terms;

/// What a new game is made of.
pub struct Creation {
    /// A fresh id.
    pub id: GameId,
    /// The rules.
    pub rules: Arc<dyn AnyRuleset>,
    /// Who sits where.
    pub seats: Vec<SeatRecord>,
    /// Who may find it.
    pub visibility: Visibility,
    /// The hint policy.
    pub hints: HintPolicy,
    /// What is settled about the table.
    pub terms: Terms,
    /// Whether the seed was chosen by the creator.
    pub practice: bool,
    /// The secret seed.
    pub seed: Secret,
    /// The secret nonce.
    pub nonce: Secret,
    /// Now.
    pub at: Time,
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
    let Creation { id, rules, seats, visibility, hints, terms, practice, seed, nonce, at } = creation;
    let NewDeal { table, commitment } = dealer.deal(&*rules, &Seed(seed.0), &nonce.0);
    let record = rulesets::record(rules.ruleset());
    let rules = GameRules::Played(rules);
    let info = GameInfo {
        id,
        rules,
        visibility,
        hints,
        terms,
        practice,
        seed,
        nonce,
        commitment: commitment.clone(),
        created_at: at,
        tally: HintTally::new(false, seats.iter().map(|_| Vec::new())),
    };
    let free = |record: &SeatRecord| {
        use tapis_db::model::SeatKind::{Invite, Open};
        matches!(record.kind, Open | Invite)
    };
    let status = if seats.iter().any(free) { GameStatus::Waiting } else { GameStatus::Running };
    let setup =
        table.plies().first().map(Arc::clone).ok_or_else(|| ServiceError::internal("a deal is ply 0"))?;
    let mut snapshot = Snapshot::empty(Arc::new(info));
    snapshot.seats = Arc::new(seats.clone());
    snapshot.table = Some(table);
    let kind = EventKind::Setup { seen: Arc::clone(&setup.seen), seats: seats.clone(), terms };
    let entry = Entry {
        version: 1,
        at,
        seat: None,
        after: snapshot.after(None, &kind, at, status),
        kind,
        stored: Some(Arc::clone(&setup.stored)),
        state_hash: Digest(setup.state_hash),
    };
    let event = entry.to_event();
    snapshot.apply_event(Arc::new(entry));
    let game = NewGame {
        id,
        ruleset: record,
        seats,
        status,
        turn: snapshot.turn().map(|seat| seat.0),
        deadline: snapshot.deadline(),
        visibility,
        hints: hints.to_string(),
        practice,
        seed,
        nonce,
        commitment,
        setup: event,
        idempotency,
    };
    Ok((game, snapshot))
}

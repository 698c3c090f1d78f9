//! What can happen to a game. Each change is prepared on a fork of the snapshot, stored, and only then published.

use std::sync::Arc;

use tapis_db::model::{
    Append, Digest, GameResult, IdempotencyRecord, SeatRecord, SeatedPlayer, Time, WatchedGame,
};
use tapis_games::erased::StoredPly;
use tapis_games::seat::Seat;

use super::event::{Entry, EventKind, GameStatus};
use super::people::{People, Person};
use super::snapshot::Snapshot;

mod abandon;
mod create;
mod play;
mod rematch;
mod result;
mod seats;
mod timeout;
mod undo;

pub use abandon::{abandon, may_be_abandoned};
pub use create::{Creation, create};
pub use play::play;
pub(crate) use play::refusal;
pub use rematch::{rematch, seat_after, seats_after};
pub(super) use seats::FOLLOWS;
pub use seats::{Successor, join, leave, replace_bot, resign, rotate, take_back};
pub use timeout::timeout;
pub use undo::{UndoOutcome, ask_undo, refuse_undo};

/// A snapshot with further events that are not stored yet.
pub struct Change {
    /// The snapshot as it will be.
    pub next: Snapshot,
    before: u64,
    at: Time,
    result: Option<GameResult>,
    people: People,
}

impl Change {
    /// A change of `snapshot` at the time `at`.
    fn of(snapshot: &Snapshot, at: Time) -> Self {
        Self {
            next: snapshot.fork(),
            before: snapshot.version(),
            at,
            result: None,
            people: People::default(),
        }
    }

    /// A change by one event that leaves the position as it is.
    fn one(snapshot: &Snapshot, at: Time, seat: Option<Seat>, kind: EventKind, status: GameStatus) -> Self {
        let mut change = Self::of(snapshot, at);
        change.push(seat, kind, status);
        change
    }

    /// Adds an event that leaves the position as it is.
    fn push(&mut self, seat: Option<Seat>, kind: EventKind, status: GameStatus) {
        // Every game has its set-up.
        let state_hash = self.next.entries.last().map_or(Digest([0; 32]), |entry| entry.state_hash);
        self.push_entry(seat, kind, status, None, state_hash);
    }

    /// Adds an event; the table is already as it is afterwards.
    fn push_entry(
        &mut self,
        seat: Option<Seat>,
        kind: EventKind,
        status: GameStatus,
        stored: Option<Arc<StoredPly>>,
        state_hash: Digest,
    ) {
        let version = self.next.version() + 1;
        let after = self.next.after(seat, &kind, self.at, status);
        let entry = Entry { version, at: self.at, seat, kind, after, stored, state_hash };
        self.next.apply_event(Arc::new(entry));
    }

    /// Somebody takes `seat` with it whom a front end brings: the player is named there, and the owner of the key is told of this event
    /// and of all that follow.
    pub fn by(mut self, seat: Seat, person: Option<&Person>) -> Self {
        let Some(Person { key, player }) = person else { return self };
        let info = &self.next.info;
        player.iter().for_each(|player| self.people.name(info, seat, (key, player), self.before + 1));
        self.people.followers.push(WatchedGame::new(info.id, key.clone(), self.before, self.at));
        self
    }

    /// Whom front ends name at seats with it.
    pub(super) fn seated(&self) -> &[SeatedPlayer] {
        &self.people.players
    }

    /// Whether it ends the game with a result for the statistics.
    pub(super) fn has_result(&self) -> bool {
        self.result.is_some()
    }

    /// The change as the store takes it, and the snapshot to publish afterwards.
    pub(super) fn into_append(self, idempotency: Option<IdempotencyRecord>) -> (Append, Snapshot) {
        // A game that is over goes on having events: it rates its players with that which ends it.
        let ends = self.next.entries.since(self.before as usize).any(|entry| entry.kind.is_end());
        let ranking = ends.then(|| result::ranking(&self.next)).flatten();
        let append = Append {
            game: self.next.info.id,
            expected_version: self.before,
            events: self.next.entries.since(self.before as usize).map(|entry| entry.to_event()).collect(),
            status: self.next.status,
            turn: self.next.turn().map(|seat| seat.0),
            deadline: self.next.deadline(),
            seats: self.seats(),
            unseated: self.unseated(),
            players: self.people.players,
            followers: self.people.followers,
            assisted: self.next.has_help(),
            idempotency,
            result: self.result,
            ranking,
        };
        (append, self.next)
    }

    /// The seats, if the events changed them.
    fn seats(&self) -> Option<Vec<SeatRecord>> {
        let mut new = self.next.entries.since(self.before as usize);
        let changed = new.any(|entry| entry.kind.record().is_some());
        changed.then(|| self.next.seats.to_vec())
    }

    /// The seats that somebody left, or gave up to a bot for good.
    fn unseated(&self) -> Vec<u8> {
        use EventKind::{Leave, Resign, Takeover};
        let new = self.next.entries.since(self.before as usize);
        let left = new.filter(|entry| {
            matches!(entry.kind, Leave { .. } | Takeover { .. } | Resign { record: Some(_) })
        });
        left.filter_map(|entry| Some(entry.seat?.0)).collect()
    }
}

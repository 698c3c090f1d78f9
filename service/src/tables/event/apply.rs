//! What an event makes of a game.

use std::sync::Arc;

use tapis_db::model::Time;
use tapis_games::by_viewer::ByViewer;
use tapis_games::game::Turn;
use tapis_games::seat::Seat;

use super::{Entry, EventEffect, EventKind, GameStatus};
use crate::tables::clock::OnTimeout;
use crate::tables::snapshot::{PendingUndo, Snapshot};

impl Snapshot {
    /// Takes in the next event; the table is the business of the caller.
    pub(in crate::tables) fn apply_event(&mut self, entry: Arc<Entry>) {
        self.undo = self.undo_after(entry.seat, &entry.kind);
        self.status = entry.after.status;
        if self.status == GameStatus::Running {
            self.begun.get_or_insert(entry.version);
        }
        if entry.kind.ends_turn() {
            (self.overdue, self.grace) = (None, None);
        }
        if entry.kind.retells() {
            self.written = Arc::default();
        }
        match &entry.kind {
            EventKind::Setup { seats, .. } => {
                self.seats = Arc::new(seats.clone());
                self.held_since = vec![entry.version; seats.len()];
                self.line.push(Arc::clone(&entry));
            }
            EventKind::Ply { .. } => self.line.push(Arc::clone(&entry)),
            EventKind::Join { .. } => self.seat_taken(&entry),
            EventKind::Resign { .. } => self.resigned.extend(entry.seat),
            EventKind::Timeout { then, .. } => match then {
                OnTimeout::Bot => {}
                OnTimeout::Forfeit => self.resigned.extend(entry.seat),
                OnTimeout::PassOrFirst => (self.overdue, self.prompted) = (entry.seat, true),
            },
            EventKind::Rematch { game } => self.rematch = Some(*game),
            EventKind::Undo { ply, .. } => {
                self.line.truncate(*ply as usize);
                self.undone = true;
            }
            // All that the others do is in the seat afterwards, in the request that waits, or in the status.
            _ => {}
        }
        if let (Some(seat), Some(record)) = (entry.seat, entry.kind.record())
            && let Some(place) = Arc::make_mut(&mut self.seats).get_mut(seat.index())
        {
            place.clone_from(record);
        }
        self.entry_bytes += entry.bytes();
        self.entries.push(entry);
    }

    /// What is so after an event, of which the table knows already.
    pub(in crate::tables) fn after(
        &self,
        seat: Option<Seat>,
        kind: &EventKind,
        at: Time,
        status: GameStatus,
    ) -> EventEffect {
        let undo = self.undo_after(seat, kind).map(|undo| undo.ply);
        let seats = self.seats.len();
        let table = self.table.as_deref();
        let turn = match (status, table.map(|table| table.turn())) {
            (GameStatus::Running, Some(Turn::Player(seat))) => Some(seat),
            _ => None,
        };
        // Where the rules are no longer played nothing scores any more.
        let scores = ByViewer::new(seats, |viewer| {
            table.map_or_else(|| self.scores(viewer), |table| table.scores(viewer).iter().copied().collect())
        });
        let clocks = self.clocks_after((seat, kind, at), status, turn);
        EventEffect { turn, status, undo, clocks, scores }
    }

    /// The request to take back a move that waits after an event. A person who plays on refuses; bots do not.
    fn undo_after(&self, seat: Option<Seat>, kind: &EventKind) -> Option<PendingUndo> {
        match (kind, seat) {
            (EventKind::UndoRequest { ply }, Some(by)) => {
                Some(PendingUndo { by, ply: *ply, consents: Vec::new() })
            }
            (EventKind::UndoConsent, Some(seat)) => {
                let mut undo = self.undo.clone()?;
                undo.consents.push(seat);
                Some(undo)
            }
            (EventKind::Ply { .. }, Some(seat)) if self.is_bot(seat) => self.undo.clone(),
            (EventKind::Join { .. } | EventKind::Rotate { .. }, _) => self.undo.clone(),
            _ => None,
        }
    }
}

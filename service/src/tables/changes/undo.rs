//! Taking back a move: with everybody's consent, never across chance, a disclosure or the end.

use tapis_db::model::Time;
use tapis_games::seat::Seat;

use super::Change;
use crate::tables::event::{EventKind, GameStatus};
use crate::tables::snapshot::{PendingUndo, Snapshot};
use crate::{Reason, ServiceError};

/// What came of asking.
pub enum UndoOutcome {
    /// The move is taken back.
    Done(Change),
    /// Others are still asked.
    Pending(Change),
    /// This seat had asked or consented already.
    Unchanged,
}

/// `seat` asks to take back its last decision and all that followed, or consents to what another asked.
///
/// # Errors
/// The game does not run, or nothing can be taken back.
pub fn ask_undo(snapshot: &Snapshot, seat: Seat, at: Time) -> Result<UndoOutcome, ServiceError> {
    snapshot.running()?;
    match &snapshot.undo {
        Some(undo) if undo.by == seat || undo.consents.contains(&seat) => Ok(UndoOutcome::Unchanged),
        Some(undo) => consent(snapshot, undo, seat, at),
        None => request(snapshot, seat, at),
    }
}

/// `seat` refuses what another asked, or takes its own request back.
///
/// # Errors
/// Nothing is asked.
pub fn refuse_undo(snapshot: &Snapshot, seat: Seat, at: Time) -> Result<Change, ServiceError> {
    snapshot.running()?;
    if snapshot.undo.is_none() {
        return Err(refused("undo_refused-nobody_asks"));
    }
    Ok(Change::one(snapshot, at, Some(seat), EventKind::UndoRefusal, snapshot.status))
}

fn request(snapshot: &Snapshot, seat: Seat, at: Time) -> Result<UndoOutcome, ServiceError> {
    let last = snapshot.line.iter().rposition(|entry| entry.seat == Some(seat) && entry.stored.is_some());
    let ply = last.filter(|&ply| ply > 0).ok_or_else(|| refused("undo_refused-not_moved"))? as u32;
    undoable(snapshot, ply)?;
    if snapshot.other_humans(seat).next().is_some() {
        let kind = EventKind::UndoRequest { ply };
        return Ok(UndoOutcome::Pending(Change::one(snapshot, at, Some(seat), kind, snapshot.status)));
    }
    take_back(Change::of(snapshot, at), seat, seat, ply).map(UndoOutcome::Done)
}

fn consent(
    snapshot: &Snapshot,
    undo: &PendingUndo,
    seat: Seat,
    at: Time,
) -> Result<UndoOutcome, ServiceError> {
    undoable(snapshot, undo.ply)?;
    let asked = |other: &Seat| *other != seat && !undo.consents.contains(other);
    if snapshot.other_humans(undo.by).any(|other| asked(&other)) {
        let kind = EventKind::UndoConsent;
        return Ok(UndoOutcome::Pending(Change::one(snapshot, at, Some(seat), kind, snapshot.status)));
    }
    take_back(Change::of(snapshot, at), seat, undo.by, undo.ply).map(UndoOutcome::Done)
}

/// Judges every ply that would be taken back. The text is the same for chance and for a disclosure, and names the
/// ply only: everybody saw that it was played.
fn undoable(snapshot: &Snapshot, ply: u32) -> Result<(), ServiceError> {
    let table = snapshot.table()?;
    let taken_back = table.plies().iter().enumerate().skip(ply as usize);
    for (n, record) in taken_back {
        if record.discloses || !record.stored.chance.is_empty() {
            return Err(refused(Reason::new("undo_refused-between", [("n", n.into())])));
        }
    }
    Ok(())
}

fn take_back(mut change: Change, seat: Seat, by: Seat, ply: u32) -> Result<Change, ServiceError> {
    let next = &mut change.next;
    match next.table()?.rewound(ply as usize) {
        Some(table) => next.table = Some(table),
        None => {
            let standing = next.stored_line().into_iter().take(ply as usize).collect::<Vec<_>>();
            next.table = Some(next.rules()?.restore(&standing).map_err(ServiceError::internal)?);
            next.share_plies();
        }
    }
    let state_hash = next.line.get(ply as usize - 1).map(|entry| entry.state_hash);
    let state_hash = state_hash.ok_or_else(|| ServiceError::internal("the set-up is never taken back"))?;
    change.push_entry(Some(seat), EventKind::Undo { by, ply }, GameStatus::Running, None, state_hash);
    Ok(change)
}

fn refused(reason: impl Into<Reason>) -> ServiceError {
    ServiceError::conflict(reason)
}

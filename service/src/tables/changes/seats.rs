//! Taking, leaving and securing seats.

use tapis_db::model::{SeatKind, SeatRecord, Time};
use tapis_games::seat::Seat;

use super::Change;
use crate::tables::event::{EventKind, GameStatus};
use crate::tables::snapshot::Snapshot;
use crate::{Conflict, ServiceError};

/// Who follows somebody who leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Successor {
    /// A bot of this level.
    Bot(String),
    /// Whoever is given the new invitation.
    Invite,
}

/// Somebody takes a seat; the game begins when it was the last one free. The ticket is already checked.
///
/// # Errors
/// The seat is not free.
pub fn join(snapshot: &Snapshot, seat: Seat, name: Option<String>, at: Time) -> Result<Change, ServiceError> {
    let record = record(snapshot, seat)?;
    if !matches!(record.kind, SeatKind::Open | SeatKind::Invite) {
        return Err(ServiceError::conflict(Conflict::SeatTaken, "somebody sits there already"));
    }
    snapshot.unfinished()?;
    let taken = SeatRecord { kind: SeatKind::Human, name, level: None, ..record.clone() };
    let mut change = Change::of(snapshot, at);
    let others_free = Seat::all(snapshot.seats.len())
        .filter(|&other| other != seat)
        .any(|other| snapshot.seat(other).is_some_and(is_free));
    let status = match (snapshot.status, others_free) {
        (GameStatus::Waiting, false) => GameStatus::Running,
        (status, _) => status,
    };
    change.push(Some(seat), EventKind::Join { record: taken }, status);
    Ok(change)
}

/// Somebody leaves. A game that has not begun and has nobody left is given up.
///
/// # Errors
/// The game is over.
pub fn leave(
    snapshot: &Snapshot,
    seat: Seat,
    successor: Successor,
    at: Time,
) -> Result<Change, ServiceError> {
    let record = record(snapshot, seat)?;
    snapshot.unfinished()?;
    let mut left = SeatRecord {
        name: None,
        level: None,
        generation: record.generation.wrapping_add(1),
        left: true,
        settings: None,
        ..record.clone()
    };
    let mut change = Change::of(snapshot, at);
    let kind = match successor {
        Successor::Bot(level) => {
            left.kind = SeatKind::Bot;
            left.level = Some(level);
            EventKind::Takeover { record: left }
        }
        Successor::Invite => {
            left.kind = SeatKind::Invite;
            EventKind::Leave { record: left }
        }
    };
    change.push(Some(seat), kind, snapshot.status);
    if snapshot.status == GameStatus::Waiting && snapshot.other_humans(seat).next().is_none() {
        change.push(Some(seat), EventKind::Abort, GameStatus::Aborted);
    }
    Ok(change)
}

/// Replaces the seat's token by a new one.
///
/// # Errors
/// There is no such seat.
pub fn rotate(snapshot: &Snapshot, seat: Seat, at: Time) -> Result<Change, ServiceError> {
    let record = record(snapshot, seat)?;
    let secured = SeatRecord { generation: record.generation.wrapping_add(1), ..record.clone() };
    let mut change = Change::of(snapshot, at);
    change.push(Some(seat), EventKind::Rotate { record: secured }, snapshot.status);
    Ok(change)
}

fn record(snapshot: &Snapshot, seat: Seat) -> Result<&SeatRecord, ServiceError> {
    snapshot.seat(seat).ok_or(ServiceError::NotFound { what: "seat" })
}

fn is_free(record: &SeatRecord) -> bool {
    matches!(record.kind, SeatKind::Open | SeatKind::Invite)
}

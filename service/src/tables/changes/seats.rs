//! Taking, leaving and securing seats.

use tapis_db::model::{SeatKind, SeatRecord, Time};
use tapis_games::seat::Seat;

use super::Change;
use crate::ServiceError;
use crate::tables::event::{EventKind, GameStatus};
use crate::tables::snapshot::Snapshot;

/// The level of the bot that plays on for a person who gives up, or at an empty seat.
pub(in crate::tables) const FOLLOWS: &str = "club";

/// Who takes the seat of a player who leaves.
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
    if !is_free(record) {
        return Err(ServiceError::conflict("seat_taken"));
    }
    snapshot.unfinished()?;
    let name = name.or_else(|| record.name.clone());
    let taken = SeatRecord { kind: SeatKind::Human, name, level: None, ..record.clone() };
    let kind = EventKind::Join { record: taken };
    Ok(Change::one(snapshot, at, Some(seat), kind, once_taken(snapshot, seat)))
}

/// How the game stands once somebody has `seat`: it begins when that was the last one free.
fn once_taken(snapshot: &Snapshot, seat: Seat) -> GameStatus {
    let others_free = Seat::all(snapshot.seats.len())
        .filter(|&other| other != seat)
        .any(|other| snapshot.seat(other).is_some_and(is_free));
    match (snapshot.status, others_free) {
        (GameStatus::Waiting, false) => GameStatus::Running,
        (status, _) => status,
    }
}

/// Whoever was late takes the seat back from the bot that plays there. The token is already checked. A move that the bot owes for
/// the time that was up is made all the same, unless the person is quicker.
///
/// # Errors
/// The seat is not one that is taken back, or the game is over.
pub fn take_back(
    snapshot: &Snapshot,
    seat: Seat,
    name: Option<String>,
    at: Time,
) -> Result<Change, ServiceError> {
    let record = record(snapshot, seat)?;
    if !snapshot.may_take_back(seat) {
        return Err(ServiceError::conflict(snapshot.why_not_back(record)));
    }
    let before = snapshot.person_before(seat);
    let name = name.or_else(|| before.and_then(|before| before.name.clone()));
    let left = before.is_some_and(|before| before.left);
    Ok(in_place_of_bot(snapshot, seat, SeatRecord { name, left, ..record.clone() }, at))
}

/// Somebody who sat at the game before this one takes the place where a bot plays for them.
///
/// # Errors
/// No bot plays there, or the game is over.
pub fn replace_bot(
    snapshot: &Snapshot,
    seat: Seat,
    name: Option<String>,
    at: Time,
) -> Result<Change, ServiceError> {
    let record = record(snapshot, seat)?;
    snapshot.unfinished()?;
    if record.kind != SeatKind::Bot {
        return Err(ServiceError::conflict("seat_taken"));
    }
    Ok(in_place_of_bot(snapshot, seat, SeatRecord { name, ..record.clone() }, at))
}

fn in_place_of_bot(snapshot: &Snapshot, seat: Seat, record: SeatRecord, at: Time) -> Change {
    let settings = snapshot.first_settings(seat);
    let record = SeatRecord { kind: SeatKind::Human, level: None, timed_out: false, settings, ..record };
    Change::one(snapshot, at, Some(seat), EventKind::Join { record }, snapshot.status)
}

/// Somebody leaves, or turns an invitation down. A game that has not begun and has nobody left is given up; it begins when a bot
/// takes the last seat that was free.
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
    if is_free(record)
        && let Successor::Bot(level) = successor
    {
        // Nobody sat there: no token reads on.
        let record = SeatRecord { left: record.left, ..left(record, SeatKind::Bot, Some(level)) };
        let kind = EventKind::Takeover { record };
        return Ok(Change::one(snapshot, at, Some(seat), kind, once_taken(snapshot, seat)));
    }
    let kind = match successor {
        Successor::Bot(level) => EventKind::Takeover { record: left(record, SeatKind::Bot, Some(level)) },
        Successor::Invite => {
            let settings = snapshot.first_settings(seat);
            EventKind::Leave { record: SeatRecord { settings, ..left(record, SeatKind::Invite, None) } }
        }
    };
    let mut change = Change::one(snapshot, at, Some(seat), kind, snapshot.status);
    if snapshot.status == GameStatus::Waiting && snapshot.other_humans(seat).next().is_none() {
        change.push(Some(seat), EventKind::Abort, GameStatus::Aborted);
    }
    Ok(change)
}

/// Somebody gives up: of two the other wins, of more a bot plays on.
///
/// # Errors
/// The game does not run.
pub fn resign(snapshot: &Snapshot, seat: Seat, at: Time) -> Result<Change, ServiceError> {
    snapshot.running()?;
    let mut change = Change::of(snapshot, at);
    if snapshot.seats.len() > 2 {
        let record = left(record(snapshot, seat)?, SeatKind::Bot, Some(FOLLOWS.to_owned()));
        change.push(Some(seat), EventKind::Resign { record: Some(record) }, snapshot.status);
    } else {
        change.push(Some(seat), EventKind::Resign { record: None }, snapshot.status);
        change.push(None, EventKind::End, GameStatus::Finished);
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
    Ok(Change::one(snapshot, at, Some(seat), EventKind::Rotate { record: secured }, snapshot.status))
}

/// A seat that somebody left to whoever follows. Nobody plays with its tokens any more; where a bot follows they go on reading.
pub(super) fn left(record: &SeatRecord, kind: SeatKind, level: Option<String>) -> SeatRecord {
    let generation = record.generation.wrapping_add(1);
    SeatRecord { kind, name: None, level, generation, left: true, timed_out: false, settings: None }
}

pub(super) fn record(snapshot: &Snapshot, seat: Seat) -> Result<&SeatRecord, ServiceError> {
    snapshot.seat(seat).ok_or(ServiceError::NotFound { what: "seat" })
}

/// Whether nobody sits there yet.
pub(super) fn is_free(record: &SeatRecord) -> bool {
    matches!(record.kind, SeatKind::Open | SeatKind::Invite)
}

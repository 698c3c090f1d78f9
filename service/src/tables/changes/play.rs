//! A move.

use std::sync::Arc;

use tapis_db::model::{Digest, Time};
use tapis_games::erased::PlayError;
use tapis_games::game::Turn;
use tapis_games::random::{Seed, Stream};
use tapis_games::seat::{Seat, Viewer};

use super::{Change, result};
use crate::ServiceError;
use crate::tables::event::{EventKind, GameStatus};
use crate::tables::snapshot::Snapshot;

/// Plays `notation` for `seat`, with the chance that follows, and ends the game when the rules do. `assisted` is
/// whether anybody was given a hint so far, `for_person` whether the service plays for the person who sits there.
///
/// # Errors
/// The game does not run, the text is no move, it is not this seat's turn, or the rules forbid it.
pub fn play(
    snapshot: &Snapshot,
    seat: Seat,
    notation: &str,
    at: Time,
    assisted: bool,
    for_person: bool,
) -> Result<Change, ServiceError> {
    snapshot.running()?;
    let mut change = Change::of(snapshot, at);
    let seed = Seed(snapshot.info.seed.0);
    let n = snapshot.line.len() as u32;
    let table =
        change.next.table.as_mut().ok_or_else(|| ServiceError::internal("a running game has a table"))?;
    let played = table.play(seat, notation, &mut seed.stream(Stream::Chance(n)));
    let record = match played {
        Ok(record) => record,
        Err(error) => return Err(refusal(snapshot, seat, error)),
    };
    let kind = EventKind::Ply { seen: Arc::clone(&record.seen), for_person };
    let (stored, state_hash) = (Arc::clone(&record.stored), Digest(record.state_hash));
    let over = table.turn() == Turn::Over;
    change.push_entry(Some(seat), kind, GameStatus::Running, Some(stored), state_hash);
    if over {
        change.push(None, EventKind::End, GameStatus::Finished);
        change.result = result::of(&change.next, at, assisted);
    }
    Ok(change)
}

/// Why a move is not played.
pub(crate) fn refusal(snapshot: &Snapshot, seat: Seat, error: PlayError) -> ServiceError {
    let legal_moves = snapshot.shown_moves(Viewer::Seat(seat));
    match error {
        PlayError::Notation(error) => ServiceError::BadNotation { error, legal_moves },
        PlayError::NotYourTurn(_) => ServiceError::NotYourTurn { turn: snapshot.turn().map(|seat| seat.0) },
        PlayError::Illegal(refusal) => ServiceError::MoveRefused { refusal, legal_moves },
    }
}

//! The time of a seat is up.

use tapis_db::model::{SeatKind, SeatRecord, Time};
use tapis_games::seat::Seat;

use super::Change;
use super::seats::{FOLLOWS, left, record};
use crate::ServiceError;
use crate::tables::clock::OnTimeout;
use crate::tables::event::{EventKind, GameStatus};
use crate::tables::snapshot::Snapshot;

/// What follows when the time of the seat to move is up at `at`; `None` when it is not, or something moves for it already.
///
/// # Errors
/// The game does not run.
pub fn timeout(snapshot: &Snapshot, at: Time) -> Result<Option<Change>, ServiceError> {
    snapshot.running()?;
    let clock = snapshot.info.terms.clock;
    let (Some(seat), Some(clock)) = (snapshot.out_of_time(at), clock) else { return Ok(None) };
    let mut change = Change::of(snapshot, at);
    let then = clock.on_timeout;
    let ends = then == OnTimeout::Forfeit && snapshot.seats.len() == 2;
    let record = match then {
        OnTimeout::PassOrFirst => None,
        OnTimeout::Forfeit if ends => None,
        OnTimeout::Bot | OnTimeout::Forfeit => Some(bot(snapshot, seat)?),
    };
    change.push(Some(seat), EventKind::Timeout { then, record }, snapshot.status);
    if ends {
        change.push(None, EventKind::End, GameStatus::Finished);
    }
    Ok(Some(change))
}

fn bot(snapshot: &Snapshot, seat: Seat) -> Result<SeatRecord, ServiceError> {
    let left = left(record(snapshot, seat)?, SeatKind::Bot, Some(FOLLOWS.to_owned()));
    Ok(SeatRecord { timed_out: true, ..left })
}

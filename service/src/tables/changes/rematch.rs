//! Another game of the same people.

use tapis_db::model::{GameId, SeatKind, SeatRecord, Time, WatchedGame};
use tapis_games::seat::Seat;

use super::Change;
use super::seats::FOLLOWS;
use crate::ServiceError;
use crate::tables::event::{EventKind, GameStatus};
use crate::tables::snapshot::Snapshot;

/// Notes in a finished game which game follows it. `seat` asked first. Its followers, who may have been told the end, are told this.
///
/// # Errors
/// The game is not finished.
pub fn rematch(
    snapshot: &Snapshot,
    (seat, game): (Seat, GameId),
    followers: &[WatchedGame],
    at: Time,
) -> Result<Change, ServiceError> {
    finished(snapshot)?;
    let mut change = Change::one(snapshot, at, Some(seat), EventKind::Rematch { game }, snapshot.status);
    change.people.followers = followers.to_vec();
    Ok(change)
}

/// Where whoever sat at `seat` sits in the next game: one seat on, so that another has the first.
pub fn seat_after(seat: Seat, seats: usize) -> Seat {
    Seat(((seat.index() + seats - 1) % seats) as u8)
}

/// The seats of the game that follows: a place is kept for each person, and only `asking` has taken it. Where nobody sits
/// a bot plays.
///
/// # Errors
/// The game is not finished.
pub fn seats_after(snapshot: &Snapshot, asking: Seat) -> Result<Vec<SeatRecord>, ServiceError> {
    finished(snapshot)?;
    let before = Seat::all(snapshot.seats.len()).zip(snapshot.seats.iter());
    let mut seats: Vec<_> = before
        .map(|(seat, record)| {
            let fresh = SeatRecord { generation: 0, left: false, timed_out: false, ..record.clone() };
            match record.kind {
                // Who was late or gave up plays again.
                SeatKind::Bot if seat == asking => SeatRecord {
                    kind: SeatKind::Human,
                    name: snapshot.person_before(seat).and_then(|person| person.name.clone()),
                    level: None,
                    settings: snapshot.first_settings(seat),
                    ..fresh
                },
                SeatKind::Human if seat == asking => fresh,
                SeatKind::Human => SeatRecord { kind: SeatKind::Invite, ..fresh },
                SeatKind::Bot => fresh,
                SeatKind::Open | SeatKind::Invite => {
                    SeatRecord { kind: SeatKind::Bot, level: Some(FOLLOWS.to_owned()), ..fresh }
                }
            }
        })
        .collect();
    seats.rotate_left(1);
    Ok(seats)
}

fn finished(snapshot: &Snapshot) -> Result<(), ServiceError> {
    match snapshot.status {
        GameStatus::Finished => Ok(()),
        _ => Err(ServiceError::conflict("game_not_over-rematch")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_sits_one_seat_on() {
        for seats in 2..=7 {
            let mut order: Vec<_> = Seat::all(seats).collect();
            order.rotate_left(1);
            let moved: Vec<_> = order.iter().map(|&seat| seat_after(seat, seats)).collect();
            assert_eq!(moved, Seat::all(seats).collect::<Vec<_>>());
        }
    }
}

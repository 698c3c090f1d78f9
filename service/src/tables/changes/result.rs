//! What a finished game tells the statistics.

use tapis_db::model::{GameResult, SeatKind, SeatRecord, Source, Time};
use tapis_games::seat::Seat;

use crate::facts::{SeatPlayer, measures, seat_results};
use crate::tables::snapshot::Snapshot;

/// The result of a finished game; `None` while it is not over.
pub(super) fn of(snapshot: &Snapshot, ended_at: Time, assisted: bool) -> Option<GameResult> {
    let table = snapshot.table.as_deref()?;
    let players =
        Seat::all(snapshot.seats.len()).zip(snapshot.seats.iter()).map(|(seat, record)| SeatPlayer {
            turns: snapshot.line.iter().filter(|entry| entry.seat == Some(seat)).count() as u32,
            bot_level: record.level.clone().filter(|_| record.kind == SeatKind::Bot),
        });
    let seats = seat_results(&table.payoffs()?, &table.features(), players.collect());
    Some(GameResult {
        source: source(snapshot),
        assisted: assisted || snapshot.has_help(),
        length: snapshot.line.len().saturating_sub(1) as u32,
        ended_at,
        seats,
        measures: measures(table.measures()),
    })
}

fn source(snapshot: &Snapshot) -> Source {
    let person = |record: &SeatRecord| record.kind == SeatKind::Human || record.left;
    if snapshot.info.practice {
        Source::Practice
    } else if snapshot.seats.iter().any(person) {
        Source::Played
    } else {
        Source::Bots
    }
}

//! Appending to a game's log.

use super::create::check_seat;
use super::event;
use super::row::GameRow;
use crate::error::StoreError;
use crate::model::{Append, Appended, GameSummary, Source, Status};
use crate::sqlite::error::{Outcome, invalid};
use crate::sqlite::idempotency;
use crate::sqlite::statistics::{self, Finished};
use crate::sqlite::writer::Session;

/// See [`crate::Store::append`].
pub(in crate::sqlite) fn append(session: &mut Session<'_>, append: &Append) -> Outcome<Appended> {
    let conn = session.conn;
    let Some(newest) = append.events.last() else { return Err(invalid("there is no event to append")) };
    if let Some(record) = &append.idempotency {
        idempotency::check_free(conn, record, newest.at)?;
    }
    let mut row = GameRow::find(conn, append.game)?;
    if row.summary.version != append.expected_version {
        return Err(StoreError::Conflict { current_version: row.summary.version }.into());
    }
    validate(append, &row.summary)?;
    for event in &append.events {
        row.summary.version += 1;
        row.chain = event::insert(conn, append.game, row.summary.version, event, row.chain)?;
    }
    row.summary.turn = append.turn;
    row.summary.assisted |= append.assisted;
    row.summary.updated_at = newest.at;
    let table_changes = take_table(&mut row.summary, append);
    if !row.update_ply(conn, append.expected_version)? {
        return Err(StoreError::Conflict { current_version: row.summary.version }.into());
    }
    if table_changes {
        row.update_table(conn)?;
    }
    if let Some(record) = &append.idempotency {
        idempotency::put(conn, record)?;
    }
    if let Some(result) = &append.result {
        let finished = Finished { game: append.game, ruleset: row.summary.ruleset, result };
        if !statistics::record(session, &finished)? {
            return Err(StoreError::Exists.into());
        }
    }
    Ok(Appended { version: row.summary.version, chain: row.chain })
}

/// Takes over status and seats; answers whether either changed.
fn take_table(summary: &mut GameSummary, append: &Append) -> bool {
    let mut changed = summary.status != append.status;
    summary.status = append.status;
    if let Some(seats) = &append.seats {
        changed |= summary.seats != *seats;
        summary.seats.clone_from(seats);
    }
    changed
}

fn validate(append: &Append, summary: &GameSummary) -> Outcome<()> {
    let seats = summary.seats.len();
    check_seat(append.turn, seats)?;
    append.events.iter().try_for_each(|event| check_seat(event.seat, seats))?;
    if append.seats.as_ref().is_some_and(|new| new.len() != seats) {
        return Err(invalid("the number of seats never changes"));
    }
    let Some(result) = &append.result else { return Ok(()) };
    if append.status != Status::Finished {
        return Err(invalid("only a finished game has a result"));
    }
    if result.seats.len() != seats {
        return Err(invalid("a result has as many seats as its game"));
    }
    if summary.practice && result.source != Source::Practice {
        return Err(invalid("a practice game counts as practice"));
    }
    Ok(())
}

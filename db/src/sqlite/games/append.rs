//! Appending to a game's log.

use rusqlite::Connection;

use super::recent::RecentGame;
use super::session::Session;
use super::{event, row};
use crate::engine::request::Request;
use crate::engine::statistics::facts::Finished;
use crate::engine::tables::games::{check_free, used_by};
use crate::engine::tables::{idempotency, players, ratings};
use crate::engine::{checks, invalid, record, stored};
use crate::error::StoreError;
use crate::model::{Append, Appended, Time};
use crate::sqlite::error::Outcome;
use crate::sqlite::statistics;

/// See [`crate::GameStore::append`].
pub(in crate::sqlite) fn append(session: &mut Session<'_>, append: &Append) -> Outcome<Appended> {
    let conn = session.conn;
    let newest = append.events.last().ok_or_else(|| invalid("there is no event to append"))?;
    let request = Request::of(append);
    let separate = append.idempotency.as_ref().filter(|_| request.is_none());
    if let Some(record) = separate {
        check_free(conn, record, newest.at)?;
    }
    let mut known = session.games.take(conn, append.game)?;
    if let Err(refusal) = check(conn, append, request.as_ref(), &known, newest.at) {
        session.games.put(known);
        return Err(refusal);
    }
    write_events(conn, append, request.as_ref(), &mut known)?;
    players::seat(conn, append.game, &append.unseated, &append.players, &append.followers)?;
    if let Some(record) = separate {
        idempotency::put(conn, record, newest.at)?;
    }
    let row = &known.game.row;
    if let Some(result) = &append.result {
        let finished = Finished { game: append.game, ruleset: row.game.ruleset, result };
        if !statistics::record(&mut session.recorder, &finished)? {
            return Err(StoreError::Exists.into());
        }
    }
    if let Some(ranking) = &append.ranking {
        ratings::rate(conn, append.game, ranking, newest.at)?;
    }
    let appended = Appended { version: row.head.version, chain: row.head.chain, beside: (0, 0) };
    session.games.put(known);
    Ok(appended)
}

/// All that may refuse an append.
fn check(
    conn: &Connection,
    append: &Append,
    request: Option<&Request>,
    known: &RecentGame,
    now: Time,
) -> Outcome<()> {
    let used = request.and_then(|request| known.keys.get(&request.key)).is_some_and(|free| *free > now);
    if used && let Some(record) = &append.idempotency {
        return Err(used_by(conn, append.game, record)?.into());
    }
    let row = &known.game.row;
    if row.head.version != append.expected_version {
        return Err(StoreError::Conflict { current_version: row.head.version }.into());
    }
    Ok(checks::append(append, &row.game)?)
}

/// The events, the first with the request that made them, and the rows that say where the log has got to.
fn write_events(
    conn: &Connection,
    append: &Append,
    request: Option<&Request>,
    known: &mut RecentGame,
) -> Outcome<()> {
    let game = &mut known.game;
    for event in record::link_all(&mut game.row, append, request)? {
        event::insert(conn, &mut game.place, &event)?;
    }
    let table_changes = checks::take_table(&mut game.row.game, append);
    if !row::update_head(conn, game, stored(append.expected_version)?)? {
        return Err(StoreError::Conflict { current_version: game.row.head.version }.into());
    }
    if table_changes {
        row::update_table(conn, game)?;
    }
    known.keys.extend(request.map(|request| (request.key, request.expires_at)));
    Ok(())
}

//! Events as rows, each chained to the one before. They lie in the order they came, those of all games together.

use std::collections::HashMap;

use rusqlite::{Connection, Row, params};

use super::request::Request;
use super::row::GameRow;
use crate::model::{Digest, Event, NewEvent, Time};
use crate::sqlite::column;
use crate::sqlite::error::{Outcome, corrupt};
use crate::sqlite::seal::Seal;

/// The log of a game.
pub(in crate::sqlite) const LOG: &str = "SELECT version, kind, seat, notation, chance, payload, state_hash, at, chain, \
                                         request FROM events WHERE game = ?1 ORDER BY version";

/// The requests that made a game's events.
pub(in crate::sqlite) const REQUESTS: &str =
    "SELECT request FROM events WHERE game = ?1 AND request IS NOT NULL";

/// Appends the event that makes `version` of game number `game`, made by `request`; answers its chain hash.
pub(super) fn insert(
    conn: &Connection,
    game: i64,
    version: u64,
    event: &NewEvent,
    request: Option<&Request>,
    before: Digest,
) -> Outcome<Digest> {
    let version = column::stored(version)?;
    let request = request.map(Request::bytes);
    let chain = link(before, version, event, request.as_deref());
    conn.prepare_cached(
        "INSERT INTO events (game, version, kind, seat, notation, chance, payload, state_hash, at, chain, \
         request) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    )?
    .execute(params![
        game,
        version,
        event.kind,
        event.seat,
        event.notation,
        event.chance.as_ref().map(|json| json.as_str()),
        event.payload.as_ref().map(|json| json.as_str()),
        event.state_hash.map(|hash| hash.0),
        event.at.to_string(),
        chain.0,
        request,
    ])?;
    Ok(chain)
}

/// The keys the events of game number `game` were made with, and when each is free again.
pub(super) fn keys(conn: &Connection, game: i64) -> Outcome<HashMap<Digest, Time>> {
    let mut statement = conn.prepare_cached(REQUESTS)?;
    let mut rows = statement.query([game])?;
    let mut keys = HashMap::new();
    while let Some(row) = rows.next()? {
        let request = Request::read(row.get_ref("request")?.as_blob().map_err(corrupt)?)?;
        keys.insert(request.key, request.expires_at);
    }
    Ok(keys)
}

/// All events of a game, version 1 first, the chain verified from its anchor on.
pub(super) fn load(conn: &Connection, game: &GameRow) -> Outcome<Vec<Event>> {
    let mut events = Vec::new();
    walk(conn, game, |event, _| {
        events.push(event);
        Ok(())
    })?;
    Ok(events)
}

/// Hands out the events of a game as [`load`] does, each with the request that made it.
pub(super) fn walk(
    conn: &Connection,
    game: &GameRow,
    mut each: impl FnMut(Event, Option<&[u8]>) -> Outcome<()>,
) -> Outcome<()> {
    let mut statement = conn.prepare_cached(LOG)?;
    let mut rows = statement.query([game.no])?;
    let (mut before, mut expected) = (game.anchor, 1);
    while let Some(row) = rows.next()? {
        let event = read(row)?;
        let request = row.get_ref("request")?.as_blob_or_null().map_err(corrupt)?;
        let chain = link(before, column::stored(expected)?, &event.event, request);
        if event.version != expected || event.chain != chain {
            return Err(corrupt(format!("event {expected} of game {}", game.summary.id)));
        }
        each(event, request)?;
        (before, expected) = (chain, expected + 1);
    }
    Ok(())
}

fn read(row: &Row<'_>) -> Outcome<Event> {
    let event = NewEvent {
        kind: row.get("kind")?,
        seat: column::optional_number(row, "seat")?,
        notation: row.get("notation")?,
        chance: column::optional_json(row, "chance")?,
        payload: column::optional_json(row, "payload")?,
        state_hash: column::optional_digest(row, "state_hash")?,
        at: column::parsed(row, "at")?,
    };
    Ok(Event { version: column::number(row, "version")?, event, chain: column::digest(row, "chain")? })
}

/// The chain hash of an event; the game is part of the anchor the chain starts from.
pub(super) fn link(before: Digest, version: i64, event: &NewEvent, request: Option<&[u8]>) -> Digest {
    let seal = Seal::new("event")
        .blob(&before.0)
        .int(version)
        .text(&event.kind)
        .optional_int(event.seat.map(i64::from))
        .optional_text(event.notation.as_deref())
        .optional_text(event.chance.as_ref().map(|json| json.as_str()))
        .optional_text(event.payload.as_ref().map(|json| json.as_str()))
        .optional_blob(event.state_hash.as_ref().map(|hash| hash.0.as_slice()))
        .text(&event.at.to_string());
    // Where there is none, as it was before there were any.
    match request {
        Some(request) => seal.blob(request).finish(),
        None => seal.finish(),
    }
}

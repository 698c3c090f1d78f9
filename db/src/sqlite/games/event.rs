//! Events as rows, each chained to the one before. They lie in the order they came, those of all games together; each says
//! where the one before it lies.

use std::collections::HashMap;

use rusqlite::{Connection, Row, params};

use super::row::{GameRow, LogPosition};
use crate::engine::chain::link;
use crate::engine::request::Request;
use crate::engine::stored;
use crate::model::{Digest, Event, NewEvent, Time};
use crate::sqlite::column;
use crate::sqlite::error::{Outcome, corrupt};

/// An event of a game, by its place.
pub(in crate::sqlite) const EVENT: &str = "SELECT before, version, kind, seat, notation, chance, payload, state_hash, \
                                           at, chain, request FROM events WHERE place = ?1 AND game = ?2";

/// The request that made an event of a game, by its place.
pub(in crate::sqlite) const REQUEST: &str =
    "SELECT before, version, request FROM events WHERE place = ?1 AND game = ?2";

/// Appends the event that makes `version` of a game, made by `request`; answers its chain hash.
pub(super) fn insert(
    conn: &Connection,
    place: &mut LogPosition,
    version: u64,
    event: &NewEvent,
    request: Option<&Request>,
    chain_before: Digest,
) -> Outcome<Digest> {
    let version = stored(version)?;
    let request = request.map(Request::bytes);
    let chain = link(chain_before, version, event, request.as_deref());
    conn.prepare_cached(
        "INSERT INTO events (game, before, version, kind, seat, notation, chance, payload, state_hash, at, chain, \
         request) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    )?
    .execute(params![
        place.no,
        place.newest,
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
    place.newest = Some(conn.last_insert_rowid());
    Ok(chain)
}

/// Looks at the events of a game by a statement over one place, the newest first.
fn walk_back(
    conn: &Connection,
    sql: &str,
    game: &GameRow,
    mut each: impl FnMut(&Row<'_>) -> Outcome<()>,
) -> Outcome<()> {
    let mut statement = conn.prepare_cached(sql)?;
    let mut place = game.place.newest;
    // As many as there are, and its own: damaged places could lead in circles, and to the events of another.
    for version in (1..=game.summary.version).rev() {
        let mut rows = statement.query([place, Some(game.place.no)])?;
        let row = rows
            .next()?
            .filter(|row| column::number(row, "version").is_ok_and(|found: u64| found == version));
        let row = row.ok_or_else(|| corrupt(format!("event {version} of game {}", game.summary.id)))?;
        each(row)?;
        place = row.get("before")?;
    }
    Ok(())
}

/// The keys the events of a game were made with, and when each is free again.
pub(super) fn keys(conn: &Connection, game: &GameRow) -> Outcome<HashMap<Digest, Time>> {
    let mut keys = HashMap::new();
    walk_back(conn, REQUEST, game, |row| {
        if let Some(request) = row.get_ref("request")?.as_blob_or_null().map_err(corrupt)? {
            let request = Request::read(request)?;
            // A key that was free again is that of the newest event made with it.
            keys.entry(request.key).or_insert(request.expires_at);
        }
        Ok(())
    })?;
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
    let mut log = Vec::new();
    walk_back(conn, EVENT, game, |row| {
        let request = row.get_ref("request")?.as_blob_or_null().map_err(corrupt)?.map(<[u8]>::to_vec);
        log.push((read(row)?, request));
        Ok(())
    })?;
    let mut before = game.anchor;
    for (event, request) in log.into_iter().rev() {
        let chain = link(before, stored(event.version)?, &event.event, request.as_deref());
        if event.chain != chain {
            return Err(corrupt(format!("event {} of game {}", event.version, game.summary.id)));
        }
        each(event, request.as_deref())?;
        before = chain;
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

//! Events as rows, each chained to the one before.

use rusqlite::{Connection, Row, params};

use crate::model::{Digest, Event, GameId, NewEvent};
use crate::sqlite::column;
use crate::sqlite::error::{Outcome, corrupt};
use crate::sqlite::seal::Seal;

/// The log of a game.
pub(in crate::sqlite) const LOG: &str = "SELECT version, kind, seat, notation, chance, payload, state_hash, at, chain \
                                         FROM events WHERE game = ?1 ORDER BY version";

/// Appends the event that makes `version`; answers its chain hash.
pub(super) fn insert(
    conn: &Connection,
    game: GameId,
    version: u64,
    event: &NewEvent,
    before: Digest,
) -> Outcome<Digest> {
    let version = column::stored(version)?;
    let chain = link(before, version, event);
    conn.prepare_cached(
        "INSERT INTO events (game, version, kind, seat, notation, chance, payload, state_hash, at, chain) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    )?
    .execute(params![
        game.to_string(),
        version,
        event.kind,
        event.seat,
        event.notation,
        event.chance.as_ref().map(|json| json.as_str()),
        event.payload.as_ref().map(|json| json.as_str()),
        event.state_hash.map(|hash| hash.0),
        event.at.to_string(),
        chain.0,
    ])?;
    Ok(chain)
}

/// All events of a game, version 1 first, the chain verified from `anchor` on.
pub(super) fn load(conn: &Connection, game: GameId, anchor: Digest) -> Outcome<Vec<Event>> {
    let mut statement = conn.prepare_cached(LOG)?;
    let mut rows = statement.query([game.to_string()])?;
    let mut events: Vec<Event> = Vec::new();
    while let Some(row) = rows.next()? {
        let before = events.last().map_or(anchor, |event| event.chain);
        let event = read(row)?;
        let expected = events.len() as u64 + 1;
        if event.version != expected || event.chain != link(before, column::stored(expected)?, &event.event) {
            return Err(corrupt(format!("event {expected} of game {game}")));
        }
        events.push(event);
    }
    Ok(events)
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
pub(super) fn link(before: Digest, version: i64, event: &NewEvent) -> Digest {
    Seal::new("event")
        .blob(&before.0)
        .int(version)
        .text(&event.kind)
        .optional_int(event.seat.map(i64::from))
        .optional_text(event.notation.as_deref())
        .optional_text(event.chance.as_ref().map(|json| json.as_str()))
        .optional_text(event.payload.as_ref().map(|json| json.as_str()))
        .optional_blob(event.state_hash.as_ref().map(|hash| hash.0.as_slice()))
        .text(&event.at.to_string())
        .finish()
}

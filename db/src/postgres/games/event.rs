//! Events as rows, each chained to the one before.

use deadpool_postgres::Client;
use tokio_postgres::Row;

use super::row::GameRow;
use crate::engine::chain::link;
use crate::engine::{corrupt, stored};
use crate::model::{Digest, Event, GameId, NewEvent, Time};
use crate::postgres::column::{self, Text, stored_version, uuid};
use crate::postgres::error::Outcome;

/// The events of a game after a version.
const LOG: &str = "SELECT version, kind, seat, notation, chance, payload, state_hash, at, chain, request \
                   FROM events WHERE game = $1 AND version > $2 ORDER BY version";

/// An event, if the game is at the version before it; what a move costs. A row says that it was, and how often the game's row was
/// changed.
const MOVE: &str = "WITH head AS (UPDATE heads SET version = $12::int, turn = $13::smallint, \
     updated_at = $14::timestamptz, deadline = $17::timestamptz, chain = $15::bytea, seal = $16::bytea \
     WHERE game = $1::uuid AND version = $2::int - 1 RETURNING game), \
     event AS (INSERT INTO events (game, version, kind, seat, notation, chance, payload, state_hash, at, chain, request) \
     SELECT game, $2::int, $3::text, $4::smallint, $5::text, $6::text, $7::text, $8::bytea, $9::timestamptz, \
     $10::bytea, $11::bytea FROM head) SELECT games.changes FROM games JOIN head ON games.id = head.game";

/// A further event of a transaction that has moved the head.
const FURTHER: &str = "INSERT INTO events \
     (game, version, kind, seat, notation, chance, payload, state_hash, at, chain, request) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";

/// An event with the hash that chains it.
pub(super) struct Linked<'a> {
    pub version: u64,
    pub event: &'a NewEvent,
    pub chain: Digest,
    pub request: Option<Vec<u8>>,
}

/// The values of a row, in the order of the statements above.
macro_rules! values {
    ($game:ident, $of:ident) => {
        (
            uuid($game),
            stored_version($of.version)?,
            Text(&$of.event.kind),
            $of.event.seat.map(i16::from),
            $of.event.notation.as_deref().map(Text),
            $of.event.chance.as_ref().map(|json| Text(json.as_str())),
            $of.event.payload.as_ref().map(|json| Text(json.as_str())),
            $of.event.state_hash.as_ref().map(|hash| hash.0.as_slice()),
            $of.event.at.timestamp(),
            $of.chain.0.as_slice(),
            $of.request.as_deref(),
        )
    };
}

/// Moves the head of a game from the version before `of` to what `row` says, and stores the event; answers how often the row of
/// the game was changed. Does neither, and answers `None`, when the game is at another version.
pub(super) async fn advance(client: &Client, row: &GameRow, of: &Linked<'_>) -> Outcome<Option<u64>> {
    let (summary, statement) = (&row.summary, client.prepare_cached(MOVE).await?);
    let game = summary.id;
    let (a, b, c, d, e, f, g, h, i, j, k) = values!(game, of);
    let (version, turn) = (stored_version(summary.version)?, summary.turn.map(i16::from));
    let (updated_at, seal) = (summary.updated_at.timestamp(), row.head_seal()?);
    let deadline = summary.deadline.map(Time::timestamp);
    let (chain, seal) = (row.chain.0.as_slice(), seal.0.as_slice());
    let stored = client
        .query_opt(
            &statement,
            &[
                &a,
                &b,
                &c,
                &d,
                &e,
                &f,
                &g,
                &h,
                &i,
                &j,
                &k,
                &version,
                &turn,
                &updated_at,
                &chain,
                &seal,
                &deadline,
            ],
        )
        .await?;
    stored.map(|row| column::number(&row, "changes")).transpose()
}

/// Stores a further event of a transaction that has moved the head.
pub(super) async fn insert(client: &Client, game: GameId, of: &Linked<'_>) -> Outcome<()> {
    let statement = client.prepare_cached(FURTHER).await?;
    let (a, b, c, d, e, f, g, h, i, j, k) = values!(game, of);
    client.execute(&statement, &[&a, &b, &c, &d, &e, &f, &g, &h, &i, &j, &k]).await?;
    Ok(())
}

/// Rows of the log of a game after a version.
pub(super) async fn rows(client: &Client, game: GameId, after: u64) -> Outcome<Vec<Row>> {
    let statement = client.prepare_cached(LOG).await?;
    Ok(client.query(&statement, &[&uuid(game), &stored_version(after)?]).await?)
}

/// The events of a game up to its version, each with the request that made it, the chain verified from its anchor on. What came
/// after `game` was read is left out.
pub(super) fn verified(game: &GameRow, rows: &[Row]) -> Outcome<Vec<(Event, Option<Vec<u8>>)>> {
    let (mut log, mut before, id) = (Vec::with_capacity(rows.len()), game.anchor, game.summary.id);
    let damaged = |version| corrupt(format!("event {version} of game {id}"));
    for version in 1..=game.summary.version {
        let row = rows.get(log.len()).ok_or_else(|| damaged(version))?;
        let request: Option<Vec<u8>> = row.try_get("request")?;
        let event = read(row)?;
        before = link(before, stored(version)?, &event.event, request.as_deref());
        if (event.version, event.chain) != (version, before) {
            return Err(damaged(version).into());
        }
        log.push((event, request));
    }
    if before != game.chain {
        return Err(corrupt(format!("the log of game {id} does not end where its head says")).into());
    }
    Ok(log)
}

fn read(row: &Row) -> Outcome<Event> {
    let event = NewEvent {
        kind: column::text(row, "kind")?,
        seat: column::seat(row, "seat")?,
        notation: column::optional_text(row, "notation")?,
        chance: column::optional_json(row, "chance")?,
        payload: column::optional_json(row, "payload")?,
        state_hash: column::optional_digest(row, "state_hash")?,
        at: column::time(row, "at")?,
    };
    Ok(Event { version: column::version(row, "version")?, event, chain: column::digest(row, "chain")? })
}

//! Events, each chained to the one before it by a hash.

use super::{Columns, GameRow, Row as _, Value};
use crate::engine::failure::Outcome;
use crate::engine::request::Request;
use crate::engine::seal::Seal;
use crate::engine::{corrupt, stored};
use crate::error::Result;
use crate::model::{Append, Digest, Event, NewEvent};

/// The columns of an event but those that say whose it is and where it lies.
pub(crate) const EVENT: [&str; 10] = [
    "version",
    "kind",
    "seat",
    "notation",
    "chance",
    "payload",
    "state_hash",
    "at",
    "request",
    // A hash over the chain hash before it and the columns above; the game is part of the anchor the chain starts from.
    "chain",
];

/// An event with the hash that chains it.
pub(crate) struct Linked<'a> {
    version: i64,
    event: &'a NewEvent,
    request: Option<Vec<u8>>,
    pub(crate) chain: Digest,
}

/// An event that was stored, with the request that made it.
pub(crate) type MadeEvent = (Event, Option<Vec<u8>>);

impl Linked<'_> {
    /// The values of [`EVENT`].
    pub(crate) fn values(&self) -> Vec<Value<'_>> {
        let mut values = chained(self.version, self.event, self.request.as_deref());
        values.push(self.chain.into());
        values
    }
}

/// What the hash of an event is over.
fn chained<'a>(version: i64, event: &'a NewEvent, request: Option<&'a [u8]>) -> Vec<Value<'a>> {
    vec![
        version.into(),
        (&event.kind).into(),
        event.seat.into(),
        event.notation.as_ref().into(),
        event.chance.as_ref().into(),
        event.payload.as_ref().into(),
        event.state_hash.into(),
        event.at.into(),
        request.into(),
    ]
}

fn link<'a>(
    before: Digest,
    version: u64,
    event: &'a NewEvent,
    request: Option<Vec<u8>>,
) -> Result<Linked<'a>> {
    let version = stored(version)?;
    let values = chained(version, event, request.as_deref());
    let chain =
        values.iter().fold(Seal::new("event").blob(&before.0), |seal, value| value.sealed(seal)).finish();
    drop(values);
    Ok(Linked { version, event, request, chain })
}

/// Chains the first event of a new game.
pub(crate) fn first<'a>(row: &mut GameRow, setup: &'a NewEvent) -> Result<Linked<'a>> {
    let linked = link(row.game.anchor, 1, setup, None)?;
    row.head.chain = linked.chain;
    Ok(linked)
}

/// Chains the events of an append, the first with the request that made them; `row` is where the log has got to then.
pub(crate) fn link_all<'a>(
    row: &mut GameRow,
    append: &'a Append,
    request: Option<&Request>,
) -> Result<Vec<Linked<'a>>> {
    let mut linked = Vec::with_capacity(append.events.len());
    let head = &mut row.head;
    for (at, event) in append.events.iter().enumerate() {
        let request = request.filter(|_| at == 0).map(Request::bytes);
        let next = link(head.chain, head.version + 1, event, request)?;
        (head.version, head.chain, head.updated_at) = (head.version + 1, next.chain, event.at);
        linked.push(next);
    }
    (head.turn, head.deadline) = (append.turn, append.deadline);
    Ok(linked)
}

/// Reads the columns of [`EVENT`].
pub(crate) fn read_event(row: &dyn Columns) -> Outcome<MadeEvent> {
    let event = NewEvent {
        kind: row.word("kind")?,
        seat: row.optional_number("seat")?,
        notation: row.text("notation")?,
        chance: row.optional_json("chance")?,
        payload: row.optional_json("payload")?,
        state_hash: row.optional_digest("state_hash")?,
        at: row.at("at")?,
    };
    let event = Event { version: row.number("version")?, event, chain: row.digest("chain")? };
    Ok((event, row.blob("request")?))
}

/// Verifies the log of a game from its anchor to its head. What came after `row` was read is left out.
pub(crate) fn verified_log(row: &GameRow, log: Vec<MadeEvent>) -> Result<Vec<MadeEvent>> {
    verified_after(row, (0, row.game.anchor), log)
}

/// Verifies the events of a game after a version, whose chain hash is known, to its head. What came after `row` was read is left out.
pub(crate) fn verified_after(
    row: &GameRow,
    (known, mut before): (u64, Digest),
    mut log: Vec<MadeEvent>,
) -> Result<Vec<MadeEvent>> {
    let id = row.id();
    let missing = row.head.version.checked_sub(known);
    let missing =
        missing.ok_or_else(|| corrupt(format!("game {id} is at an earlier version than before")))?;
    log.truncate(usize::try_from(missing).unwrap_or(usize::MAX));
    for (version, (event, request)) in (known + 1..).zip(&log) {
        let chain = link(before, version, &event.event, request.clone())?.chain;
        if (event.version, event.chain) != (version, chain) {
            return Err(corrupt(format!("event {version} of game {id}")));
        }
        before = chain;
    }
    if (known + log.len() as u64, before) != (row.head.version, row.head.chain) {
        return Err(corrupt(format!("the log of game {id} does not end where its head says")));
    }
    Ok(log)
}

//! Events as rows, each chained to the one before.

use std::sync::LazyLock;

use deadpool_postgres::Client;
use futures_util::future::try_join_all;

use crate::engine::record::{EVENT, GameRow, Linked, MadeEvent, Row as _, Value, picked, places, read_event};
use crate::engine::sql::Sql;
use crate::engine::stored;
use crate::model::GameId;
use crate::postgres::error::Outcome;
use crate::postgres::rows::borrowed;

/// The events of a game after a version.
pub(super) static LOG: LazyLock<String> = LazyLock::new(|| {
    format!("SELECT {} FROM events WHERE game = $1 AND version > $2 ORDER BY version", EVENT.join(", "))
});

/// The types of [`EVENT`]: values that are selected have none of their own.
const TYPES: [&str; EVENT.len()] =
    ["int", "text", "smallint", "text", "text", "text", "bytea", "timestamptz", "bytea", "bytea"];

/// What an event changes about its game's head.
const MOVED: [&str; 5] = ["version", "turn", "updated_at", "deadline", "chain"];

/// An event, if the game is at the version before it; what a move costs. A row says that it was, and how often the game's row was
/// changed.
static MOVE: LazyLock<String> = LazyLock::new(|| {
    let event = (2..).zip(TYPES).map(|(place, of)| format!("${place}::{of}")).collect::<Vec<_>>().join(", ");
    let places = (2 + EVENT.len()..).zip(MOVED);
    let head = places.map(|(place, column)| format!("{column} = ${place}")).collect::<Vec<_>>().join(", ");
    format!(
        "WITH head AS (UPDATE heads SET {head} WHERE game = $1::uuid AND version = $2::int - 1 RETURNING game), \
         event AS (INSERT INTO events (game, {}) SELECT game, {event} FROM head) \
         SELECT games.changes FROM games JOIN head ON games.id = head.game",
        EVENT.join(", ")
    )
});

/// An event of a game whose head says already that it is there.
static FURTHER: LazyLock<String> = LazyLock::new(|| {
    format!("INSERT INTO events (game, {}) VALUES ({})", EVENT.join(", "), places(1, EVENT.len() + 1))
});

/// Moves the head of a game from the version before `event` to what `row` says, and stores the event; answers how often the row of
/// the game was changed. Does neither, and answers `None`, when the game is at another version.
pub(super) async fn advance(client: &Client, row: &GameRow, event: &Linked<'_>) -> Outcome<Option<u64>> {
    let mut values = vec![row.id().into()];
    values.extend(event.values());
    values.extend(picked(&row.head, &MOVED)?);
    let statement = client.prepare_cached(&MOVE).await?;
    let stored = client.query_opt(&statement, &borrowed(&values)).await?;
    stored.map(|row| row.number("changes")).transpose()
}

/// Stores the first event of a game.
pub(super) fn insert(db: &dyn Sql, game: GameId, event: &Linked<'_>) -> Outcome<()> {
    db.execute(&FURTHER, &values(game, event)).map(drop)
}

/// Stores the further events of a transaction that has moved the head. They are sent at once: many cost little more time than one.
pub(super) async fn insert_all(client: &Client, game: GameId, events: &[Linked<'_>]) -> Outcome<()> {
    if events.is_empty() {
        return Ok(());
    }
    let statement = &client.prepare_cached(&FURTHER).await?;
    let sent = events.iter().map(|event| async move {
        let values = values(game, event);
        Ok(client.execute(statement, &borrowed(&values)).await?)
    });
    try_join_all(sent).await.map(drop)
}

fn values<'a>(game: GameId, event: &'a Linked<'_>) -> Vec<Value<'a>> {
    std::iter::once(game.into()).chain(event.values()).collect()
}

/// See [`Sql::log`].
pub(in crate::postgres) fn log(db: &dyn Sql, game: GameId, after: u64) -> Outcome<Vec<MadeEvent>> {
    let mut log = Vec::new();
    db.each(&LOG, &[game.into(), stored(after)?.into()], &mut |row| {
        log.push(read_event(row)?);
        Ok(())
    })?;
    Ok(log)
}

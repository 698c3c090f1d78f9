//! Events as rows, each chained to the one before. They lie in the order they came, those of all games together; each says
//! where the one before it lies.

use std::collections::HashMap;

use rusqlite::{Connection, Row, params_from_iter};

use crate::engine::record::{Columns as _, EVENT, Linked, MadeEvent, Row as _, Value, places, read_event};
use crate::engine::request::Request;
use crate::engine::tables::games::{FoundGame, LogPosition};
use crate::model::{Digest, Time};
use crate::sqlite::error::{Outcome, corrupt};

/// An event of a game, by its place.
pub(in crate::sqlite) fn event_sql() -> String {
    format!("SELECT before, {} FROM events WHERE place = ?1 AND game = ?2", EVENT.join(", "))
}

/// The request that made an event of a game, by its place.
pub(in crate::sqlite) const REQUEST: &str =
    "SELECT before, version, request FROM events WHERE place = ?1 AND game = ?2";

/// Stores the next event of a game.
pub(super) fn insert(conn: &Connection, place: &mut LogPosition, event: &Linked<'_>) -> Outcome<()> {
    let sql = format!(
        "INSERT INTO events (game, before, {}) VALUES ({})",
        EVENT.join(", "),
        places(1, EVENT.len() + 2)
    );
    let values = [place.no.into(), place.newest.into()].into_iter().chain(event.values());
    conn.prepare_cached(&sql)?.execute(params_from_iter::<Vec<Value<'_>>>(values.collect()))?;
    place.newest = Some(conn.last_insert_rowid());
    Ok(())
}

/// Looks at the events of a game after a version by a statement over one place, the newest first.
fn walk_back(
    conn: &Connection,
    sql: &str,
    (game, after): (&FoundGame, u64),
    mut each: impl FnMut(&Row<'_>) -> Outcome<()>,
) -> Outcome<()> {
    let mut statement = conn.prepare_cached(sql)?;
    let mut place = game.place.newest;
    // As many as there are, and its own: damaged places could lead in circles, and to the events of another.
    for version in (after.saturating_add(1)..=game.row.head.version).rev() {
        let mut rows = statement.query([place, Some(game.place.no)])?;
        let row = rows.next()?.filter(|row| row.number("version").is_ok_and(|found: u64| found == version));
        let row = row.ok_or_else(|| corrupt(format!("event {version} of game {}", game.row.id())))?;
        each(row)?;
        place = row.int("before")?;
    }
    Ok(())
}

/// The keys the events of a game were made with, and when each is free again.
pub(super) fn keys(conn: &Connection, game: &FoundGame) -> Outcome<HashMap<Digest, Time>> {
    let mut keys = HashMap::new();
    walk_back(conn, REQUEST, (game, 0), |row| {
        if let Some(request) = row.get_ref("request")?.as_blob_or_null().map_err(corrupt)? {
            let request = Request::read(request)?;
            // A key that was free again is that of the newest event made with it.
            keys.entry(request.key).or_insert(request.expires_at);
        }
        Ok(())
    })?;
    Ok(keys)
}

/// See [`Sql::log`](crate::engine::sql::Sql::log).
pub(in crate::sqlite) fn log(conn: &Connection, game: &FoundGame, after: u64) -> Outcome<Vec<MadeEvent>> {
    let mut log = Vec::new();
    walk_back(conn, &event_sql(), (game, after), |row| {
        log.push(read_event(row)?);
        Ok(())
    })?;
    log.reverse();
    Ok(log)
}

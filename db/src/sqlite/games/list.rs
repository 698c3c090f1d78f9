//! Lists of games.

use rusqlite::{Connection, Row, ToSql, params};

use super::row::{PlacedGame, select};
use crate::engine::record::{Row as _, agrees};
use crate::error::StoreError;
use crate::model::{Cursor, GameFilter, GameId, GamePage, GameSummary, GameVersion, Time};
use crate::sqlite::error::Outcome;

/// See [`crate::GameStore::list_games`].
pub(in crate::sqlite) fn list(
    conn: &Connection,
    filter: &GameFilter,
    after: Option<Cursor>,
    limit: usize,
) -> Outcome<GamePage> {
    let limit = limit.clamp(1, 200);
    let query = Query::new(filter, after);
    let mut statement = conn.prepare_cached(&query.sql)?;
    let mut rows = statement.query(query.parameters().as_slice())?;
    let (mut games, mut seen, mut next) = (Vec::with_capacity(limit), 0, None);
    while let Some(row) = rows.next()? {
        if seen == limit {
            return Ok(GamePage { games, next });
        }
        let game = undamaged(row)?;
        // Behind a game whose place cannot be read no page can begin.
        let Some(at) = place(row) else { continue };
        (seen, next) = (seen + 1, Some(at));
        games.extend(game.filter(|game| agrees(game, filter)));
    }
    Ok(GamePage { games, next: None })
}

/// See [`crate::GameStore::unfinished_games`].
pub(in crate::sqlite) fn unfinished(
    conn: &Connection,
    after: Option<GameId>,
    limit: usize,
) -> Outcome<Vec<GameSummary>> {
    let mut statement = conn.prepare_cached(&unfinished_sql())?;
    let after = after.map_or_else(String::new, |id| id.to_string());
    let mut rows = statement.query([after])?;
    let (mut games, limit) = (Vec::new(), limit.clamp(1, 1000));
    // Damaged games take no place: whoever scans goes on behind the last game of a page.
    while games.len() < limit
        && let Some(row) = rows.next()?
    {
        games.extend(undamaged(row)?);
    }
    Ok(games)
}

/// See [`crate::GameStore::game_summaries`].
pub(in crate::sqlite) fn summaries(conn: &Connection, ids: &[GameId]) -> Outcome<Vec<GameSummary>> {
    let sql = format!("{} WHERE games.id IN (SELECT value FROM json_each(?1))", select());
    let mut statement = conn.prepare_cached(&sql)?;
    let ids: Vec<_> = ids.iter().map(ToString::to_string).collect();
    let mut rows = statement.query([serde_json::json!(ids).to_string()])?;
    let mut games = Vec::with_capacity(ids.len());
    while let Some(row) = rows.next()? {
        games.extend(undamaged(row)?);
    }
    Ok(games)
}

/// See [`crate::GameStore::old_games`].
pub(in crate::sqlite) fn old(
    conn: &Connection,
    before: Time,
    after: Option<Cursor>,
    limit: usize,
) -> Outcome<Vec<GameSummary>> {
    let mut statement = conn.prepare_cached(&old_sql())?;
    let (time, id) =
        after.map_or_else(Default::default, |after| (after.created_at.to_string(), after.id.to_string()));
    let mut rows = statement.query([before.to_string(), time, id])?;
    let (mut games, limit) = (Vec::new(), limit.clamp(1, 1000));
    while games.len() < limit
        && let Some(row) = rows.next()?
    {
        games.extend(undamaged(row)?);
    }
    Ok(games)
}

/// See [`crate::GameStore::versions`].
pub(in crate::sqlite) fn versions(conn: &Connection, games: &[GameId]) -> Outcome<Vec<GameVersion>> {
    let mut statement = conn.prepare_cached("SELECT version FROM heads WHERE game = ?1")?;
    let mut versions = Vec::with_capacity(games.len());
    for game in games {
        let mut rows = statement.query([game.to_string()])?;
        if let Some(row) = rows.next()? {
            versions.push(GameVersion { game: *game, version: row.number("version")?, beside: 0 });
        }
    }
    Ok(versions)
}

/// See [`crate::GameStore::newest_event`].
pub(in crate::sqlite) fn newest_event(conn: &Connection) -> Outcome<Option<Time>> {
    let mut statement = conn.prepare_cached("SELECT at FROM events ORDER BY place DESC LIMIT 1")?;
    let mut rows = statement.query([])?;
    rows.next()?.map(|row| row.at("at")).transpose()
}

/// See [`crate::sqlite::ReadOnlyDatabase::game_ids`].
pub(in crate::sqlite) fn ids(conn: &Connection, after: Option<GameId>, most: usize) -> Outcome<Vec<GameId>> {
    let mut statement = conn.prepare_cached("SELECT id FROM games WHERE id > ?1 ORDER BY id LIMIT ?2")?;
    let after = after.map(|id| id.to_string()).unwrap_or_default();
    let mut rows = statement.query(params![after, i64::try_from(most).unwrap_or(i64::MAX)])?;
    let mut ids = Vec::new();
    while let Some(row) = rows.next()? {
        ids.push(row.id("id")?);
    }
    Ok(ids)
}

/// Games under way, by id.
pub(in crate::sqlite) fn unfinished_sql() -> String {
    format!("{} WHERE status IN ('waiting', 'running') AND id > ?1 ORDER BY id", select())
}

/// Games under way that were created before ?1, by age, behind a place.
pub(in crate::sqlite) fn old_sql() -> String {
    format!(
        "{} WHERE status IN ('waiting', 'running') AND created_at < ?1 AND (created_at, id) > (?2, ?3) \
         ORDER BY created_at, id",
        select()
    )
}

/// A query of the public list. The conditions are spelt so that the partial indexes apply.
pub(in crate::sqlite) struct Query {
    pub sql: String,
    values: Vec<Box<dyn ToSql>>,
}

impl Query {
    pub(in crate::sqlite) fn new(filter: &GameFilter, after: Option<Cursor>) -> Self {
        let mut query =
            Self { sql: format!("{} WHERE visibility = 'public'", select()), values: Vec::with_capacity(5) };
        if let Some(game) = &filter.game {
            query.push(" AND games.game = ?", game.clone());
        }
        if let Some(status) = filter.status {
            query.push(" AND status = ?", status.as_str());
        }
        match filter.open_seats {
            Some(true) => query.sql.push_str(" AND open_seats > 0"),
            Some(false) => query.sql.push_str(" AND open_seats = 0"),
            None => {}
        }
        if let Some(cursor) = after {
            query.push(" AND (created_at, id) < (?", cursor.created_at.to_string());
            query.push(", ?)", cursor.id.to_string());
        }
        // Rows are read until a page is full: how many damaged ones lie between is not known before.
        query.sql.push_str(" ORDER BY created_at DESC, id DESC");
        query
    }

    fn push(&mut self, sql: &str, value: impl ToSql + 'static) {
        self.sql.push_str(sql);
        self.values.push(Box::new(value));
    }

    fn parameters(&self) -> Vec<&dyn ToSql> {
        self.values.iter().map(AsRef::as_ref).collect()
    }
}

/// The place of a row in the list, even of a damaged row as long as these columns can be read.
fn place(row: &Row<'_>) -> Option<Cursor> {
    Some(Cursor { created_at: row.at("created_at").ok()?, id: row.id("id").ok()? })
}

/// The game of a row, unless the row cannot be read: one damaged game must not take the list away from all others.
fn undamaged(row: &Row<'_>) -> Outcome<Option<GameSummary>> {
    match PlacedGame::read(row) {
        Ok(read) => Ok(Some(read.row.into_summary())),
        Err(failure) => match failure.error() {
            StoreError::Corrupt(what) => {
                tracing::warn!(%what, "left out of a list");
                Ok(None)
            }
            _ => Err(failure),
        },
    }
}

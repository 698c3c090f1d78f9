//! Lists of games.

use std::ops::ControlFlow::{Break, Continue};

use super::{FoundGame, select};
use crate::engine::failure::Outcome;
use crate::engine::record::{Columns, Row as _, Value, agrees};
use crate::engine::rows::{self, most as at_most};
use crate::engine::sql::Sql;
use crate::model::{Cursor, GameFilter, GameId, GamePage, GameSummary, GameVersion, Time};

/// Before all ids.
pub(crate) const NO_GAME: GameId = GameId::from_u128(0);

/// See [`crate::GameStore::list_games`].
pub(crate) fn list(
    db: &dyn Sql,
    filter: &GameFilter,
    after: Option<Cursor>,
    limit: usize,
) -> Outcome<GamePage> {
    let limit = limit.clamp(1, 200);
    // One more than asked for, to know whether there is another page.
    let (sql, values) = list_query(db, filter, after, limit + 1);
    let (mut games, mut next, mut seen, mut is_last) = (Vec::with_capacity(limit), None, 0, true);
    db.until(&sql, &values, &mut |row| {
        if seen == limit {
            is_last = false;
            return Ok(Break(()));
        }
        let game = undamaged(row)?;
        // Behind a game whose place cannot be read no page can begin.
        let Some(at) = place(row) else { return Ok(Continue(())) };
        (seen, next) = (seen + 1, Some(at));
        games.extend(game.filter(|game| agrees(game, filter)));
        Ok(Continue(()))
    })?;
    Ok(GamePage { games, next: next.filter(|_| !is_last) })
}

/// A query of the public list and its values. The conditions are spelt so that the partial indexes apply.
pub(crate) fn list_query<'a>(
    db: &dyn Sql,
    filter: &'a GameFilter,
    after: Option<Cursor>,
    limit: usize,
) -> (String, Vec<Value<'a>>) {
    let mut values: Vec<Value<'a>> = Vec::with_capacity(5);
    let mut sql = format!("{} WHERE visibility = 'public'", select(db));
    let mut push = |sql: &mut String, text: &str, value| {
        values.push(value);
        sql.push_str(&format!("{text}${}", values.len()));
    };
    if let Some(game) = &filter.game {
        push(&mut sql, " AND games.game = ", game.into());
    }
    if let Some(status) = filter.status {
        push(&mut sql, " AND status = ", <&str>::from(status).into());
    }
    match filter.open_seats {
        Some(true) => sql.push_str(" AND open_seats > 0"),
        Some(false) => sql.push_str(" AND open_seats = 0"),
        None => {}
    }
    if let Some(cursor) = after {
        push(&mut sql, " AND (created_at, id) < (", cursor.created_at.into());
        push(&mut sql, ", ", cursor.id.into());
        sql.push(')');
    }
    push(&mut sql, " ORDER BY created_at DESC, id DESC LIMIT ", most(db, limit));
    (sql, values)
}

/// Games under way, by id.
pub(crate) fn unfinished_sql(db: &dyn Sql) -> String {
    // A server joins both tables in order: each is read from behind the last page on and not from its beginning.
    let behind = db.pick("", " AND heads.game > $1");
    format!("{} WHERE status IN ('waiting', 'running') AND id > $1{behind} ORDER BY id LIMIT $2", select(db))
}

/// See [`crate::GameStore::unfinished_games`].
pub(crate) fn unfinished(db: &dyn Sql, after: Option<GameId>, limit: usize) -> Outcome<Vec<GameSummary>> {
    let (mut after, limit) = (after.unwrap_or(NO_GAME), limit.clamp(1, 1000));
    loop {
        let (games, last) = page(db, &unfinished_sql(db), &[after.into(), most(db, limit)], limit)?;
        match last {
            Some(last) if games.is_empty() => after = last.id,
            _ => return Ok(games),
        }
    }
}

/// Games under way that were created before $1, by age, behind a place.
pub(crate) fn old_sql(db: &dyn Sql) -> String {
    format!(
        "{} WHERE status IN ('waiting', 'running') AND created_at < $1 AND (created_at, id) > ($2, $3) \
         ORDER BY created_at, id LIMIT $4",
        select(db)
    )
}

/// See [`crate::GameStore::old_games`].
pub(crate) fn old(
    db: &dyn Sql,
    before: Time,
    after: Option<Cursor>,
    limit: usize,
) -> Outcome<Vec<GameSummary>> {
    let first = Cursor { created_at: Time::from(jiff::Timestamp::UNIX_EPOCH), id: NO_GAME };
    let (mut after, limit) = (after.unwrap_or(first), limit.clamp(1, 1000));
    loop {
        let values = [before.into(), after.created_at.into(), after.id.into(), most(db, limit)];
        let (games, last) = page(db, &old_sql(db), &values, limit)?;
        match last {
            Some(last) if games.is_empty() => after = last,
            _ => return Ok(games),
        }
    }
}

/// As many rows as a server is asked for. Those of a file are read until there are enough: how many damaged ones lie between is not
/// known before.
fn most(db: &dyn Sql, rows: usize) -> Value<'static> {
    if db.is_file() { Value::Int(-1) } else { at_most(rows) }
}

/// At most so many games, and the place of the last row where there were as many rows. Whoever scans takes an empty page for the last: one
/// of nothing but damaged games is passed over.
fn page(
    db: &dyn Sql,
    sql: &str,
    values: &[Value<'_>],
    limit: usize,
) -> Outcome<(Vec<GameSummary>, Option<Cursor>)> {
    let (mut games, mut seen, mut last) = (Vec::new(), 0, None);
    db.until(sql, values, &mut |row| {
        if games.len() == limit {
            return Ok(Break(()));
        }
        seen += 1;
        last = place(row).or(last);
        games.extend(undamaged(row)?);
        Ok(Continue(()))
    })?;
    Ok((games, last.filter(|_| seen >= limit)))
}

/// See [`crate::GameStore::game_summaries`].
pub(crate) fn summaries(db: &dyn Sql, ids: &[GameId]) -> Outcome<Vec<GameSummary>> {
    let sql = format!("{} WHERE {}", select(db), db.among("games.id", 1));
    Ok(page(db, &sql, &[Value::Games(ids)], usize::MAX)?.0)
}

/// The ids of games after `after`, ascending, at most `most`.
pub(crate) fn ids(db: &dyn Sql, after: Option<GameId>, most: usize) -> Outcome<Vec<GameId>> {
    let sql = "SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2";
    let mut ids = Vec::new();
    db.each(sql, &[after.unwrap_or(NO_GAME).into(), at_most(most)], &mut |row| {
        ids.push(row.id("id")?);
        Ok(())
    })?;
    Ok(ids)
}

/// See [`crate::GameStore::newest_event`]. A server reads all heads, once a start.
pub(crate) fn newest_event(db: &dyn Sql) -> Outcome<Option<Time>> {
    let sql = db
        .pick("SELECT at FROM events ORDER BY place DESC LIMIT 1", "SELECT max(updated_at) AS at FROM heads");
    Ok(rows::one(db, sql, &[], |row| row.time("at"))?.flatten())
}

/// See [`crate::GameStore::versions`].
pub(crate) fn versions(db: &dyn Sql, games: &[GameId]) -> Outcome<Vec<GameVersion>> {
    let from = db.pick(
        "SELECT game AS id, 0 AS changes, version FROM heads WHERE",
        "SELECT games.id, games.changes, heads.version FROM games JOIN heads ON heads.game = games.id WHERE",
    );
    let mut versions = Vec::with_capacity(games.len());
    let sql = format!("{from} {}", db.among("heads.game", 1));
    db.each(&sql, &[Value::Games(games)], &mut |row| {
        let (game, version, beside) = (row.id("id")?, row.number("version")?, row.number("changes")?);
        versions.push(GameVersion { game, version, beside });
        Ok(())
    })?;
    Ok(versions)
}

/// The place of a row in the list, even of a damaged row as long as these columns can be read.
fn place(row: &dyn Columns) -> Option<Cursor> {
    Some(Cursor { created_at: row.at("created_at").ok()?, id: row.id("id").ok()? })
}

/// The game of a row, unless the row cannot be read: one damaged game must not take the list away from all others.
fn undamaged(row: &dyn Columns) -> Outcome<Option<GameSummary>> {
    match FoundGame::read(row) {
        Ok(read) => Ok(Some(read.row.into_summary())),
        Err(failure) => match failure.damage() {
            Some(what) => {
                tracing::warn!(what, "left out of a list");
                Ok(None)
            }
            None => Err(failure),
        },
    }
}

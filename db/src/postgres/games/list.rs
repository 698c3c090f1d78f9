//! Lists of games.

use super::row::{SharedGame, select};
use crate::engine::record::{Columns, Row as _, Value, agrees};
use crate::engine::rows::{self, most as at_most};
use crate::engine::sql::Sql;
use crate::model::{Cursor, GameFilter, GameId, GamePage, GameSummary, GameVersion, Time};
use crate::postgres::error::Outcome;

const IDS: &str = "SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2";

const NEWEST: &str = "SELECT max(updated_at) AS at FROM heads";

const VERSIONS: &str = "SELECT games.id, games.changes, heads.version FROM games JOIN heads ON heads.game = games.id \
                        WHERE games.id = ANY($1)";

/// Before all ids.
const NO_GAME: GameId = GameId::from_u128(0);

/// See [`crate::GameStore::list_games`]. The conditions are spelt so that the partial indexes apply.
pub(in crate::postgres) fn list(
    db: &dyn Sql,
    filter: &GameFilter,
    after: Option<Cursor>,
    limit: usize,
) -> Outcome<GamePage> {
    let limit = limit.clamp(1, 200);
    let mut values: Vec<Value<'_>> = Vec::with_capacity(5);
    let mut sql = format!("{} WHERE visibility = 'public'", select());
    let mut push = |sql: &mut String, text: &str, value| {
        values.push(value);
        sql.push_str(&format!("{text}${}", values.len()));
    };
    if let Some(game) = &filter.game {
        push(&mut sql, " AND games.game = ", game.into());
    }
    if let Some(status) = filter.status {
        push(&mut sql, " AND status = ", status.as_str().into());
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
    // One more than asked for, to know whether there is another page.
    push(&mut sql, " ORDER BY created_at DESC, id DESC LIMIT ", at_most(limit + 1));
    let (mut games, mut next, mut seen) = (Vec::with_capacity(limit), None, 0);
    db.each(&sql, &values, &mut |row| {
        seen += 1;
        if seen <= limit {
            next = place(row).or(next);
            games.extend(undamaged(row)?.filter(|game| agrees(game, filter)));
        }
        Ok(())
    })?;
    Ok(GamePage { games, next: next.filter(|_| seen > limit) })
}

/// See [`crate::GameStore::unfinished_games`].
pub(in crate::postgres) fn unfinished(
    db: &dyn Sql,
    after: Option<GameId>,
    limit: usize,
) -> Outcome<Vec<GameSummary>> {
    // Both tables begin behind the last page: joined in order, each is read from there on and not from its beginning.
    let sql = format!(
        "{} WHERE status IN ('waiting', 'running') AND id > $1 AND heads.game > $1 ORDER BY id LIMIT $2",
        select()
    );
    let (mut after, limit) = (after.unwrap_or(NO_GAME), limit.clamp(1, 1000));
    loop {
        let (games, seen, last) = page(db, &sql, &[after.into(), at_most(limit)])?;
        // Whoever scans takes an empty page for the last: one of nothing but damaged games is passed over.
        match last {
            Some(last) if games.is_empty() && seen == limit => after = last.id,
            _ => return Ok(games),
        }
    }
}

/// See [`crate::GameStore::old_games`].
pub(in crate::postgres) fn old(
    db: &dyn Sql,
    before: Time,
    after: Option<Cursor>,
    limit: usize,
) -> Outcome<Vec<GameSummary>> {
    let sql = format!(
        "{} WHERE status IN ('waiting', 'running') AND created_at < $1 AND (created_at, id) > ($2, $3) \
         ORDER BY created_at, id LIMIT $4",
        select()
    );
    let first = Cursor { created_at: Time::from(jiff::Timestamp::UNIX_EPOCH), id: NO_GAME };
    let (mut after, limit) = (after.unwrap_or(first), limit.clamp(1, 1000));
    loop {
        let values = [before.into(), after.created_at.into(), after.id.into(), at_most(limit)];
        let (games, seen, last) = page(db, &sql, &values)?;
        match last {
            Some(last) if games.is_empty() && seen == limit => after = last,
            _ => return Ok(games),
        }
    }
}

/// The games of a page, how many rows it has, and the place of the last that has one.
fn page(db: &dyn Sql, sql: &str, values: &[Value<'_>]) -> Outcome<(Vec<GameSummary>, usize, Option<Cursor>)> {
    let (mut games, mut seen, mut last) = (Vec::new(), 0, None);
    db.each(sql, values, &mut |row| {
        seen += 1;
        last = place(row).or(last);
        games.extend(undamaged(row)?);
        Ok(())
    })?;
    Ok((games, seen, last))
}

/// The ids of games after `after`, ascending, at most `most`.
pub(in crate::postgres) fn ids(db: &dyn Sql, after: Option<GameId>, most: usize) -> Outcome<Vec<GameId>> {
    let mut ids = Vec::new();
    db.each(IDS, &[after.unwrap_or(NO_GAME).into(), at_most(most)], &mut |row| {
        ids.push(row.id("id")?);
        Ok(())
    })?;
    Ok(ids)
}

/// See [`crate::GameStore::game_summaries`].
pub(in crate::postgres) fn summaries(db: &dyn Sql, ids: &[GameId]) -> Outcome<Vec<GameSummary>> {
    let sql = format!("{} WHERE games.id = ANY($1)", select());
    Ok(page(db, &sql, &[Value::Games(ids)])?.0)
}

/// See [`crate::GameStore::newest_event`]. Reads all heads, once a start.
pub(in crate::postgres) fn newest_event(db: &dyn Sql) -> Outcome<Option<Time>> {
    Ok(rows::one(db, NEWEST, &[], |row| row.time("at"))?.flatten())
}

/// See [`crate::GameStore::versions`].
pub(in crate::postgres) fn versions(db: &dyn Sql, games: &[GameId]) -> Outcome<Vec<GameVersion>> {
    let mut versions = Vec::with_capacity(games.len());
    db.each(VERSIONS, &[Value::Games(games)], &mut |row| {
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
    match SharedGame::read(row) {
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

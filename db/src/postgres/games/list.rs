//! Lists of games.

use deadpool_postgres::Client;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;
use uuid::Uuid;

use super::row::{SharedGame, select};
use crate::engine::record::{Row as _, agrees};
use crate::error::StoreError;
use crate::model::{Cursor, GameFilter, GameId, GamePage, GameSummary, GameVersion, Time};
use crate::postgres::column::{self, Text};
use crate::postgres::error::{Failure, Outcome};

const IDS: &str = "SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2";

const NEWEST: &str = "SELECT max(updated_at) AS at FROM heads";

const VERSIONS: &str = "SELECT games.id, games.changes, heads.version FROM games JOIN heads ON heads.game = games.id \
                        WHERE games.id = ANY($1)";

/// See [`crate::GameStore::list_games`].
pub(in crate::postgres) async fn list(
    client: &Client,
    filter: &GameFilter,
    after: Option<Cursor>,
    limit: usize,
) -> Outcome<GamePage> {
    let limit = limit.clamp(1, 200);
    let game = filter.game.as_deref().map(Text);
    let status = filter.status.map(|status| status.as_str());
    let after = after.map(|cursor| (cursor.created_at.timestamp(), column::uuid(cursor.id)));
    // One more than asked for, to know whether there is another page.
    let most = limit as i64 + 1;
    let mut query = Query::new();
    if let Some(game) = &game {
        query.push(" AND games.game = ", game);
    }
    if let Some(status) = &status {
        query.push(" AND status = ", status);
    }
    match filter.open_seats {
        Some(true) => query.sql.push_str(" AND open_seats > 0"),
        Some(false) => query.sql.push_str(" AND open_seats = 0"),
        None => {}
    }
    if let Some((created_at, id)) = &after {
        query.push(" AND (created_at, id) < (", created_at);
        query.push(", ", id);
        query.sql.push(')');
    }
    query.push(" ORDER BY created_at DESC, id DESC LIMIT ", &most);
    let statement = client.prepare_cached(&query.sql).await?;
    page(&client.query(&statement, &query.values).await?, filter, limit)
}

fn page(rows: &[Row], filter: &GameFilter, limit: usize) -> Outcome<GamePage> {
    let (mut games, mut next) = (Vec::with_capacity(limit), None);
    for row in rows.iter().take(limit) {
        next = place(row).or(next);
        games.extend(undamaged(row)?.filter(|game| agrees(game, filter)));
    }
    Ok(GamePage { games, next: next.filter(|_| rows.len() > limit) })
}

/// See [`crate::GameStore::unfinished_games`].
pub(in crate::postgres) async fn unfinished(
    client: &Client,
    after: Option<GameId>,
    limit: usize,
) -> Outcome<Vec<GameSummary>> {
    // Both tables begin behind the last page: joined in order, each is read from there on and not from its beginning.
    let sql = format!(
        "{} WHERE status IN ('waiting', 'running') AND id > $1 AND heads.game > $1 ORDER BY id LIMIT $2",
        select()
    );
    let statement = client.prepare_cached(&sql).await?;
    let mut after = after.map_or(Uuid::nil(), column::uuid);
    let limit = limit.clamp(1, 1000);
    loop {
        let rows = client.query(&statement, &[&after, &(limit as i64)]).await?;
        let mut games = Vec::with_capacity(rows.len());
        for row in &rows {
            games.extend(undamaged(row)?);
        }
        // Whoever scans takes an empty page for the last: one of nothing but damaged games is passed over.
        match rows.last() {
            Some(last) if games.is_empty() && rows.len() == limit => after = last.try_get("id")?,
            _ => return Ok(games),
        }
    }
}

/// See [`crate::GameStore::old_games`].
pub(in crate::postgres) async fn old(
    client: &Client,
    before: Time,
    after: Option<Cursor>,
    limit: usize,
) -> Outcome<Vec<GameSummary>> {
    let sql = format!(
        "{} WHERE status IN ('waiting', 'running') AND created_at < $1 AND (created_at, id) > ($2, $3) \
         ORDER BY created_at, id LIMIT $4",
        select()
    );
    let statement = client.prepare_cached(&sql).await?;
    let first = Cursor { created_at: Time::from(jiff::Timestamp::UNIX_EPOCH), id: GameId::from_u128(0) };
    let (mut after, limit) = (after.unwrap_or(first), limit.clamp(1, 1000));
    loop {
        let (time, id) = (after.created_at.timestamp(), column::uuid(after.id));
        let rows = client.query(&statement, &[&before.timestamp(), &time, &id, &(limit as i64)]).await?;
        let mut games = Vec::with_capacity(rows.len());
        for row in &rows {
            games.extend(undamaged(row)?);
        }
        match rows.last().and_then(place) {
            Some(last) if games.is_empty() && rows.len() == limit => after = last,
            _ => return Ok(games),
        }
    }
}

/// The ids of games after `after`, ascending, at most `most`.
pub(in crate::postgres) async fn ids(
    client: &Client,
    after: Option<GameId>,
    most: usize,
) -> Outcome<Vec<GameId>> {
    let statement = client.prepare_cached(IDS).await?;
    let after = after.map_or(Uuid::nil(), column::uuid);
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    client.query(&statement, &[&after, &most]).await?.iter().map(|row| row.id("id")).collect()
}

/// See [`crate::GameStore::game_summaries`].
pub(in crate::postgres) async fn summaries(client: &Client, ids: &[GameId]) -> Outcome<Vec<GameSummary>> {
    let sql = format!("{} WHERE games.id = ANY($1)", select());
    let statement = client.prepare_cached(&sql).await?;
    let ids: Vec<Uuid> = ids.iter().copied().map(column::uuid).collect();
    let rows = client.query(&statement, &[&ids]).await?;
    let mut games = Vec::with_capacity(rows.len());
    for row in &rows {
        games.extend(undamaged(row)?);
    }
    Ok(games)
}

/// See [`crate::GameStore::newest_event`]. Reads all heads, once a start.
pub(in crate::postgres) async fn newest_event(client: &Client) -> Outcome<Option<Time>> {
    let statement = client.prepare_cached(NEWEST).await?;
    client.query_one(&statement, &[]).await?.time("at")
}

/// See [`crate::GameStore::versions`].
pub(in crate::postgres) async fn versions(client: &Client, games: &[GameId]) -> Outcome<Vec<GameVersion>> {
    let statement = client.prepare_cached(VERSIONS).await?;
    let games: Vec<Uuid> = games.iter().copied().map(column::uuid).collect();
    let rows = client.query(&statement, &[&games]).await?;
    let version = |row: &Row| {
        Ok(GameVersion {
            game: row.id("id")?,
            version: row.number("version")?,
            beside: row.number("changes")?,
        })
    };
    rows.iter().map(version).collect()
}

/// A query of the public list. The conditions are spelt so that the partial indexes apply.
struct Query<'a> {
    sql: String,
    values: Vec<&'a (dyn ToSql + Sync)>,
}

impl<'a> Query<'a> {
    fn new() -> Self {
        let sql = format!("{} WHERE visibility = 'public'", select());
        Self { sql, values: Vec::with_capacity(5) }
    }

    /// Adds a piece of SQL and the value that follows it.
    fn push(&mut self, sql: &str, value: &'a (dyn ToSql + Sync)) {
        self.values.push(value);
        self.sql.push_str(sql);
        self.sql.push_str(&format!("${}", self.values.len()));
    }
}

/// The place of a row in the list, even of a damaged row as long as these columns can be read.
fn place(row: &Row) -> Option<Cursor> {
    Some(Cursor { created_at: row.at("created_at").ok()?, id: row.id("id").ok()? })
}

/// The game of a row, unless the row cannot be read: one damaged game must not take the list away from all others.
fn undamaged(row: &Row) -> Outcome<Option<GameSummary>> {
    match SharedGame::read(row) {
        Ok(read) => Ok(Some(read.row.into_summary())),
        Err(Failure::Store(StoreError::Corrupt(what))) => {
            tracing::warn!(%what, "left out of a list");
            Ok(None)
        }
        Err(failure) => Err(failure),
    }
}

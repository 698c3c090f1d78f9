//! Deletes what is old, in bounded transactions, and gives the space back.
//!
//! Whenever it is stopped the database is sound: a game goes whole or not at all, results go together with what they have added
//! to the rollups, chunks of an experiment go after it, the last first, so that what is left of them is still its beginning.

use std::path::Path;

use rusqlite::limits::Limit;
use rusqlite::{Connection, Transaction, TransactionBehavior, params};

use super::connector::{Connector, Role};
use super::error::{Failure, Outcome};
use super::owner::Owner;
use super::{files, inode, inspect, schema, statistics};
use crate::engine::ratings::{DELETE_OLD, OLD, OLD_AT_ONCE};
use crate::error::{Result, StoreError};
use crate::model::{Prune, Pruned, Shrunk};

/// Rows of each kind that one transaction deletes: games, chunks, results, rulesets.
const GAMES: usize = 50;
const CHUNKS: u64 = 1_000;
const RESULTS: usize = 1_000;
const RULESETS: u64 = 200;

/// Old games; ?1 is the time, ?2 whether those that were never finished are among them.
const OLD_GAMES: &str = "FROM games JOIN heads ON heads.game = games.id \
     WHERE heads.updated_at < ?1 \
     AND (games.status IN ('finished', 'aborted') OR ?2)";

/// The log of a game: ?1 is its newest event, ?2 its number. A place that is damaged may lead in circles.
const LOG: &str = "WITH RECURSIVE log (place, before) AS (\
     SELECT place, before FROM events WHERE place = ?1 AND game = ?2 UNION \
     SELECT events.place, events.before FROM events JOIN log ON events.place = log.before WHERE events.game = ?2)";

/// Experiments that were over before ?1.
const OLD_EXPERIMENTS: &str = "FROM experiments WHERE state NOT IN ('queued', 'running') AND ended_at < ?1";

/// Chunks of no experiment.
const LEFT_CHUNKS: &str = "FROM experiment_chunks WHERE experiment NOT IN (SELECT id FROM experiments)";

/// Simulated populations whose last game ended before ?1, and to which no experiment can refer that stays: each was asked for
/// after that.
const OLD_POPULATIONS: &str = "SELECT population FROM (\
     SELECT population, max(ended_at) AS last FROM fact_games WHERE population IN \
     (SELECT id FROM populations WHERE source LIKE 'experiment:%') GROUP BY population) AS simulated \
     WHERE last < ?1 AND NOT EXISTS (SELECT 1 FROM experiments WHERE created_at <= simulated.last \
     AND NOT (state NOT IN ('queued', 'running') AND ended_at < ?1))";

/// Rulesets to which nothing refers.
const LEFT_RULESETS: &str = "FROM rulesets WHERE NOT EXISTS (SELECT 1 FROM games WHERE games.ruleset = rulesets.hash) \
     AND NOT EXISTS (SELECT 1 FROM populations WHERE populations.ruleset = rulesets.hash) \
     AND NOT EXISTS (SELECT 1 FROM experiments WHERE instr(plan, lower(hex(rulesets.hash))) > 0)";

/// See [`crate::DatabaseUrl::prune`].
pub(crate) fn prune(path: &Path, what: Prune) -> Result<(Pruned, Shrunk)> {
    let pruned = Owner::acquire(path).and_then(|owner| prune_file(path, owner, what));
    pruned.map_err(|failure| files::say_what_to_free(path, failure.into()))
}

/// `owner` is dropped when the database is closed.
fn prune_file(path: &Path, mut owner: Owner, what: Prune) -> Outcome<(Pruned, Shrunk)> {
    inode::check_names(path)?;
    owner.lock_database(path)?;
    inspect::inspect(path, 0)?;
    let mut conn = Connector::new(path, 0).open(Role::Writer)?;
    schema::migrate(&mut conn)?;
    let before = std::fs::metadata(path)?.len();
    // What refers to a row that goes, goes with it. SQLite would look for it by reading whole tables.
    conn.pragma_update(None, "foreign_keys", false)?;
    let pruned = delete(&mut conn, what)?;
    let missing = shrink(&mut conn, path)?;
    files::finish(conn)?;
    Ok((pruned, Shrunk { before, now: std::fs::metadata(path)?.len(), missing }))
}

/// What would be deleted.
pub(super) fn count(conn: &Connection, what: Prune) -> Outcome<Pruned> {
    let before = what.before.to_string();
    let mut would = Pruned::default();
    let mut games = conn.prepare(&format!("SELECT heads.no, heads.newest {OLD_GAMES}"))?;
    let mut log = conn.prepare(&format!("{LOG} SELECT count(*) FROM log"))?;
    let mut rows = games.query(params![before, what.unfinished])?;
    while let Some(row) = rows.next()? {
        let (no, newest) = (row.get::<_, i64>(0)?, row.get::<_, Option<i64>>(1)?);
        would.games += 1;
        would.events +=
            log.query_row(params![newest, no], |row| row.get::<_, i64>(0)).map(i64::unsigned_abs)?;
    }
    let one =
        |sql: String| conn.query_row(&sql, [&before], |row| row.get::<_, i64>(0)).map(i64::unsigned_abs);
    would.ratings = one(format!("SELECT count(*) {OLD}"))?;
    if what.experiments {
        would.experiments = one(format!("SELECT count(*) {OLD_EXPERIMENTS}"))?;
        would.chunks = one(format!(
            "SELECT count(*) FROM experiment_chunks WHERE experiment IN (SELECT id {OLD_EXPERIMENTS}) \
             OR experiment NOT IN (SELECT id FROM experiments)"
        ))?;
        would.results =
            one(format!("SELECT count(*) FROM fact_games WHERE population IN ({OLD_POPULATIONS})"))?;
    }
    if what.rulesets {
        let sql = format!("SELECT count(*) {LEFT_RULESETS}");
        would.rulesets = conn.query_row(&sql, [], |row| row.get::<_, i64>(0)).map(i64::unsigned_abs)?;
    }
    Ok(would)
}

fn delete(conn: &mut Connection, what: Prune) -> Outcome<Pruned> {
    let before = what.before.to_string();
    let mut gone = Pruned::default();
    while in_transaction(conn, |conn| delete_games(conn, &before, what.unfinished, &mut gone))? {}
    while in_transaction(conn, |conn| delete_ratings(conn, &before, &mut gone))? {}
    if what.experiments {
        gone.experiments =
            in_transaction(conn, |conn| Ok(conn.execute(&format!("DELETE {OLD_EXPERIMENTS}"), [&before])?))?
                as u64;
        while in_transaction(conn, |conn| delete_chunks(conn, &mut gone))? {}
        while in_transaction(conn, |conn| delete_results(conn, &before, &mut gone))? {}
    }
    if what.rulesets {
        while in_transaction(conn, |conn| delete_rulesets(conn, &mut gone))? {}
    }
    Ok(gone)
}

fn in_transaction<T>(conn: &mut Connection, work: impl FnOnce(&Transaction<'_>) -> Outcome<T>) -> Outcome<T> {
    let transaction = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let outcome = work(&transaction)?;
    transaction.commit()?;
    Ok(outcome)
}

/// Deletes some old games with their logs, secrets, reviews, named players, what was told of them and whom to tell; answers whether
/// there may be more.
fn delete_games(conn: &Connection, before: &str, unfinished: bool, gone: &mut Pruned) -> Outcome<bool> {
    let sql = format!("SELECT games.id, heads.no, heads.newest {OLD_GAMES} LIMIT {GAMES}");
    let mut statement = conn.prepare_cached(&sql)?;
    let read = |row: &rusqlite::Row<'_>| {
        Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?, row.get::<_, Option<i64>>(2)?))
    };
    let games: Vec<_> =
        statement.query_map(params![before, unfinished], read)?.collect::<rusqlite::Result<_>>()?;
    for (id, no, newest) in &games {
        let log = format!("{LOG} DELETE FROM events WHERE place IN (SELECT place FROM log)");
        gone.events += conn.prepare_cached(&log)?.execute(params![newest, no])? as u64;
        conn.prepare_cached("DELETE FROM heads WHERE no = ?1")?.execute([no])?;
        conn.prepare_cached("DELETE FROM game_secrets WHERE game = ?1")?.execute([id])?;
        conn.prepare_cached("DELETE FROM reviews WHERE game = ?1")?.execute([id])?;
        conn.prepare_cached("DELETE FROM webhook_games WHERE game = ?1")?.execute([id])?;
        conn.prepare_cached("DELETE FROM push_subscriptions WHERE game = ?1")?.execute([id])?;
        conn.prepare_cached("DELETE FROM seated_players WHERE game = ?1")?.execute([id])?;
        conn.prepare_cached("DELETE FROM games WHERE id = ?1")?.execute([id])?;
    }
    gone.games += games.len() as u64;
    Ok(games.len() == GAMES)
}

/// Deletes some old ratings of players; answers whether there may be more.
fn delete_ratings(conn: &Connection, before: &str, gone: &mut Pruned) -> Outcome<bool> {
    let deleted = conn.prepare_cached(DELETE_OLD)?.execute(params![before, OLD_AT_ONCE as i64])? as u64;
    gone.ratings += deleted;
    Ok(deleted == OLD_AT_ONCE)
}

/// Deletes some chunks of an experiment that is gone, the last first; answers whether there may be more.
fn delete_chunks(conn: &Connection, gone: &mut Pruned) -> Outcome<bool> {
    let last = format!("SELECT experiment, max(number) {LEFT_CHUNKS} GROUP BY experiment LIMIT 1");
    let found = conn
        .prepare_cached(&last)?
        .query_row([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)));
    let (experiment, last) = match found {
        Err(rusqlite::Error::QueryReturnedNoRows) => return Ok(false),
        found => found?,
    };
    let sql = format!("DELETE FROM experiment_chunks WHERE experiment = ?1 AND number > ?2 - {CHUNKS}");
    gone.chunks += conn.prepare_cached(&sql)?.execute(params![experiment, last])? as u64;
    Ok(true)
}

/// Deletes some results of an old simulated population, with what they have added; answers whether there may be more.
fn delete_results(conn: &Connection, before: &str, gone: &mut Pruned) -> Outcome<bool> {
    let found = conn.query_row(&format!("{OLD_POPULATIONS} LIMIT 1"), [before], |row| row.get::<_, i64>(0));
    let population = match found {
        Err(rusqlite::Error::QueryReturnedNoRows) => return Ok(false),
        found => found?,
    };
    gone.results += statistics::take_back(conn, population, RESULTS)?;
    Ok(true)
}

fn delete_rulesets(conn: &Connection, gone: &mut Pruned) -> Outcome<bool> {
    let sql = format!("DELETE FROM rulesets WHERE hash IN (SELECT hash {LEFT_RULESETS} LIMIT {RULESETS})");
    let deleted = conn.prepare_cached(&sql)?.execute([])? as u64;
    gone.rulesets += deleted;
    Ok(deleted > 0)
}

/// Gives the free pages back to the file system, where there is room for it: SQLite writes what is left twice. Answers how
/// many free bytes it takes when there are not so many.
fn shrink(conn: &mut Connection, path: &Path) -> Outcome<Option<u64>> {
    let pragma =
        |name: &str| conn.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).map(i64::unsigned_abs);
    let (pages, free, bytes) = (pragma("page_count")?, pragma("freelist_count")?, pragma("page_size")?);
    if free == 0 {
        return Ok(None);
    }
    let needed = 2 * (pages - free.min(pages)) * bytes;
    if files::free_space(path).is_some_and(|there| there < needed) {
        return Ok(Some(needed));
    }
    // What it writes to beside the file is attached.
    conn.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 1)?;
    conn.flush_prepared_statement_cache();
    match conn.execute_batch("VACUUM").map_err(Failure::from) {
        Err(failure) if *failure.error() == StoreError::Full => Ok(Some(needed)),
        done => done.map(|()| None),
    }
}

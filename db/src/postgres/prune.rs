//! Deletes what is old, in bounded transactions, as [`crate::sqlite`] does. The space is used again once the server has cleaned up.

use super::error::Outcome;
use super::statistics;
use crate::engine::ratings::{DELETE_OLD, OLD, OLD_AT_ONCE};
use crate::engine::record::{Row as _, Value};
use crate::engine::rows;
use crate::engine::sql::Sql;
use crate::engine::tables::experiments;
use crate::model::{Digest, ExperimentRecord, ExperimentState, Prune, Pruned, Time};

/// Rows that one transaction deletes.
const GAMES: i64 = 50;
const CHUNKS: i64 = 1_000;

/// Old games: $1 is the time, $2 whether those that were never finished are among them.
const OLD_GAMES: &str = "FROM games JOIN heads ON heads.game = games.id WHERE heads.updated_at < $1 \
                         AND (games.status IN ('finished', 'aborted') OR $2)";

/// Chunks of no experiment.
const LEFT_CHUNKS: &str = "FROM experiment_chunks WHERE experiment NOT IN (SELECT id FROM experiments)";

/// Rulesets to which no game and no population refers.
const LEFT_RULESETS: &str = "SELECT hash FROM rulesets WHERE \
     NOT EXISTS (SELECT 1 FROM games WHERE games.ruleset = rulesets.hash) AND \
     NOT EXISTS (SELECT 1 FROM populations WHERE populations.ruleset = rulesets.hash)";

/// What would be deleted.
pub(super) fn count(db: &dyn Sql, what: Prune) -> Outcome<Pruned> {
    let before = Value::Time(what.before);
    let sql = format!("SELECT count(*) AS games, sum(heads.version)::bigint AS events {OLD_GAMES}");
    let games = rows::one(db, &sql, &[before.clone(), what.unfinished.into()], |row| {
        Ok((row.number("games")?, row.optional_number("events")?.unwrap_or_default()))
    })?;
    let (games, events) = games.unwrap_or_default();
    let ratings = number(db, &format!("SELECT count(*) AS n {OLD}"), &[before])?;
    let mut would = Pruned { games, events, ratings, ..Pruned::default() };
    let mut staying = experiments::newest(db, usize::MAX)?;
    if what.experiments {
        let all = staying.len();
        staying.retain(|experiment| !is_old(experiment, what.before));
        would.experiments = (all - staying.len()) as u64;
        let staying_ids: Vec<&str> = staying.iter().map(|experiment| experiment.id.as_str()).collect();
        let sql = "SELECT count(*) AS n FROM experiment_chunks WHERE NOT (experiment = ANY($1))";
        would.chunks = number(db, sql, &[Value::Texts(&staying_ids)])?;
        for population in statistics::old_populations(db, what.before, &staying)? {
            would.results += statistics::games_of(db, population)?;
        }
    }
    if what.rulesets {
        would.rulesets = left_rulesets(db)?.len() as u64;
    }
    Ok(would)
}

fn number(db: &dyn Sql, sql: &str, values: &[Value<'_>]) -> Outcome<u64> {
    Ok(rows::one(db, sql, values, |row| row.number("n"))?.unwrap_or_default())
}

/// Deletes some old games with their logs, secrets, reviews, named players, what was told of them and whom to tell; answers how many
/// with how many events.
pub(super) fn delete_games(db: &dyn Sql, what: Prune) -> Outcome<(u64, u64)> {
    let sql = format!("SELECT games.id {OLD_GAMES} ORDER BY games.id LIMIT {GAMES} FOR UPDATE");
    let mut games = Vec::new();
    db.each(&sql, &[what.before.into(), what.unfinished.into()], &mut |row| {
        games.push(row.id("id")?);
        Ok(())
    })?;
    let mut events = 0;
    for (table, column) in [
        ("events", "game"),
        ("heads", "game"),
        ("game_secrets", "game"),
        ("reviews", "game"),
        ("webhook_games", "game"),
        ("push_subscriptions", "game"),
        ("seated_players", "game"),
        ("games", "id"),
    ] {
        let sql = format!("DELETE FROM {table} WHERE {column} = ANY($1)");
        let gone = db.execute(&sql, &[Value::Games(&games)])?;
        events += if table == "events" { gone } else { 0 };
    }
    Ok((games.len() as u64, events))
}

/// Deletes some old ratings of players; answers how many.
pub(super) fn delete_ratings(db: &dyn Sql, before: Time) -> Outcome<u64> {
    db.execute(DELETE_OLD, &[before.into(), (OLD_AT_ONCE as i64).into()])
}

/// Deletes the old experiments; answers how many. Their chunks go after them.
pub(super) fn delete_experiments(db: &dyn Sql, before: Time) -> Outcome<u64> {
    let sql = "DELETE FROM experiments WHERE state NOT IN ('queued', 'running') AND ended_at < $1";
    db.execute(sql, &[before.into()])
}

/// Deletes some chunks of an experiment that is gone, the last first, so that what is left is still its beginning; answers how many.
pub(super) fn delete_chunks(db: &dyn Sql) -> Outcome<u64> {
    let sql = format!("SELECT experiment, max(number) AS last {LEFT_CHUNKS} GROUP BY experiment LIMIT 1");
    let last = rows::one(db, &sql, &[], |row| Ok((row.word("experiment")?, row.number::<i64>("last")?)))?;
    let Some((experiment, last)) = last else { return Ok(0) };
    let sql = "DELETE FROM experiment_chunks WHERE experiment = $1 AND number > $2";
    db.execute(sql, &[experiment.into(), (last - CHUNKS).into()])
}

/// Deletes the results of one old simulated population with all they have added; answers how many, or that there is none.
pub(super) fn delete_results(db: &dyn Sql, before: Time) -> Outcome<Option<u64>> {
    let staying = experiments::newest(db, usize::MAX)?;
    let old = statistics::old_populations(db, before, &staying)?;
    old.first().map(|population| statistics::delete_population(db, *population)).transpose()
}

/// Deletes the rulesets to which nothing refers; answers how many.
pub(super) fn delete_rulesets(db: &dyn Sql) -> Outcome<u64> {
    let left = left_rulesets(db)?;
    let delete = |hash: &Digest| db.execute("DELETE FROM rulesets WHERE hash = $1", &[(*hash).into()]);
    left.iter().map(delete).sum()
}

/// The rulesets to which nothing refers, no plan of an experiment either.
fn left_rulesets(db: &dyn Sql) -> Outcome<Vec<Digest>> {
    let experiments = experiments::newest(db, usize::MAX)?;
    let mut left = Vec::new();
    db.each(LEFT_RULESETS, &[], &mut |row| {
        let hash = row.digest("hash")?;
        let text: String = hash.0.iter().map(|byte| format!("{byte:02x}")).collect();
        if !experiments.iter().any(|one| one.plan.as_str().contains(&text)) {
            left.push(hash);
        }
        Ok(())
    })?;
    Ok(left)
}

/// Whether an experiment was over before a time.
fn is_old(experiment: &ExperimentRecord, before: Time) -> bool {
    !matches!(experiment.state, ExperimentState::Queued | ExperimentState::Running)
        && experiment.ended_at.is_some_and(|ended| ended < before)
}

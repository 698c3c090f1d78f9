//! Deletes what is old, in bounded transactions.
//!
//! The database is sound whenever this stops. One transaction deletes a game with everything of it. One transaction deletes the results
//! of a population together with their part of the rollups. The chunks of an experiment go after the experiment, the last chunk first, so
//! the remaining chunks always are its beginning.

use super::experiments;
use super::games::LogPosition;
use crate::engine::failure::Outcome;
use crate::engine::ratings::{DELETE_OLD, OLD, OLD_AT_ONCE};
use crate::engine::record::{Row as _, Value};
use crate::engine::rows::{self, most as at_most};
use crate::engine::sql::Sql;
use crate::engine::statistics::dictionary::all_populations;
use crate::model::{Digest, ExperimentRecord, ExperimentState, Prune, Pruned, Source, Time};

/// Rows that one transaction deletes.
const GAMES: usize = 50;
const CHUNKS: i64 = 1_000;

/// Old games: $1 is the time, $2 says whether unfinished games count too.
const OLD_GAMES: &str = "FROM games JOIN heads ON heads.game = games.id WHERE heads.updated_at < $1 \
                         AND (games.status IN ('finished', 'aborted') OR $2)";

/// Chunks whose experiment is gone.
const LEFT_CHUNKS: &str = "FROM experiment_chunks WHERE experiment NOT IN (SELECT id FROM experiments)";

/// Rulesets to which no game and no population refers.
const LEFT_RULESETS: &str = "SELECT hash FROM rulesets WHERE \
     NOT EXISTS (SELECT 1 FROM games WHERE games.ruleset = rulesets.hash) AND \
     NOT EXISTS (SELECT 1 FROM populations WHERE populations.ruleset = rulesets.hash)";

/// Deletes some old rows in one transaction, and answers how many. If it deletes nothing, there is nothing left.
pub(crate) type Step = fn(&dyn Sql, Prune) -> Outcome<Pruned>;

/// Deletes everything old. `run` runs a step in a transaction of its own.
pub(crate) fn prune<E>(what: Prune, mut run: impl FnMut(Step) -> Result<Pruned, E>) -> Result<Pruned, E> {
    let steps: [(bool, Step); 6] = [
        (true, delete_games),
        (true, |db, what| {
            let ratings = db.execute(DELETE_OLD, &[what.before.into(), (OLD_AT_ONCE as i64).into()])?;
            Ok(Pruned { ratings, ..Pruned::default() })
        }),
        (what.experiments, |db, what| {
            let sql = "DELETE FROM experiments WHERE state NOT IN ('queued', 'running') AND ended_at < $1";
            Ok(Pruned { experiments: db.execute(sql, &[what.before.into()])?, ..Pruned::default() })
        }),
        (what.experiments, delete_chunks),
        (what.experiments, delete_results),
        (what.rulesets, delete_rulesets),
    ];
    let mut gone = Pruned::default();
    for (_, step) in steps.into_iter().filter(|(is_asked, _)| *is_asked) {
        loop {
            let now = run(step)?;
            if now == Pruned::default() {
                break;
            }
            gone = sum(gone, now);
        }
    }
    Ok(gone)
}

fn sum(a: Pruned, b: Pruned) -> Pruned {
    Pruned {
        games: a.games + b.games,
        events: a.events + b.events,
        experiments: a.experiments + b.experiments,
        chunks: a.chunks + b.chunks,
        results: a.results + b.results,
        rulesets: a.rulesets + b.rulesets,
        ratings: a.ratings + b.ratings,
    }
}

/// How much [`prune`] would delete.
pub(crate) fn count(db: &dyn Sql, what: Prune) -> Outcome<Pruned> {
    let before = Value::Time(what.before);
    let sql = format!("SELECT count(*) AS games, CAST(sum(heads.version) AS bigint) AS events {OLD_GAMES}");
    let games = rows::one(db, &sql, &[before.clone(), what.unfinished.into()], |row| {
        Ok((row.number("games")?, row.optional_number("events")?.unwrap_or_default()))
    })?;
    let (games, events) = games.unwrap_or_default();
    let ratings = number(db, &format!("SELECT count(*) AS n {OLD}"), &[before])?;
    let mut would = Pruned { games, events, ratings, ..Pruned::default() };
    if what.experiments {
        let mut staying = experiments::newest(db, usize::MAX)?;
        let all = staying.len();
        staying.retain(|experiment| !is_old(experiment, what.before));
        would.experiments = (all - staying.len()) as u64;
        let ids: Vec<&str> = staying.iter().map(|experiment| experiment.id.as_str()).collect();
        let kept = db.among("experiment", 1);
        let sql = format!("SELECT count(*) AS n FROM experiment_chunks WHERE NOT ({kept})");
        would.chunks = number(db, &sql, &[Value::Texts(&ids)])?;
        for population in old_populations(db, what.before, &staying)? {
            let sql = "SELECT count(*) AS n FROM facts WHERE population = $1";
            would.results += number(db, sql, &[population.into()])?;
        }
    }
    if what.rulesets {
        would.rulesets = left_rulesets(db)?.len() as u64;
    }
    Ok(would)
}

/// What has rows of single games, beside their logs.
const OF_GAMES: [&str; 7] =
    ["heads", "game_secrets", "reviews", "webhook_games", "push_subscriptions", "seated_players", "wishes"];

fn number(db: &dyn Sql, sql: &str, values: &[Value<'_>]) -> Outcome<u64> {
    Ok(rows::one(db, sql, values, |row| row.number("n"))?.unwrap_or_default())
}

/// Deletes some old games with their logs and all that belongs to them.
fn delete_games(db: &dyn Sql, what: Prune) -> Outcome<Pruned> {
    let place = db.pick("heads.no, heads.newest", "0 AS no, 0 AS newest");
    let lock = db.for_update();
    let sql = format!("SELECT games.id, {place} {OLD_GAMES} ORDER BY games.id LIMIT $3{lock}");
    let (mut games, mut places) = (Vec::new(), Vec::new());
    let values = [what.before.into(), what.unfinished.into(), at_most(GAMES)];
    db.each(&sql, &values, &mut |row| {
        games.push(row.id("id")?);
        places.push(LogPosition { no: row.number("no")?, newest: row.int("newest")? });
        Ok(())
    })?;
    let delete = |table: &str, column: &str| {
        let sql = format!("DELETE FROM {table} WHERE {}", db.among(column, 1));
        db.execute(&sql, &[Value::Games(&games)])
    };
    let events = db.delete_logs(&games, &places)?;
    for table in OF_GAMES {
        delete(table, "game")?;
    }
    Ok(Pruned { games: delete("games", "id")?, events, ..Pruned::default() })
}

/// Deletes some chunks of an experiment that is gone.
fn delete_chunks(db: &dyn Sql, _: Prune) -> Outcome<Pruned> {
    let sql = format!("SELECT experiment, max(number) AS last {LEFT_CHUNKS} GROUP BY experiment LIMIT 1");
    let last = rows::one(db, &sql, &[], |row| Ok((row.word("experiment")?, row.number::<i64>("last")?)))?;
    let Some((experiment, last)) = last else { return Ok(Pruned::default()) };
    let sql = "DELETE FROM experiment_chunks WHERE experiment = $1 AND number > $2";
    let chunks = db.execute(sql, &[experiment.into(), (last - CHUNKS).into()])?;
    Ok(Pruned { chunks, ..Pruned::default() })
}

/// Deletes one old simulated population with its results and rollups.
fn delete_results(db: &dyn Sql, what: Prune) -> Outcome<Pruned> {
    let staying = experiments::newest(db, usize::MAX)?;
    let old = old_populations(db, what.before, &staying)?;
    let Some(population) = old.first() else { return Ok(Pruned::default()) };
    let of = [(*population).into()];
    let results = db.execute("DELETE FROM facts WHERE population = $1", &of)?;
    db.execute("DELETE FROM rollups WHERE population = $1", &of)?;
    db.execute("DELETE FROM populations WHERE id = $1", &of)?;
    Ok(Pruned { results, ..Pruned::default() })
}

/// Deletes the rulesets to which nothing refers.
fn delete_rulesets(db: &dyn Sql, _: Prune) -> Outcome<Pruned> {
    let left = left_rulesets(db)?;
    let delete = |hash: &Digest| db.execute("DELETE FROM rulesets WHERE hash = $1", &[(*hash).into()]);
    let rulesets = left.iter().map(delete).sum::<Outcome<u64>>()?;
    Ok(Pruned { rulesets, ..Pruned::default() })
}

/// The rulesets to which no game, no population and no plan of an experiment refers.
fn left_rulesets(db: &dyn Sql) -> Outcome<Vec<Digest>> {
    let experiments = experiments::newest(db, usize::MAX)?;
    let mut left = Vec::new();
    db.each(LEFT_RULESETS, &[], &mut |row| {
        let hash = row.digest("hash")?;
        if !experiments.iter().any(|one| one.plan.as_str().contains(&hash.to_string())) {
            left.push(hash);
        }
        Ok(())
    })?;
    Ok(left)
}

/// The simulated populations whose last game ended before the time `before`. A population is left out if an experiment of `staying` was
/// created before its last game ended, because that experiment can refer to it.
fn old_populations(db: &dyn Sql, before: Time, staying: &[ExperimentRecord]) -> Outcome<Vec<i64>> {
    let mut old = Vec::new();
    let sql = "SELECT max(ended_at) AS last FROM facts WHERE population = $1";
    for (id, population) in all_populations(db)? {
        if !matches!(population.source, Source::Experiment(_)) {
            continue;
        }
        let last = rows::one(db, sql, &[id.into()], |row| row.time("last"))?.flatten();
        let is_old = |last: Time| last < before && !staying.iter().any(|one| one.created_at <= last);
        if last.is_some_and(is_old) {
            old.push(id);
        }
    }
    Ok(old)
}

/// Whether an experiment ended before a time.
fn is_old(experiment: &ExperimentRecord, before: Time) -> bool {
    !matches!(experiment.state, ExperimentState::Queued | ExperimentState::Running)
        && experiment.ended_at.is_some_and(|ended| ended < before)
}

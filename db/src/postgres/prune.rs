//! Deletes what is old, in bounded transactions, as [`crate::sqlite`] does. The space is used again once the server has cleaned up.

use deadpool_postgres::Client;
use uuid::Uuid;

use super::connection::transaction;
use super::error::Outcome;
use super::{experiments, statistics};
use crate::engine::ratings::{DELETE_OLD, OLD, OLD_AT_ONCE};
use crate::engine::record::Row as _;
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
pub(super) async fn count(client: &Client, what: Prune) -> Outcome<Pruned> {
    let before = what.before.timestamp();
    let sql = format!("SELECT count(*), sum(heads.version)::bigint {OLD_GAMES}");
    let row = client.query_one(&sql, &[&before, &what.unfinished]).await?;
    let events: Option<i64> = row.try_get(1)?;
    let mut would = Pruned { games: whole(row.try_get(0)?), ..Pruned::default() };
    would.events = whole(events.unwrap_or_default());
    let old = client.query_one(&format!("SELECT count(*) {OLD}"), &[&before]).await?;
    would.ratings = whole(old.try_get(0)?);
    let mut staying = experiments::newest(client, usize::MAX).await?;
    if what.experiments {
        let all = staying.len();
        staying.retain(|experiment| !is_old(experiment, what.before));
        would.experiments = (all - staying.len()) as u64;
        let staying_ids: Vec<&str> = staying.iter().map(|experiment| experiment.id.as_str()).collect();
        let sql = "SELECT count(*) FROM experiment_chunks WHERE NOT (experiment = ANY($1))";
        would.chunks = whole(client.query_one(sql, &[&staying_ids]).await?.try_get(0)?);
        for population in statistics::old_populations(client, what.before, &staying).await? {
            would.results += statistics::games_of(client, population).await?;
        }
    }
    if what.rulesets {
        would.rulesets = left_rulesets(client, &staying_plans(client).await?).await?.len() as u64;
    }
    Ok(would)
}

/// Deletes some old games with their logs, secrets, reviews, named players, what was told of them and whom to tell; answers how many
/// with how many events.
pub(super) async fn delete_games(client: &Client, what: Prune) -> Outcome<(u64, u64)> {
    let work = async {
        let sql = format!("SELECT games.id {OLD_GAMES} ORDER BY games.id LIMIT {GAMES} FOR UPDATE");
        let statement = client.prepare_cached(&sql).await?;
        let rows = client.query(&statement, &[&what.before.timestamp(), &what.unfinished]).await?;
        let games = rows.iter().map(|row| row.try_get("id")).collect::<Result<Vec<Uuid>, _>>()?;
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
            let gone = client.execute(&client.prepare_cached(&sql).await?, &[&games]).await?;
            events += if table == "events" { gone } else { 0 };
        }
        Ok((games.len() as u64, events))
    };
    transaction(client, work).await
}

/// Deletes some old ratings of players; answers how many.
pub(super) async fn delete_ratings(client: &Client, before: Time) -> Outcome<u64> {
    Ok(client.execute(DELETE_OLD, &[&before.timestamp(), &(OLD_AT_ONCE as i64)]).await?)
}

/// Deletes the old experiments; answers how many. Their chunks go after them.
pub(super) async fn delete_experiments(client: &Client, before: Time) -> Outcome<u64> {
    let sql = "DELETE FROM experiments WHERE state NOT IN ('queued', 'running') AND ended_at < $1";
    Ok(client.execute(sql, &[&before.timestamp()]).await?)
}

/// Deletes some chunks of an experiment that is gone, the last first, so that what is left is still its beginning; answers how many.
pub(super) async fn delete_chunks(client: &Client) -> Outcome<u64> {
    let last = format!("SELECT experiment, max(number) {LEFT_CHUNKS} GROUP BY experiment LIMIT 1");
    let Some(row) = client.query_opt(&last, &[]).await? else { return Ok(0) };
    let (experiment, last) = (row.word("experiment")?, row.try_get::<_, i64>(1)?);
    let sql = "DELETE FROM experiment_chunks WHERE experiment = $1 AND number > $2";
    Ok(client.execute(sql, &[&experiment, &(last - CHUNKS)]).await?)
}

/// Deletes the results of one old simulated population with all they have added; answers how many, or that there is none.
pub(super) async fn delete_results(client: &Client, before: Time) -> Outcome<Option<u64>> {
    let staying = experiments::newest(client, usize::MAX).await?;
    let old = statistics::old_populations(client, before, &staying).await?;
    let Some(population) = old.first() else { return Ok(None) };
    transaction(client, statistics::delete_population(client, *population)).await.map(Some)
}

/// Deletes the rulesets to which nothing refers; answers how many.
pub(super) async fn delete_rulesets(client: &Client) -> Outcome<u64> {
    let left = left_rulesets(client, &staying_plans(client).await?).await?;
    let hashes: Vec<&[u8]> = left.iter().map(|hash| hash.0.as_slice()).collect();
    Ok(client.execute("DELETE FROM rulesets WHERE hash = ANY($1)", &[&hashes]).await?)
}

async fn staying_plans(client: &Client) -> Outcome<Vec<String>> {
    let all = experiments::newest(client, usize::MAX).await?;
    Ok(all.iter().map(|experiment| experiment.plan.as_str().to_owned()).collect())
}

async fn left_rulesets(client: &Client, plans: &[String]) -> Outcome<Vec<Digest>> {
    let mut left = Vec::new();
    for row in client.query(LEFT_RULESETS, &[]).await? {
        let hash = row.digest("hash")?;
        let text: String = hash.0.iter().map(|byte| format!("{byte:02x}")).collect();
        if !plans.iter().any(|plan| plan.contains(&text)) {
            left.push(hash);
        }
    }
    Ok(left)
}

/// Whether an experiment was over before a time.
fn is_old(experiment: &ExperimentRecord, before: Time) -> bool {
    !matches!(experiment.state, ExperimentState::Queued | ExperimentState::Running)
        && experiment.ended_at.is_some_and(|ended| ended < before)
}

fn whole(count: i64) -> u64 {
    count.unsigned_abs()
}

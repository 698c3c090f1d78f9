//! Populations of simulated games that are old go whole.

use deadpool_postgres::Client;

use super::names::all_populations;
use crate::engine::record::Row as _;
use crate::engine::statistics::rollup::Rollup;
use crate::model::{ExperimentRecord, Source, Time};
use crate::postgres::error::Outcome;

/// Simulated populations whose last game ended before a time, and to which no experiment of those that stay can refer: each was
/// asked for after that.
pub(in crate::postgres) async fn old_populations(
    client: &Client,
    before: Time,
    staying: &[ExperimentRecord],
) -> Outcome<Vec<i64>> {
    let mut old = Vec::new();
    let statement =
        client.prepare_cached("SELECT max(ended_at) AS last FROM facts WHERE population = $1").await?;
    for (id, population) in all_populations(client).await? {
        if !matches!(population.source, Source::Experiment(_)) {
            continue;
        }
        let last = client.query_one(&statement, &[&id]).await?.time("last")?;
        let is_old = |last: Time| last < before && !staying.iter().any(|one| one.created_at <= last);
        if last.is_some_and(is_old) {
            old.push(id);
        }
    }
    old.sort_unstable();
    Ok(old)
}

/// How many games a population has.
pub(in crate::postgres) async fn games_of(client: &Client, population: i64) -> Outcome<u64> {
    let row = client.query_one("SELECT count(*) FROM facts WHERE population = $1", &[&population]).await?;
    Ok(row.try_get::<_, i64>(0)?.unsigned_abs())
}

/// Deletes the games of a population with all they have added, and its name; answers how many. In a transaction.
pub(in crate::postgres) async fn delete_population(client: &Client, population: i64) -> Outcome<u64> {
    let games = client.execute("DELETE FROM facts WHERE population = $1", &[&population]).await?;
    for rollup in Rollup::ALL {
        let sql = format!("DELETE FROM {} WHERE population = $1", rollup.table());
        client.execute(&sql, &[&population]).await?;
    }
    client.execute("DELETE FROM populations WHERE id = $1", &[&population]).await?;
    Ok(games)
}

//! Populations of simulated games that are old go whole.

use super::names::all_populations;
use crate::engine::record::Row as _;
use crate::engine::rows;
use crate::engine::sql::Sql;
use crate::engine::statistics::rollup::Rollup;
use crate::model::{ExperimentRecord, Source, Time};
use crate::postgres::error::Outcome;

/// Simulated populations whose last game ended before a time, and to which no experiment of those that stay can refer: each was
/// asked for after that.
pub(in crate::postgres) fn old_populations(
    db: &dyn Sql,
    before: Time,
    staying: &[ExperimentRecord],
) -> Outcome<Vec<i64>> {
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
    old.sort_unstable();
    Ok(old)
}

/// How many games a population has.
pub(in crate::postgres) fn games_of(db: &dyn Sql, population: i64) -> Outcome<u64> {
    let sql = "SELECT count(*) AS n FROM facts WHERE population = $1";
    Ok(rows::one(db, sql, &[population.into()], |row| row.number("n"))?.unwrap_or_default())
}

/// Deletes the games of a population with all they have added, and its name; answers how many. In a transaction.
pub(in crate::postgres) fn delete_population(db: &dyn Sql, population: i64) -> Outcome<u64> {
    let of = [population.into()];
    let games = db.execute("DELETE FROM facts WHERE population = $1", &of)?;
    for rollup in Rollup::ALL {
        db.execute(&format!("DELETE FROM {} WHERE population = $1", rollup.table()), &of)?;
    }
    db.execute("DELETE FROM populations WHERE id = $1", &of)?;
    Ok(games)
}

//! Questions to the statistics. They read rollups only, so their cost does not grow with the number of games; those about a
//! period add up its facts.

use std::collections::HashMap;

use rusqlite::Connection;

use super::counted::Sources;
use super::dictionary::{all_populations, feature_of_id, features_named, measure_names, numbered};
use super::rollup::{self, OF_POPULATION};
use crate::engine::statistics::answers::{self, count};
use crate::engine::statistics::dictionary::{Population, wanted};
use crate::engine::statistics::rollup::Rollup;
use crate::engine::tables::rulesets;
use crate::model::{CountedPopulation, FeatureRow, HistogramRow, PopulationFilter, PopulationSummary};
use crate::sqlite::error::{Outcome, corrupt};

/// The populations of a ruleset and source.
pub(in crate::sqlite) const OF_RULESET: &str = "WHERE ruleset = ?1 AND source = ?2";

/// See [`crate::StatisticsReader::summary`].
pub(in crate::sqlite) fn summary(
    conn: &Connection,
    filter: &PopulationFilter,
) -> Outcome<Vec<PopulationSummary>> {
    let populations = populations(conn, filter)?;
    answers::summary(&populations, &Sources::of(conn, filter, &populations)?, &measure_names(conn)?)
}

/// See [`crate::StatisticsReader::features`].
pub(in crate::sqlite) fn features(
    conn: &Connection,
    filter: &PopulationFilter,
    name: Option<&str>,
) -> Outcome<Vec<FeatureRow>> {
    let values = match name {
        Some(name) => features_named(conn, name)?,
        None => HashMap::new(),
    };
    let populations = populations(conn, filter)?;
    let sums = Sources::of(conn, filter, &populations)?;
    answers::features(&populations, &sums, values, name.is_none(), |id| feature_of_id(conn, id))
}

/// See [`crate::StatisticsReader::histogram`].
pub(in crate::sqlite) fn histogram(
    conn: &Connection,
    filter: &PopulationFilter,
    measure: &str,
) -> Outcome<Vec<HistogramRow>> {
    let names = measure_names(conn)?;
    let Some((&measure, _)) = names.iter().find(|(_, name)| *name == measure) else { return Ok(Vec::new()) };
    let populations = populations(conn, filter)?;
    answers::histogram(&populations, &Sources::of(conn, filter, &populations)?, measure)
}

/// The populations that a filter takes in, with their ids.
pub(super) fn populations(conn: &Connection, filter: &PopulationFilter) -> Outcome<Vec<(i64, Population)>> {
    let values = rusqlite::params![filter.ruleset.0, filter.source.to_string()];
    Ok(wanted(numbered(conn, OF_RULESET, values)?, filter))
}

/// All populations that have games.
pub(in crate::sqlite) fn populations_counted(conn: &Connection) -> Outcome<Vec<CountedPopulation>> {
    let mut found = Vec::new();
    for (id, Population { ruleset, source, assisted, players, line_up }) in all_populations(conn)? {
        let counted = rollup::rows(conn, Rollup::Games, OF_POPULATION, [id])?;
        let games = counted.iter().map(|(_, [n, ..])| count(*n)).sum::<crate::error::Result<u64>>()?;
        if games > 0 {
            let record = rulesets::get(conn, &ruleset)?;
            let game = record.ok_or_else(|| corrupt("a population has no ruleset"))?.game;
            found.push(CountedPopulation { game, ruleset, source, assisted, players, line_up, games });
        }
    }
    Ok(found)
}

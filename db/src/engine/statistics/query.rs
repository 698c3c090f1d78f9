//! Questions to the statistics. They read rollups only, so their cost does not grow with the number of games; those about a period add up
//! its facts.

use super::WHOLE_GAME;
use super::answers::{self, count};
use super::days::{ByDay, days_of};
use super::dictionary::{Known, Population, all_populations, feature_values, measures, populations};
use super::facts::MOST_SEATS;
use super::rollup::{Rollup, sums};
use super::rows;
use super::tally::{StandardMeasures, Tally};
use crate::engine::corrupt;
use crate::engine::failure::Outcome;
use crate::engine::record::{Row as _, Value};
use crate::engine::sql::Sql;
use crate::engine::tables::rulesets;
use crate::model::{
    CountedPopulation, FeatureRow, HistogramRow, Period, PopulationFilter, PopulationSummary,
};

type Populations = Vec<(i64, Population)>;

/// The conditions of rows of some populations: $1. Of seats $2 and a measure $3; of days from $2 to $3.
pub(crate) fn of_populations(db: &dyn Sql) -> String {
    format!(" AND {}", db.among("population", 1))
}

pub(crate) fn of_measure(db: &dyn Sql) -> String {
    format!("{} AND {} AND k2 = $3", of_populations(db), db.among("k1", 2))
}

pub(crate) fn of_days(db: &dyn Sql) -> String {
    format!("{} AND k1 BETWEEN $2 AND $3", of_populations(db))
}

/// Both ends of every histogram of some populations: $1.
pub(crate) fn extremes(db: &dyn Sql) -> String {
    let (values, moments) = (Rollup::Values as i64, Rollup::Moments as i64);
    let of = format!(
        "FROM rollups AS bars WHERE bars.kind = {values} AND bars.population = rollups.population \
         AND bars.k1 = rollups.k1 AND bars.k2 = rollups.k2"
    );
    format!(
        "SELECT DISTINCT population, k1, k2, (SELECT min(bars.k3) {of}) AS least, \
         (SELECT max(bars.k3) {of}) AS greatest FROM rollups WHERE kind = {moments}{}",
        of_populations(db)
    )
}

/// See [`crate::StatisticsReader::summary`].
pub(crate) fn summary(db: &dyn Sql, filter: &PopulationFilter) -> Outcome<Vec<PopulationSummary>> {
    let (populations, ids) = wanted(db, filter)?;
    let sums = sums_of(db, filter, &ids, || {
        let of = [Rollup::Games, Rollup::Seats, Rollup::Moments];
        let mut sums = sums(db, &of, &of_populations(db), &[Value::Ints(&ids)])?;
        add_extremes(db, &ids, &mut sums)?;
        Ok(sums)
    })?;
    Ok(answers::summary(&populations, &sums, &measures(db)?)?)
}

/// See [`crate::StatisticsReader::features`].
pub(crate) fn features(
    db: &dyn Sql,
    filter: &PopulationFilter,
    name: Option<&str>,
) -> Outcome<Vec<FeatureRow>> {
    let (populations, ids) = wanted(db, filter)?;
    let of = [Rollup::Features, Rollup::FeatureGames];
    let sums = sums_of(db, filter, &ids, || sums(db, &of, &of_populations(db), &[Value::Ints(&ids)]))?;
    let features: Vec<i64> = sums.rows(Rollup::FeatureGames, &[]).map(|(key, _)| key[1]).collect();
    let values = feature_values(db, name, &features)?;
    if name.is_none() && features.iter().any(|id| !values.contains_key(id)) {
        return Err(corrupt("a feature has no name").into());
    }
    Ok(answers::features(&populations, &sums, &values)?)
}

/// See [`crate::StatisticsReader::histogram`].
pub(crate) fn histogram(
    db: &dyn Sql,
    filter: &PopulationFilter,
    measure: &str,
) -> Outcome<Vec<HistogramRow>> {
    let names = measures(db)?;
    let Some((&measure, _)) = names.iter().find(|(_, name)| *name == measure) else { return Ok(Vec::new()) };
    let (populations, ids) = wanted(db, filter)?;
    let seats: Vec<i64> = (WHOLE_GAME..MOST_SEATS as i64).collect();
    let values = [Value::Ints(&ids), Value::Ints(&seats), measure.into()];
    let sums = sums_of(db, filter, &ids, || sums(db, &[Rollup::Values], &of_measure(db), &values))?;
    Ok(answers::histogram(&populations, &sums, measure)?)
}

/// See [`crate::StatisticsReader::summary_by_day`].
pub(crate) fn summary_by_day(
    db: &dyn Sql,
    filter: &PopulationFilter,
) -> Outcome<Vec<(String, Vec<PopulationSummary>)>> {
    let (first, last) = days_of(&filter.period)?;
    let (populations, ids) = wanted(db, filter)?;
    let values = [Value::Ints(&ids), first.into(), last.into()];
    let sums = sums(db, &[Rollup::Days, Rollup::DaySeats], &of_days(db), &values)?;
    let mut days = ByDay::default();
    for (id, population) in &populations {
        days.add(*id, population, &sums)?;
    }
    Ok(days.finish())
}

/// See [`crate::StatisticsReader::populations`].
pub(crate) fn populations_counted(db: &dyn Sql) -> Outcome<Vec<CountedPopulation>> {
    let sums = sums(db, &[Rollup::Games], "", &[])?;
    let named = rulesets::counted(db)?;
    let mut found = Vec::new();
    for (id, Population { ruleset, source, assisted, players, line_up }) in all_populations(db)? {
        let games =
            sums.rows(Rollup::Games, &[id]).map(|(_, [n, ..])| count(*n)).sum::<crate::Result<u64>>()?;
        if games > 0 {
            let game = named.get(&ruleset).cloned().ok_or_else(|| corrupt("a population has no ruleset"))?;
            found.push(CountedPopulation { game, ruleset, source, assisted, players, line_up, games });
        }
    }
    Ok(found)
}

/// The populations that a filter takes in, with their ids, and these alone.
fn wanted(db: &dyn Sql, filter: &PopulationFilter) -> Outcome<(Populations, Vec<i64>)> {
    let populations = populations(db, filter)?;
    let ids = populations.iter().map(|(id, _)| *id).collect();
    Ok((populations, ids))
}

/// Adds the first and the last bar of every histogram: a summary asks for no other.
fn add_extremes(db: &dyn Sql, populations: &[i64], sums: &mut Tally) -> Outcome<()> {
    db.each(&extremes(db), &[Value::Ints(populations)], &mut |row| {
        let [population, seat, measure] = ["population", "k1", "k2"].map(|name| row.number(name));
        let (population, seat, measure) = (population?, seat?, measure?);
        for end in ["least", "greatest"] {
            let Some(value) = row.int(end)? else { continue };
            sums.add(Rollup::Values, [population, seat, measure, value], [1, 0, 0, 0, 0])?;
        }
        Ok(())
    })
}

/// The games of a period, added up; where all are asked for, what is `kept` of them.
fn sums_of(
    db: &dyn Sql,
    filter: &PopulationFilter,
    populations: &[i64],
    kept: impl FnOnce() -> Outcome<Tally>,
) -> Outcome<Tally> {
    if filter.period == Period::default() {
        return kept();
    }
    let mut known = Known::read(db)?;
    let (standard, mut tally) = (StandardMeasures::of(&mut known), Tally::default());
    rows::for_each_of(db, populations, &filter.period, &mut known, |facts| {
        filter.gone.check()?;
        Ok(tally.count(&facts, standard.clone()?)?)
    })?;
    Ok(tally)
}

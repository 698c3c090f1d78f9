//! Questions to the statistics: the sums of the populations asked for are read, and answered from in memory.

use std::collections::HashMap;

use super::names::{all_populations, feature_values, measures, populations};
use super::{facts, rollups};
use crate::engine::corrupt;
use crate::engine::record::{Row as _, Value};
use crate::engine::sql::Sql;
use crate::engine::statistics::answers::{self, count, plus};
use crate::engine::statistics::days::{ByDay, days_of};
use crate::engine::statistics::dictionary::Population;
use crate::engine::statistics::rollup::Rollup;
use crate::engine::statistics::tally::{StandardMeasures, Tally};
use crate::engine::tables::rulesets;
use crate::model::{
    CountedPopulation, FeatureRow, HistogramRow, Period, PopulationFilter, PopulationSummary,
};
use crate::postgres::error::Outcome;

const OF_POPULATIONS: &str = "WHERE population = ANY($1)";
const OF_MEASURE: &str = "WHERE population = ANY($1) AND measure = $2";
const OF_DAYS: &str = "WHERE population = ANY($1) AND day BETWEEN $2 AND $3";

/// Both ends of every histogram.
const EXTREMES: &str = "SELECT population, seat, measure, min(value) AS least, max(value) AS greatest FROM rollup_values \
                        WHERE population = ANY($1) GROUP BY population, seat, measure";

type Populations = Vec<(i64, Population)>;

/// See [`crate::StatisticsReader::summary`].
pub(in crate::postgres) fn summary(
    db: &dyn Sql,
    filter: &PopulationFilter,
) -> Outcome<Vec<PopulationSummary>> {
    let populations = populations(db, filter)?;
    let sums = match sums_of_period(db, filter, &populations)? {
        Some(sums) => sums,
        None => {
            let of = [Rollup::Games, Rollup::Seats, Rollup::Moments];
            let mut sums = sums(db, &populations, &of)?;
            add_extremes(db, &populations, &mut sums)?;
            sums
        }
    };
    Ok(answers::summary(&populations, &sums, &measures(db)?)?)
}

/// See [`crate::StatisticsReader::features`].
pub(in crate::postgres) fn features(
    db: &dyn Sql,
    filter: &PopulationFilter,
    name: Option<&str>,
) -> Outcome<Vec<FeatureRow>> {
    let populations = populations(db, filter)?;
    let sums = match sums_of_period(db, filter, &populations)? {
        Some(sums) => sums,
        None => sums(db, &populations, &[Rollup::Features, Rollup::FeatureGames])?,
    };
    let ids: Vec<i64> = sums.by_key(Rollup::FeatureGames).keys().map(|key| key[1]).collect();
    let values = feature_values(db, name, &ids)?;
    Ok(answers::features(&populations, &sums, values, name.is_none(), |_| {
        Err(corrupt("a feature has no name"))
    })?)
}

/// See [`crate::StatisticsReader::histogram`].
pub(in crate::postgres) fn histogram(
    db: &dyn Sql,
    filter: &PopulationFilter,
    measure: &str,
) -> Outcome<Vec<HistogramRow>> {
    let names = measures(db)?;
    let Some((&measure, _)) = names.iter().find(|(_, name)| *name == measure) else { return Ok(Vec::new()) };
    let populations = populations(db, filter)?;
    let sums = match sums_of_period(db, filter, &populations)? {
        Some(sums) => sums,
        None => {
            let mut tally = Tally::default();
            let ids = ids(&populations);
            for (key, sums) in
                rollups::select(db, Rollup::Values, OF_MEASURE, &[Value::Ints(&ids), measure.into()])?
            {
                tally.add(Rollup::Values, key, sums)?;
            }
            tally
        }
    };
    Ok(answers::histogram(&populations, &sums, measure)?)
}

/// See [`crate::StatisticsReader::summary_by_day`].
pub(in crate::postgres) fn summary_by_day(
    db: &dyn Sql,
    filter: &PopulationFilter,
) -> Outcome<Vec<(String, Vec<PopulationSummary>)>> {
    let (first, last) = days_of(&filter.period)?;
    let populations = populations(db, filter)?;
    let ids = ids(&populations);
    let games = rollups::select(db, Rollup::Days, OF_DAYS, &[Value::Ints(&ids), first.into(), last.into()])?;
    let seats =
        rollups::select(db, Rollup::DaySeats, OF_DAYS, &[Value::Ints(&ids), first.into(), last.into()])?;
    let (mut of_games, mut of_seats): (HashMap<i64, Vec<_>>, HashMap<i64, Vec<_>>) = Default::default();
    games.into_iter().for_each(|row| of_games.entry(row.0[0]).or_default().push(row));
    seats.into_iter().for_each(|row| of_seats.entry(row.0[0]).or_default().push(row));
    let mut days = ByDay::default();
    for (id, population) in &populations {
        let (games, seats) =
            (of_games.remove(id).unwrap_or_default(), of_seats.remove(id).unwrap_or_default());
        days.add(population, &games, &seats)?;
    }
    Ok(days.finish())
}

/// See [`crate::StatisticsReader::populations`].
pub(in crate::postgres) fn populations_counted(db: &dyn Sql) -> Outcome<Vec<CountedPopulation>> {
    let mut games: HashMap<i64, i64> = HashMap::new();
    for ([population, ..], [counted, ..]) in rollups::select(db, Rollup::Games, "", &[])? {
        plus(games.entry(population).or_default(), counted)?;
    }
    let named = rulesets::all(db)?.into_iter().map(|ruleset| (ruleset.hash, ruleset.game));
    let named: HashMap<_, _> = named.collect();
    let mut found = Vec::new();
    for (id, Population { ruleset, source, assisted, players, line_up }) in all_populations(db)? {
        let games = count(games.get(&id).copied().unwrap_or(0))?;
        if games > 0 {
            let game = named.get(&ruleset).cloned().ok_or_else(|| corrupt("a population has no ruleset"))?;
            found.push((id, CountedPopulation { game, ruleset, source, assisted, players, line_up, games }));
        }
    }
    found.sort_unstable_by_key(|(id, _)| *id);
    Ok(found.into_iter().map(|(_, population)| population).collect())
}

fn ids(populations: &Populations) -> Vec<i64> {
    populations.iter().map(|(id, _)| *id).collect()
}

/// The rows of some rollups.
fn sums(db: &dyn Sql, populations: &Populations, of: &[Rollup]) -> Outcome<Tally> {
    let (mut tally, ids) = (Tally::default(), ids(populations));
    for &rollup in of {
        for (key, sums) in rollups::select(db, rollup, OF_POPULATIONS, &[Value::Ints(&ids)])? {
            tally.add(rollup, key, sums)?;
        }
    }
    Ok(tally)
}

/// Adds the first and the last bar of every histogram: a summary asks for no other.
fn add_extremes(db: &dyn Sql, populations: &Populations, sums: &mut Tally) -> Outcome<()> {
    db.each(EXTREMES, &[Value::Ints(&ids(populations))], &mut |row| {
        let of = ["population", "seat", "measure"].map(|name| row.number(name));
        let [population, seat, measure] = of;
        let (population, seat, measure) = (population?, seat?, measure?);
        for end in ["least", "greatest"] {
            let key = [population, seat, measure, row.number(end)?];
            sums.add(Rollup::Values, key, [1, 0, 0, 0, 0])?;
        }
        Ok(())
    })
}

/// The games of a period, added up; none where all are asked for.
fn sums_of_period(
    db: &dyn Sql,
    filter: &PopulationFilter,
    populations: &Populations,
) -> Outcome<Option<Tally>> {
    if filter.period == Period::default() {
        return Ok(None);
    }
    let standard = StandardMeasures::of(&mut super::names::Named::default())?;
    let mut tally = Tally::default();
    facts::for_each_of(db, populations, &filter.period, |facts| Ok(tally.count(&facts, standard)?))?;
    Ok(Some(tally))
}

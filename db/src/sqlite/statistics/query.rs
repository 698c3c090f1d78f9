//! Questions to the statistics. They read rollups only, so their cost does not grow with the number of games.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use rusqlite::{Connection, Params};

use super::dictionary::{Population, feature_of_id, features_named, measure_names};
use super::rollup::{Key, Rollup, Sums};
use super::{LENGTH, SCORE, TURNS, WHOLE_GAME};
use crate::model::{
    Assisted, CountedPopulation, FeatureFact, FeatureRow, HistogramRow, LineUp, Moments, PopulationFilter,
    PopulationSummary, SeatSummary,
};
use crate::sqlite::error::{Outcome, corrupt};
use crate::sqlite::rulesets;

/// Which rows of a rollup.
pub(in crate::sqlite) const OF_POPULATION: &str = "WHERE population = ?1";
pub(in crate::sqlite) const OF_MEASURE: &str = "WHERE population = ?1 AND seat = ?2 AND measure = ?3";

/// The first or last bar of a histogram.
pub(in crate::sqlite) fn end_of_measure(order: &str) -> String {
    format!("{OF_MEASURE} ORDER BY value {order} LIMIT 1")
}

/// The populations of a ruleset and source.
pub(in crate::sqlite) fn populations_sql() -> String {
    format!("SELECT {} FROM populations WHERE ruleset = ?1 AND source = ?2", Population::COLUMNS)
}

/// See [`crate::Store::summary`].
pub(in crate::sqlite) fn summary(
    conn: &Connection,
    filter: &PopulationFilter,
) -> Outcome<Vec<PopulationSummary>> {
    let mut strata = BTreeMap::new();
    let measures = measure_names(conn)?;
    for (id, Population { players, line_up, .. }) in populations(conn, filter)? {
        let new = Summary::new(players, line_up.clone());
        strata.entry((players, line_up)).or_insert(new).add(conn, id, &measures)?;
    }
    Ok(strata.into_values().filter(|summary| summary.counted.games > 0).map(Summary::finish).collect())
}

/// See [`crate::Store::features`].
pub(in crate::sqlite) fn features(
    conn: &Connection,
    filter: &PopulationFilter,
    name: Option<&str>,
) -> Outcome<Vec<FeatureRow>> {
    let mut values = match name {
        Some(name) => features_named(conn, name)?,
        None => HashMap::new(),
    };
    let mut sums: HashMap<(u8, LineUp, i64, i64), Sums> = HashMap::new();
    for (id, Population { players, line_up, .. }) in populations(conn, filter)? {
        for ([_, seat, feature, _], row) in of_population(conn, Rollup::Features, id)? {
            match values.entry(feature) {
                Entry::Vacant(_) if name.is_some() => continue, // another feature's
                Entry::Vacant(entry) => {
                    entry.insert(feature_of_id(conn, feature)?);
                }
                Entry::Occupied(_) => {}
            }
            add(sums.entry((players, line_up.clone(), seat, feature)).or_default(), &row)?;
        }
    }
    let row = |((players, line_up, seat, feature), sums)| {
        let value = values.get(&feature).ok_or_else(|| corrupt("a feature has no name"))?;
        feature_row((players, line_up, seat), value, sums)
    };
    let mut rows: Vec<FeatureRow> = sums.into_iter().map(row).collect::<Outcome<_>>()?;
    rows.sort_unstable_by(|a, b| {
        let key = |row: &FeatureRow| (row.players, row.line_up.clone(), row.seat);
        key(a).cmp(&key(b)).then_with(|| (&a.name, &a.bucket).cmp(&(&b.name, &b.bucket)))
    });
    Ok(rows)
}

fn feature_row(
    (players, line_up, seat): (u8, LineUp, i64),
    value: &FeatureFact,
    sums: Sums,
) -> Outcome<FeatureRow> {
    let [n, win_units, win_units_squared, score_sum, score_sum_squares] = sums;
    let FeatureFact { name, bucket } = value.clone();
    let (seat, n) = (seat_number(seat)?, count(n)?);
    Ok(FeatureRow {
        players,
        line_up,
        seat,
        name,
        bucket,
        n,
        win_units,
        win_units_squared,
        score_sum,
        score_sum_squares,
    })
}

/// See [`crate::Store::histogram`].
pub(in crate::sqlite) fn histogram(
    conn: &Connection,
    filter: &PopulationFilter,
    measure: &str,
) -> Outcome<Vec<HistogramRow>> {
    let names = measure_names(conn)?;
    let Some((&measure, _)) = names.iter().find(|(_, name)| *name == measure) else { return Ok(Vec::new()) };
    let mut counts: BTreeMap<(u8, Option<u8>, i64), Sums> = BTreeMap::new();
    for (id, Population { players, .. }) in populations(conn, filter)? {
        for seat in WHOLE_GAME..i64::from(players) {
            let key = [id, seat, measure];
            for ([_, _, _, value], row) in select(conn, Rollup::Values, OF_MEASURE, key)? {
                let seat = if seat == WHOLE_GAME { None } else { Some(seat_number(seat)?) };
                add(counts.entry((players, seat, value)).or_default(), &row)?;
            }
        }
    }
    let row = |((players, seat, value), [n, ..]): (_, Sums)| {
        Ok(HistogramRow { players, seat, value, n: count(n)? })
    };
    counts.into_iter().map(row).collect()
}

/// The populations that a filter takes in, with their ids.
fn populations(conn: &Connection, filter: &PopulationFilter) -> Outcome<Vec<(i64, Population)>> {
    let mut statement = conn.prepare_cached(&populations_sql())?;
    let mut rows = statement.query(rusqlite::params![filter.ruleset.0, filter.source.to_string()])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let (id, population) = Population::read(row)?;
        let wanted = filter.players.is_none_or(|players| players == population.players)
            && filter.line_up.as_ref().is_none_or(|line_up| *line_up == population.line_up)
            && match filter.assisted {
                Assisted::Exclude => !population.assisted,
                Assisted::Include => true,
                Assisted::Only => population.assisted,
            };
        if wanted {
            found.push((id, population));
        }
    }
    Ok(found)
}

/// All populations that have games.
pub(in crate::sqlite) fn populations_counted(conn: &Connection) -> Outcome<Vec<CountedPopulation>> {
    let mut statement = conn.prepare(&format!("SELECT {} FROM populations", Population::COLUMNS))?;
    let mut rows = statement.query([])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let (id, Population { ruleset, source, assisted, players, line_up }) = Population::read(row)?;
        let counted = of_population(conn, Rollup::Games, id)?;
        let games = counted.iter().map(|(_, [n, ..])| count(*n)).sum::<Outcome<u64>>()?;
        if games > 0 {
            let record = rulesets::get(conn, &ruleset)?;
            let game = record.ok_or_else(|| corrupt("a population has no ruleset"))?.game;
            found.push(CountedPopulation { game, ruleset, source, assisted, players, line_up, games });
        }
    }
    Ok(found)
}

/// A summary under way.
struct Summary {
    counted: PopulationSummary,
    measures: BTreeMap<String, Moments>,
}

impl Summary {
    fn new(players: u8, line_up: LineUp) -> Self {
        let counted = PopulationSummary {
            players,
            line_up,
            games: 0,
            tied: 0,
            seats: vec![SeatSummary::default(); players.into()],
            measures: Vec::new(),
        };
        Self { counted, measures: BTreeMap::new() }
    }

    /// Adds the rollups of a population.
    fn add(&mut self, conn: &Connection, population: i64, names: &HashMap<i64, String>) -> Outcome<()> {
        for (_, [n, tied, ..]) in of_population(conn, Rollup::Games, population)? {
            self.counted.games += count(n)?;
            self.counted.tied += count(tied)?;
        }
        for ([_, seat, ..], sums) in of_population(conn, Rollup::Seats, population)? {
            let [n, win_units, win_squares, sole_wins, shared_wins] = sums;
            let seat = self.seat(seat)?;
            seat.n += count(n)?;
            seat.win_units += win_units;
            seat.win_units_squared += win_squares;
            seat.sole_wins += count(sole_wins)?;
            seat.shared_wins += count(shared_wins)?;
        }
        for ([_, seat, measure, _], [n, total, squares, ..]) in
            of_population(conn, Rollup::Moments, population)?
        {
            let (min, max) = extremes(conn, [population, seat, measure])?;
            let more = Moments { n: count(n)?, sum: total, sum_squares: squares, min, max };
            let name = names.get(&measure).ok_or_else(|| corrupt("a measure has no name"))?;
            let moments = match (seat, name.as_str()) {
                (WHOLE_GAME, _) => self.measures.entry(name.clone()).or_default(),
                (_, SCORE) => &mut self.seat(seat)?.score,
                (_, TURNS) => &mut self.seat(seat)?.turns,
                _ => return Err(corrupt("a seat has an unknown measure")),
            };
            *moments = merge(*moments, more)?;
        }
        Ok(())
    }

    fn seat(&mut self, seat: i64) -> Outcome<&mut SeatSummary> {
        let found = usize::try_from(seat).ok().and_then(|seat| self.counted.seats.get_mut(seat));
        found.ok_or_else(|| corrupt("a seat that no game has"))
    }

    fn finish(mut self) -> PopulationSummary {
        self.measures.entry(LENGTH.to_owned()).or_default();
        self.counted.measures = self.measures.into_iter().collect();
        self.counted
    }
}

/// Least and greatest value of a measure: both ends of its histogram.
fn extremes(conn: &Connection, key: [i64; 3]) -> Outcome<(i64, i64)> {
    let end = |order| {
        let rows = select(conn, Rollup::Values, &end_of_measure(order), key)?;
        rows.first().map(|([.., value], _)| *value).ok_or_else(|| corrupt("a measure has no histogram"))
    };
    Ok((end("ASC")?, end("DESC")?))
}

fn merge(a: Moments, b: Moments) -> Outcome<Moments> {
    if a.n == 0 {
        return Ok(b);
    }
    let too_large = || corrupt("a sum is too large");
    Ok(Moments {
        n: a.n + b.n,
        sum: a.sum.checked_add(b.sum).ok_or_else(too_large)?,
        sum_squares: a.sum_squares.checked_add(b.sum_squares).ok_or_else(too_large)?,
        min: a.min.min(b.min),
        max: a.max.max(b.max),
    })
}

fn of_population(conn: &Connection, rollup: Rollup, population: i64) -> Outcome<Vec<(Key, Sums)>> {
    select(conn, rollup, OF_POPULATION, [population])
}

/// Rows of a rollup, verified.
fn select(conn: &Connection, rollup: Rollup, tail: &str, params: impl Params) -> Outcome<Vec<(Key, Sums)>> {
    let mut statement = conn.prepare_cached(&format!("{} {tail}", rollup.select()))?;
    let mut rows = statement.query(params)?;
    let mut read = Vec::new();
    while let Some(row) = rows.next()? {
        read.push(rollup.read(row)?);
    }
    Ok(read)
}

fn add(sums: &mut Sums, more: &Sums) -> Outcome<()> {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum = sum.checked_add(*more).ok_or_else(|| corrupt("a sum is too large"))?;
    }
    Ok(())
}

fn count(n: i64) -> Outcome<u64> {
    u64::try_from(n).map_err(|_| corrupt("a negative count"))
}

fn seat_number(seat: i64) -> Outcome<u8> {
    u8::try_from(seat).map_err(|_| corrupt("a seat that no game has"))
}

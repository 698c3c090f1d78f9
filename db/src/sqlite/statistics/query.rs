//! Questions to the statistics. They read rollups only, so their cost does not grow with the number of games; those about a
//! period add up its facts.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use rusqlite::Connection;

use super::counted::{Counted, select};
use super::dictionary::{Population, feature_of_id, features_named, measure_names};
use super::rollup::{Rollup, Sums};
use super::{LENGTH, SCORE, TURNS, WHOLE_GAME};
use crate::model::{
    Assisted, CountedPopulation, FeatureFact, FeatureRow, HistogramRow, LineUp, Moments, PopulationFilter,
    PopulationSummary, SeatSummary, Together,
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

/// See [`crate::StatisticsReader::summary`].
pub(in crate::sqlite) fn summary(
    conn: &Connection,
    filter: &PopulationFilter,
) -> Outcome<Vec<PopulationSummary>> {
    summary_of(&Counted::of(conn, filter)?, &measure_names(conn)?)
}

fn summary_of(counted: &Counted<'_>, names: &HashMap<i64, String>) -> Outcome<Vec<PopulationSummary>> {
    let mut strata = BTreeMap::new();
    for (id, Population { players, line_up, .. }) in &counted.populations {
        let new = Summary::new(*players, line_up.clone());
        strata.entry((*players, line_up.clone())).or_insert(new).add(counted, *id, names)?;
    }
    Ok(strata.into_values().filter(|summary| summary.counted.games > 0).map(Summary::finish).collect())
}

/// See [`crate::StatisticsReader::features`].
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
    let mut together: HashMap<(u8, LineUp, i64), Sums> = HashMap::new();
    let counted = Counted::of(conn, filter)?;
    for (id, Population { players, line_up, .. }) in &counted.populations {
        for ([_, feature, ..], row) in counted.rows(Rollup::FeatureGames, *id)? {
            add(together.entry((*players, line_up.clone(), feature)).or_default(), &row)?;
        }
        for ([_, seat, feature, _], row) in counted.rows(Rollup::Features, *id)? {
            match values.entry(feature) {
                Entry::Vacant(_) if name.is_some() => continue, // another feature's
                Entry::Vacant(entry) => {
                    entry.insert(feature_of_id(conn, feature)?);
                }
                Entry::Occupied(_) => {}
            }
            add(sums.entry((*players, line_up.clone(), seat, feature)).or_default(), &row)?;
        }
    }
    let row = |((players, line_up, seat, feature), sums): ((u8, LineUp, i64, i64), Sums)| {
        let value = values.get(&feature).ok_or_else(|| corrupt("a feature has no name"))?;
        let together = together.get(&(players, line_up.clone(), feature)).copied().unwrap_or_default();
        feature_row((players, line_up, seat), value, sums, together)
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
    [seats_squared, seats_units, units_squared, ..]: Sums,
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
        together: Together { seats_squared, seats_units, units_squared },
    })
}

/// See [`crate::StatisticsReader::histogram`].
pub(in crate::sqlite) fn histogram(
    conn: &Connection,
    filter: &PopulationFilter,
    measure: &str,
) -> Outcome<Vec<HistogramRow>> {
    let names = measure_names(conn)?;
    let Some((&measure, _)) = names.iter().find(|(_, name)| *name == measure) else { return Ok(Vec::new()) };
    let mut counts: BTreeMap<(u8, Option<u8>, i64), Sums> = BTreeMap::new();
    let counted = Counted::of(conn, filter)?;
    for (id, Population { players, .. }) in &counted.populations {
        for seat in WHOLE_GAME..i64::from(*players) {
            for ([_, _, _, value], row) in counted.values([*id, seat, measure])? {
                let seat = if seat == WHOLE_GAME { None } else { Some(seat_number(seat)?) };
                add(counts.entry((*players, seat, value)).or_default(), &row)?;
            }
        }
    }
    let row = |((players, seat, value), [n, ..]): (_, Sums)| {
        Ok(HistogramRow { players, seat, value, n: count(n)? })
    };
    counts.into_iter().map(row).collect()
}

/// The populations that a filter takes in, with their ids.
pub(super) fn populations(conn: &Connection, filter: &PopulationFilter) -> Outcome<Vec<(i64, Population)>> {
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
        let counted = select(conn, Rollup::Games, OF_POPULATION, [id])?;
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
    fn add(&mut self, sums: &Counted<'_>, population: i64, names: &HashMap<i64, String>) -> Outcome<()> {
        for (_, [n, tied, ..]) in sums.rows(Rollup::Games, population)? {
            self.counted.games += count(n)?;
            self.counted.tied += count(tied)?;
        }
        for ([_, seat, ..], of_seat) in sums.rows(Rollup::Seats, population)? {
            let [n, win_units, win_squares, sole_wins, shared_wins] = of_seat;
            let seat = self.seat(seat)?;
            seat.n += count(n)?;
            seat.win_units += win_units;
            seat.win_units_squared += win_squares;
            seat.sole_wins += count(sole_wins)?;
            seat.shared_wins += count(shared_wins)?;
        }
        for ([_, seat, measure, _], [n, total, squares, ..]) in sums.rows(Rollup::Moments, population)? {
            let (min, max) = sums.extremes([population, seat, measure])?;
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

fn add(sums: &mut Sums, more: &Sums) -> Outcome<()> {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum = sum.checked_add(*more).ok_or_else(|| corrupt("a sum is too large"))?;
    }
    Ok(())
}

pub(super) fn count(n: i64) -> Outcome<u64> {
    u64::try_from(n).map_err(|_| corrupt("a negative count"))
}

pub(super) fn seat_number(seat: i64) -> Outcome<u8> {
    u8::try_from(seat).map_err(|_| corrupt("a seat that no game has"))
}

//! Sums to answer from: the rollups as they are kept, or those of a period, added up from facts.

use rusqlite::{Connection, Params};

use super::dictionary::{Population, measure_names};
use super::facts;
use super::query::{OF_MEASURE, OF_POPULATION, end_of_measure, populations};
use super::rebuild::standard_measures;
use super::rollup::{Key, Rollup, Sums};
use super::tally::Tally;
use crate::model::{Period, PopulationFilter};
use crate::sqlite::error::{Outcome, corrupt};

/// Populations with their sums.
pub(super) struct Counted<'a> {
    pub populations: Vec<(i64, Population)>,
    sums: Source<'a>,
}

enum Source<'a> {
    /// All games: their cost does not grow with the number of games.
    Rollups(&'a Connection),
    /// The games of a period.
    Facts(Tally),
}

impl<'a> Counted<'a> {
    /// What a filter takes in.
    pub(super) fn of(conn: &'a Connection, filter: &PopulationFilter) -> Outcome<Self> {
        let populations = populations(conn, filter)?;
        if filter.period == Period::default() {
            return Ok(Self { populations, sums: Source::Rollups(conn) });
        }
        let standard = standard_measures(&measure_names(conn)?);
        let mut tally = Tally::default();
        for (id, _) in &populations {
            facts::for_each_of(conn, *id, &filter.period, |facts| tally.count(&facts, standard.clone()?))?;
        }
        Ok(Self { populations, sums: Source::Facts(tally) })
    }

    /// The rows of a rollup that belong to a population.
    pub(super) fn rows(&self, rollup: Rollup, population: i64) -> Outcome<Vec<(Key, Sums)>> {
        match &self.sums {
            Source::Rollups(conn) => select(conn, rollup, OF_POPULATION, [population]),
            Source::Facts(tally) => Ok(tally.rows_of(rollup, |key| key[0] == population)),
        }
    }

    /// The histogram of a measure: `[population, seat, measure]`.
    pub(super) fn values(&self, of: [i64; 3]) -> Outcome<Vec<(Key, Sums)>> {
        match &self.sums {
            Source::Rollups(conn) => select(conn, Rollup::Values, OF_MEASURE, of),
            Source::Facts(tally) => Ok(tally.rows_of(Rollup::Values, |key| key[..3] == of)),
        }
    }

    /// Least and greatest value of a measure: both ends of its histogram.
    pub(super) fn extremes(&self, of: [i64; 3]) -> Outcome<(i64, i64)> {
        let none = || corrupt("a measure has no histogram");
        match &self.sums {
            Source::Rollups(conn) => {
                let end = |order| {
                    let rows = select(conn, Rollup::Values, &end_of_measure(order), of)?;
                    rows.first().map(|([.., value], _)| *value).ok_or_else(none)
                };
                Ok((end("ASC")?, end("DESC")?))
            }
            Source::Facts(_) => {
                let values: Vec<i64> = self.values(of)?.into_iter().map(|([.., value], _)| value).collect();
                let (least, most) = (values.iter().min(), values.iter().max());
                least.zip(most).map(|(least, most)| (*least, *most)).ok_or_else(none)
            }
        }
    }
}

/// Rows of a rollup, verified.
pub(super) fn select(
    conn: &Connection,
    rollup: Rollup,
    tail: &str,
    params: impl Params,
) -> Outcome<Vec<(Key, Sums)>> {
    let mut statement = conn.prepare_cached(&format!("{} {tail}", rollup.select()))?;
    let mut rows = statement.query(params)?;
    let mut read = Vec::new();
    while let Some(row) = rows.next()? {
        read.push(rollup.read(row)?);
    }
    Ok(read)
}

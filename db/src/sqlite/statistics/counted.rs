//! Sums to answer from: the rollups as they are kept, or those of a period, added up from facts.

use rusqlite::Connection;

use super::dictionary::measure_names;
use super::facts;
use super::rebuild::standard_measures;
use super::rollup::{OF_MEASURE, OF_POPULATION, end_of_measure, rows};
use crate::engine::statistics::answers::Counted;
use crate::engine::statistics::dictionary::Population;
use crate::engine::statistics::rollup::{Key, Rollup, Sums};
use crate::engine::statistics::tally::Tally;
use crate::model::{Period, PopulationFilter};
use crate::sqlite::error::{Failure, Outcome, corrupt};

/// Where the sums of populations lie.
pub(super) enum Sources<'a> {
    /// All games: their cost does not grow with the number of games.
    Rollups(&'a Connection),
    /// The games of a period.
    Facts(Tally),
}

impl<'a> Sources<'a> {
    /// What a filter takes in of these populations.
    pub(super) fn of(
        conn: &'a Connection,
        filter: &PopulationFilter,
        populations: &[(i64, Population)],
    ) -> Outcome<Self> {
        if filter.period == Period::default() {
            return Ok(Self::Rollups(conn));
        }
        let standard = standard_measures(&measure_names(conn)?);
        let mut tally = Tally::default();
        for (id, _) in populations {
            facts::for_each_of(conn, *id, &filter.period, |facts| {
                Ok(tally.count(&facts, standard.clone()?)?)
            })?;
        }
        Ok(Self::Facts(tally))
    }
}

impl Counted for Sources<'_> {
    type Error = Failure;

    fn rows(&self, rollup: Rollup, population: i64) -> Outcome<Vec<(Key, Sums)>> {
        match self {
            Self::Rollups(conn) => rows(conn, rollup, OF_POPULATION, [population]),
            Self::Facts(tally) => Ok(tally.rows(rollup, population)?),
        }
    }

    fn values(&self, of: [i64; 3]) -> Outcome<Vec<(Key, Sums)>> {
        match self {
            Self::Rollups(conn) => rows(conn, Rollup::Values, OF_MEASURE, of),
            Self::Facts(tally) => Ok(tally.values(of)?),
        }
    }

    fn extremes(&self, of: [i64; 3]) -> Outcome<(i64, i64)> {
        let conn = match self {
            Self::Rollups(conn) => conn,
            Self::Facts(tally) => return Ok(tally.extremes(of)?),
        };
        let end = |order| {
            let rows = rows(conn, Rollup::Values, &end_of_measure(order), of)?;
            rows.first().map(|([.., value], _)| *value).ok_or_else(|| corrupt("a measure has no histogram"))
        };
        Ok((end("ASC")?, end("DESC")?))
    }
}

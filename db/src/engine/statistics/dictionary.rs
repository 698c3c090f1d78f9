//! What ids of the statistics stand for.

use std::collections::HashMap;

use crate::engine::corrupt;
use crate::engine::failure::Outcome;
use crate::engine::record::{self, MeasureName, Record, Row as _, Value};
use crate::engine::seal::Seal;
use crate::engine::sql::Sql;
use crate::error::{Result, StoreError};
use crate::model::{Assisted, Digest, FeatureFact, LineUp, PopulationFilter, Source};

/// The populations of a ruleset and source.
pub(crate) const OF_RULESET: &str = "WHERE ruleset = $1 AND source = $2 ORDER BY id";

/// The values of a feature.
pub(crate) const BY_NAME: &str = "WHERE name = $1";

/// The games that are counted together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Population {
    pub(crate) ruleset: Digest,
    pub(crate) source: Source,
    pub(crate) assisted: bool,
    pub(crate) players: u8,
    pub(crate) line_up: LineUp,
}

/// Where ids come from.
pub(crate) trait Ids {
    /// Why there is none.
    type Error;

    /// The id of a population.
    fn population(&mut self, population: Population) -> Result<i64, Self::Error>;
    /// The id of a measure.
    fn measure(&mut self, name: &str) -> Result<i64, Self::Error>;
    /// The id of a feature's value.
    fn feature(&mut self, feature: &FeatureFact) -> Result<i64, Self::Error>;
}

/// The id of a name at a server: 63 bits of its hash. Every node knows it without asking, and nobody counts. Of a million names no two have
/// the same, but for one case in ten millions.
pub(crate) fn id_of<T: Record>(name: &T) -> Result<i64> {
    let hash = name.values()?.iter().fold(Seal::new(T::TABLE), |hash, value| value.sealed(hash)).finish();
    let [first, ..] = hash.0.as_chunks::<8>().0 else { return Ok(0) };
    Ok(i64::from_be_bytes(*first) & i64::MAX)
}

/// The names that `tail` takes in, with their ids.
fn numbered<T: Record>(db: &dyn Sql, tail: &str, values: &[Value<'_>]) -> Outcome<Vec<(i64, T)>> {
    let mut found = Vec::new();
    db.each(&format!("{} {tail}", record::select_numbered::<T>()), values, &mut |row| {
        let (id, name) = (row.number::<i64>("id")?, T::read(row)?);
        if !db.is_file() && id != id_of(&name)? {
            return Err(corrupt(format!("a row of {}", T::TABLE)).into());
        }
        found.push((id, name));
        Ok(())
    })?;
    Ok(found)
}

/// The populations that a filter takes in, with their ids.
pub(crate) fn populations(db: &dyn Sql, filter: &PopulationFilter) -> Outcome<Vec<(i64, Population)>> {
    let values = [filter.ruleset.into(), filter.source.to_string().into()];
    let mut found: Vec<(i64, Population)> = numbered(db, OF_RULESET, &values)?;
    found.retain(|(_, population)| population.is_wanted(filter));
    Ok(found)
}

/// All populations, the first that was given an id first.
pub(crate) fn all_populations(db: &dyn Sql) -> Outcome<Vec<(i64, Population)>> {
    numbered(db, "ORDER BY id", &[])
}

/// The names of all measures by id.
pub(crate) fn measures(db: &dyn Sql) -> Outcome<HashMap<i64, String>> {
    let names: Vec<(i64, MeasureName)> = numbered(db, "", &[])?;
    Ok(names.into_iter().map(|(id, of)| (id, of.name)).collect())
}

/// The values of the feature `name` by id, or those of `ids`.
pub(crate) fn feature_values(
    db: &dyn Sql,
    name: Option<&str>,
    ids: &[i64],
) -> Outcome<HashMap<i64, FeatureFact>> {
    let found = match name {
        Some(name) => numbered(db, BY_NAME, &[name.into()])?,
        None => numbered(db, &format!("WHERE {}", db.among("id", 1)), &[Value::Ints(ids)])?,
    };
    Ok(found.into_iter().collect())
}

/// All ids that were given.
pub(crate) struct Known {
    pub(crate) populations: HashMap<i64, Population>,
    ids: HashMap<Population, i64>,
    measures: HashMap<String, i64>,
    features: HashMap<FeatureFact, i64>,
}

impl Known {
    pub(crate) fn read(db: &dyn Sql) -> Outcome<Self> {
        let populations = all_populations(db)?;
        let ids = populations.iter().cloned().map(|(id, population)| (population, id)).collect();
        let measures = measures(db)?.into_iter().map(|(id, name)| (name, id)).collect();
        let features: Vec<(i64, FeatureFact)> = numbered(db, "", &[])?;
        let features = features.into_iter().map(|(id, feature)| (feature, id)).collect();
        Ok(Self { populations: populations.into_iter().collect(), ids, measures, features })
    }
}

impl Ids for Known {
    type Error = StoreError;

    fn population(&mut self, population: Population) -> Result<i64> {
        self.ids.get(&population).copied().ok_or_else(|| corrupt("a population cannot be found"))
    }

    fn measure(&mut self, name: &str) -> Result<i64> {
        self.measures.get(name).copied().ok_or_else(|| corrupt(format!("the measure {name} is missing")))
    }

    fn feature(&mut self, feature: &FeatureFact) -> Result<i64> {
        self.features.get(feature).copied().ok_or_else(|| corrupt("a feature has no name"))
    }
}

impl Population {
    /// Whether a filter of its ruleset and source takes it in.
    pub(crate) fn is_wanted(&self, filter: &PopulationFilter) -> bool {
        filter.players.is_none_or(|players| players == self.players)
            && filter.line_up.as_ref().is_none_or(|line_up| *line_up == self.line_up)
            && match filter.assisted {
                Assisted::Exclude => !self.assisted,
                Assisted::Include => true,
                Assisted::Only => self.assisted,
            }
    }
}

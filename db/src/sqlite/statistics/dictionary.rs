//! Ids of populations, measures and feature values: facts and rollups hold ids, names are stored once.

use std::collections::HashMap;
use std::hash::Hash;

use rusqlite::{Connection, OptionalExtension, Params, params_from_iter};

use crate::engine::record::{self, MeasureName, Record};
use crate::engine::remember::remember;
use crate::engine::statistics::dictionary::Population;
use crate::model::FeatureFact;
use crate::sqlite::error::{Outcome, corrupt};

/// Ids found or given before, so that a finished game looks up nothing.
#[derive(Debug, Default)]
pub(in crate::sqlite) struct Dictionary {
    populations: HashMap<Population, i64>,
    measures: HashMap<MeasureName, i64>,
    features: HashMap<FeatureFact, i64>,
}

/// The most names remembered of a kind.
const REMEMBERED: usize = 100_000;

impl Dictionary {
    /// Forgets everything: the transaction that gave an id may have been taken back.
    pub(in crate::sqlite) fn forget(&mut self) {
        *self = Self::default();
    }

    /// The id of a population, given now if it is new.
    pub(super) fn population(&mut self, conn: &Connection, population: Population) -> Outcome<i64> {
        id_of(&mut self.populations, conn, population)
    }

    /// The id of a measure, given now if it is new.
    pub(super) fn measure(&mut self, conn: &Connection, name: &str) -> Outcome<i64> {
        id_of(&mut self.measures, conn, MeasureName(name.to_owned()))
    }

    /// The id of a feature's value, given now if it is new.
    pub(super) fn feature(&mut self, conn: &Connection, feature: &FeatureFact) -> Outcome<i64> {
        match self.features.get(feature) {
            Some(id) => Ok(*id),
            None => id_of(&mut self.features, conn, feature.clone()),
        }
    }
}

fn id_of<T: Record + Eq + Hash>(known: &mut HashMap<T, i64>, conn: &Connection, name: T) -> Outcome<i64> {
    if let Some(id) = known.get(&name) {
        return Ok(*id);
    }
    let id = insert_or_find(conn, &name)?;
    remember(known, REMEMBERED, name, id);
    Ok(id)
}

fn insert_or_find<T: Record>(conn: &Connection, name: &T) -> Outcome<i64> {
    let values = name.values()?;
    let insert = format!("{} ON CONFLICT DO NOTHING RETURNING id", record::insert::<T>());
    let mut statement = conn.prepare_cached(&insert)?;
    let inserted = statement.query_row(params_from_iter(&values), |row| row.get(0)).optional()?;
    if let Some(id) = inserted {
        return Ok(id);
    }
    let find = format!("SELECT id FROM {} WHERE {}", T::TABLE, record::same::<T>());
    let mut statement = conn.prepare_cached(&find)?;
    let found = statement.query_row(params_from_iter(&values), |row| row.get(0)).optional()?;
    found.ok_or_else(|| corrupt("a dictionary of the statistics"))
}

/// The values of a feature.
pub(in crate::sqlite) const BY_NAME: &str = "WHERE name = ?1";

/// A value by its id.
pub(in crate::sqlite) const BY_ID: &str = "WHERE id = ?1";

/// The names that `tail` takes in, with their ids.
pub(super) fn numbered<T: Record>(
    conn: &Connection,
    tail: &str,
    values: impl Params,
) -> Outcome<Vec<(i64, T)>> {
    let mut statement = conn.prepare_cached(&format!("{} {tail}", record::select_numbered::<T>()))?;
    let mut rows = statement.query(values)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push((row.get("id")?, T::read(row)?));
    }
    Ok(found)
}

/// All populations.
pub(super) fn all_populations(conn: &Connection) -> Outcome<Vec<(i64, Population)>> {
    numbered(conn, "", [])
}

/// The names of all measures by id.
pub(super) fn measure_names(conn: &Connection) -> Outcome<HashMap<i64, String>> {
    let names: Vec<(i64, MeasureName)> = numbered(conn, "", [])?;
    Ok(names.into_iter().map(|(id, name)| (id, name.0)).collect())
}

/// The values of the feature `name` by id.
pub(super) fn features_named(conn: &Connection, name: &str) -> Outcome<HashMap<i64, FeatureFact>> {
    Ok(numbered(conn, BY_NAME, [name])?.into_iter().collect())
}

/// The feature value of an id.
pub(super) fn feature_of_id(conn: &Connection, id: i64) -> Outcome<FeatureFact> {
    let found = numbered(conn, BY_ID, [id])?.pop();
    found.map(|(_, feature)| feature).ok_or_else(|| corrupt("a feature has no name"))
}

//! Ids of populations, measures and feature values: facts and rollups hold ids, names are stored once.

use std::collections::HashMap;
use std::hash::Hash;

use rusqlite::Connection;

use crate::engine::record::{self, MeasureName, Record, Row as _};
use crate::engine::remember::remember;
use crate::engine::rows;
use crate::engine::statistics::dictionary::{Ids, Population};
use crate::model::FeatureFact;
use crate::sqlite::error::{Failure, Outcome, corrupt};

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
}

/// Ids from the dictionary, given now where they are new.
pub(super) struct Given<'a>(pub &'a Connection, pub &'a mut Dictionary);

impl Ids for Given<'_> {
    type Error = Failure;

    fn population(&mut self, population: Population) -> Outcome<i64> {
        id_of(&mut self.1.populations, self.0, population)
    }

    fn measure(&mut self, name: &str) -> Outcome<i64> {
        id_of(&mut self.1.measures, self.0, MeasureName { name: name.to_owned() })
    }

    fn feature(&mut self, feature: &FeatureFact) -> Outcome<i64> {
        match self.1.features.get(feature) {
            Some(id) => Ok(*id),
            None => id_of(&mut self.1.features, self.0, feature.clone()),
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
    let id = |sql: &str| rows::one(conn, sql, &values, |row| row.number("id"));
    if let Some(id) = id(&format!("{} ON CONFLICT DO NOTHING RETURNING id", record::insert::<T>()))? {
        return Ok(id);
    }
    let found = id(&format!("SELECT id FROM {} WHERE {}", T::TABLE, record::same::<T>()))?;
    found.ok_or_else(|| corrupt("a dictionary of the statistics"))
}

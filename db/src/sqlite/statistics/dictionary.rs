//! Ids of populations, measures and feature values: facts and rollups hold ids, names are stored once.

use std::collections::HashMap;
use std::hash::Hash;

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::engine::remember;
use crate::engine::statistics::dictionary::{Population, columns, feature_seal, measure_seal};
use crate::model::{Bucket, FeatureFact};
use crate::sqlite::column;
use crate::sqlite::error::{Outcome, corrupt};

/// Ids found or given before, so that a finished game looks up nothing.
#[derive(Debug, Default)]
pub(in crate::sqlite) struct Dictionary {
    populations: HashMap<Population, i64>,
    measures: HashMap<String, i64>,
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
        if let Some(id) = self.populations.get(&population) {
            return Ok(*id);
        }
        let Population { ruleset, source, assisted, players, line_up } = &population;
        let (source, line_up) = (source.to_string(), line_up.to_string());
        let id = insert_or_find(
            conn,
            "INSERT INTO populations (ruleset, source, assisted, players, line_up, seal) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING RETURNING id",
            "SELECT id FROM populations \
             WHERE ruleset = ?1 AND source = ?2 AND assisted = ?3 AND players = ?4 AND line_up = ?5 AND seal = ?6",
            params![ruleset.0, source, assisted, players, line_up, population.seal().0],
        )?;
        Ok(remember(&mut self.populations, population, id))
    }

    /// The id of a measure, given now if it is new.
    pub(super) fn measure(&mut self, conn: &Connection, name: &str) -> Outcome<i64> {
        if let Some(id) = self.measures.get(name) {
            return Ok(*id);
        }
        let id = insert_or_find(
            conn,
            "INSERT INTO measures (name, seal) VALUES (?1, ?2) ON CONFLICT DO NOTHING RETURNING id",
            "SELECT id FROM measures WHERE name = ?1 AND seal = ?2",
            params![name, measure_seal(name).0],
        )?;
        Ok(remember(&mut self.measures, name.to_owned(), id))
    }

    /// The id of a feature's value, given now if it is new.
    pub(super) fn feature(&mut self, conn: &Connection, feature: &FeatureFact) -> Outcome<i64> {
        if let Some(id) = self.features.get(feature) {
            return Ok(*id);
        }
        let (kind, number, category) = columns(&feature.bucket);
        let id = insert_or_find(
            conn,
            "INSERT INTO feature_values (name, kind, number, category, seal) VALUES (?1, ?2, ?3, ?4, ?5) \
             ON CONFLICT DO NOTHING RETURNING id",
            "SELECT id FROM feature_values \
             WHERE name = ?1 AND kind = ?2 AND number = ?3 AND category = ?4 AND seal = ?5",
            params![feature.name, kind, number, category, feature_seal(feature).0],
        )?;
        Ok(remember(&mut self.features, feature.clone(), id))
    }
}

/// Remembers an id, and answers it.
fn remember<K: Eq + Hash>(ids: &mut HashMap<K, i64>, key: K, id: i64) -> i64 {
    remember::remember(ids, REMEMBERED, key, id);
    id
}

/// The columns [`read_population`] wants.
pub(super) const POPULATION: &str = "id, ruleset, source, assisted, players, line_up, seal";

/// Reads a row of a population with its id and verifies its seal.
pub(super) fn read_population(row: &Row<'_>) -> Outcome<(i64, Population)> {
    let population = Population {
        ruleset: column::digest(row, "ruleset")?,
        source: column::parsed(row, "source")?,
        assisted: column::flag(row, "assisted")?,
        players: column::number(row, "players")?,
        line_up: column::parsed(row, "line_up")?,
    };
    if column::digest(row, "seal")? != population.seal() {
        return Err(corrupt("a row of populations"));
    }
    Ok((row.get("id")?, population))
}

/// The names of all measures by id, verified.
pub(super) fn measure_names(conn: &Connection) -> Outcome<HashMap<i64, String>> {
    let mut statement = conn.prepare_cached("SELECT id, name, seal FROM measures")?;
    let mut rows = statement.query([])?;
    let mut names = HashMap::new();
    while let Some(row) = rows.next()? {
        let name: String = row.get("name")?;
        if column::digest(row, "seal")? != measure_seal(&name) {
            return Err(corrupt("a row of measures"));
        }
        names.insert(row.get("id")?, name);
    }
    Ok(names)
}

/// The values of a feature.
pub(in crate::sqlite) const FEATURE_BY_NAME: &str =
    "SELECT id, name, kind, number, category, seal FROM feature_values WHERE name = ?1";

/// A value by its id.
pub(in crate::sqlite) const FEATURE_BY_ID: &str =
    "SELECT id, name, kind, number, category, seal FROM feature_values WHERE id = ?1";

/// The values of the feature `name` by id, verified.
pub(super) fn features_named(conn: &Connection, name: &str) -> Outcome<HashMap<i64, FeatureFact>> {
    let mut statement = conn.prepare_cached(FEATURE_BY_NAME)?;
    let mut rows = statement.query([name])?;
    let mut values = HashMap::new();
    while let Some(row) = rows.next()? {
        values.insert(row.get("id")?, read_feature(row)?);
    }
    Ok(values)
}

/// The feature value of an id, verified.
pub(super) fn feature_of_id(conn: &Connection, id: i64) -> Outcome<FeatureFact> {
    let mut statement = conn.prepare_cached(FEATURE_BY_ID)?;
    let mut rows = statement.query([id])?;
    read_feature(rows.next()?.ok_or_else(|| corrupt("a feature has no name"))?)
}

/// Hands every feature value to `each`, or why it is not what was written.
pub(super) fn each_feature(
    conn: &Connection,
    mut each: impl FnMut(Outcome<FeatureFact>) -> Outcome<()>,
) -> Outcome<()> {
    let mut statement = conn.prepare("SELECT name, kind, number, category, seal FROM feature_values")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        each(read_feature(row))?;
    }
    Ok(())
}

fn read_feature(row: &Row<'_>) -> Outcome<FeatureFact> {
    let bucket = match row.get_ref("kind")?.as_str() {
        Ok("number") => Bucket::Number(row.get("number")?),
        _ => Bucket::Category(row.get("category")?),
    };
    let feature = FeatureFact { name: row.get("name")?, bucket };
    if column::digest(row, "seal")? != feature_seal(&feature) {
        return Err(corrupt("a row of feature_values"));
    }
    Ok(feature)
}

fn insert_or_find(
    conn: &Connection,
    insert: &str,
    find: &str,
    columns: &[&dyn rusqlite::ToSql],
) -> Outcome<i64> {
    let inserted = conn.prepare_cached(insert)?.query_row(columns, |row| row.get(0)).optional()?;
    if let Some(id) = inserted {
        return Ok(id);
    }
    let found = conn.prepare_cached(find)?.query_row(columns, |row| row.get(0)).optional()?;
    found.ok_or_else(|| corrupt("a dictionary of the statistics"))
}

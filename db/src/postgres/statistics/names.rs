//! Names of the statistics. Their ids are hashes of them: every node knows them without asking, and nobody counts.

use std::collections::{HashMap, HashSet};

use parking_lot::Mutex;

use crate::engine::record::{self, MeasureName, Record, Value};
use crate::engine::sql::Sql;
use crate::engine::statistics::dictionary::{Ids, Population, id_of};
use crate::error::StoreError;
use crate::model::FeatureFact;
use crate::postgres::error::Outcome;

/// The most ids remembered. Beyond it all are forgotten.
const REMEMBERED: usize = 200_000;

/// Ids of names that are stored.
#[derive(Default)]
pub(in crate::postgres) struct Names(Mutex<HashSet<i64>>);

/// Names that were given ids.
#[derive(Default)]
pub(super) struct Named {
    populations: HashMap<i64, Population>,
    measures: HashMap<i64, MeasureName>,
    features: HashMap<i64, FeatureFact>,
}

impl Ids for Named {
    type Error = StoreError;

    fn population(&mut self, population: Population) -> Result<i64, StoreError> {
        let id = id_of(&population)?;
        self.populations.insert(id, population);
        Ok(id)
    }

    fn measure(&mut self, name: &str) -> Result<i64, StoreError> {
        let name = MeasureName { name: name.to_owned() };
        let id = id_of(&name)?;
        self.measures.entry(id).or_insert(name);
        Ok(id)
    }

    fn feature(&mut self, feature: &FeatureFact) -> Result<i64, StoreError> {
        let id = id_of(feature)?;
        self.features.entry(id).or_insert_with(|| feature.clone());
        Ok(id)
    }
}

impl Named {
    /// Stores the names that are not known to be. On their own, before the transaction that counts: two that meet a new name
    /// do not wait for each other, and a name that nothing refers to does no harm.
    pub(super) fn store(&self, names: &Names, db: &dyn Sql) -> Outcome<()> {
        let all = || self.populations.keys().chain(self.measures.keys()).chain(self.features.keys());
        let mut new: HashSet<i64> = all().copied().collect();
        {
            let known = names.0.lock();
            new.retain(|id| !known.contains(id));
        }
        if new.is_empty() {
            return Ok(());
        }
        put(db, &self.populations, &new, names)?;
        put(db, &self.measures, &new, names)?;
        put(db, &self.features, &new, names)
    }
}

impl Names {
    fn remember(&self, ids: impl Iterator<Item = i64>) {
        let mut known = self.0.lock();
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.extend(ids);
    }
}

/// How many rows are stored at once: few statements are enough for any number.
const AT_ONCE: [usize; 5] = [256, 64, 16, 4, 1];

/// Stores those of the names that are new, in the order of their ids: all write in the same one.
fn put<T: Record>(db: &dyn Sql, named: &HashMap<i64, T>, new: &HashSet<i64>, names: &Names) -> Outcome<()> {
    let mut rows: Vec<_> = named.iter().filter(|(id, _)| new.contains(id)).collect();
    rows.sort_unstable_by_key(|(id, _)| **id);
    let (columns, width) = (record::columns::<T>(), T::COLUMNS.len() + 1);
    let mut rest = &rows[..];
    while let Some((now, later)) = AT_ONCE.iter().find_map(|count| rest.split_at_checked(*count)) {
        let places = (0..now.len()).map(|row| format!("({})", record::places(1 + row * width, width)));
        let places = places.collect::<Vec<_>>().join(", ");
        let sql =
            format!("INSERT INTO {} (id, {columns}) VALUES {places} ON CONFLICT (id) DO NOTHING", T::TABLE);
        let mut values = Vec::with_capacity(now.len() * width);
        for (id, name) in now {
            values.push(Value::Int(**id));
            values.extend(name.values()?);
        }
        db.execute(&sql, &values)?;
        names.remember(now.iter().map(|(id, _)| **id));
        rest = later;
    }
    Ok(())
}

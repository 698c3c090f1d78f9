//! Names of the statistics. Their ids are hashes of them: every node knows them without asking, and nobody counts.

use std::collections::{HashMap, HashSet};

use deadpool_postgres::Client;
use futures_util::future::try_join_all;
use parking_lot::Mutex;

use crate::engine::corrupt;
use crate::engine::record::{self, MeasureName, Record, Row as _, Value};
use crate::engine::seal::Seal;
use crate::engine::statistics::dictionary::{Ids, Population, wanted};
use crate::error::StoreError;
use crate::model::{FeatureFact, PopulationFilter};
use crate::postgres::error::Outcome;
use crate::postgres::rows::borrowed;

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

/// The id of a name: 63 bits of its hash. Of a million names no two have the same, but for one case in ten millions.
fn id_of<T: Record>(name: &T) -> Result<i64, StoreError> {
    let hash = name.values()?.iter().fold(Seal::new(T::TABLE), |hash, value| value.sealed(hash)).finish();
    let [first, ..] = hash.0.as_chunks::<8>().0 else { return Ok(0) };
    Ok(i64::from_be_bytes(*first) & i64::MAX)
}

impl Ids for Named {
    type Error = StoreError;

    fn population(&mut self, population: Population) -> Result<i64, StoreError> {
        let id = id_of(&population)?;
        self.populations.insert(id, population);
        Ok(id)
    }

    fn measure(&mut self, name: &str) -> Result<i64, StoreError> {
        let name = MeasureName(name.to_owned());
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
    pub(super) async fn store(&self, names: &Names, client: &Client) -> Outcome<()> {
        let all = || self.populations.keys().chain(self.measures.keys()).chain(self.features.keys());
        let mut new: HashSet<i64> = all().copied().collect();
        {
            let known = names.0.lock();
            new.retain(|id| !known.contains(id));
        }
        if new.is_empty() {
            return Ok(());
        }
        put(client, &self.populations, &new).await?;
        put(client, &self.measures, &new).await?;
        put(client, &self.features, &new).await?;
        let mut known = names.0.lock();
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.extend(new);
        Ok(())
    }
}

/// Stores those of the names that are new, in the order of their ids: all write in the same one.
async fn put<T: Record>(client: &Client, named: &HashMap<i64, T>, new: &HashSet<i64>) -> Outcome<()> {
    let mut rows: Vec<_> = named.iter().filter(|(id, _)| new.contains(id)).collect();
    rows.sort_unstable_by_key(|(id, _)| **id);
    let columns = record::columns::<T>();
    let places = record::places(1, T::COLUMNS.len() + 1);
    let sql =
        format!("INSERT INTO {} (id, {columns}) VALUES ({places}) ON CONFLICT (id) DO NOTHING", T::TABLE);
    let statement = client.prepare_cached(&sql).await?;
    let statement = &statement;
    try_join_all(rows.into_iter().map(|(id, name)| async move {
        let mut values = vec![Value::Int(*id)];
        values.extend(name.values()?);
        client.execute(statement, &borrowed(&values)).await?;
        Ok(())
    }))
    .await
    .map(drop)
}

/// The names that `tail` takes in, with their ids, which are compared with the names.
async fn numbered<T: Record>(client: &Client, tail: &str, values: &[Value<'_>]) -> Outcome<Vec<(i64, T)>> {
    let statement = client.prepare_cached(&format!("{} {tail}", record::select_numbered::<T>())).await?;
    client.query(&statement, &borrowed(values)).await?.iter().map(read).collect()
}

fn read<T: Record>(row: &tokio_postgres::Row) -> Outcome<(i64, T)> {
    let name = T::read(row)?;
    let found = row.number("id")?;
    if found == id_of(&name)? {
        Ok((found, name))
    } else {
        Err(corrupt(format!("a row of {}", T::TABLE)).into())
    }
}

/// The populations that a filter takes in, with their ids.
pub(super) async fn populations(
    client: &Client,
    filter: &PopulationFilter,
) -> Outcome<Vec<(i64, Population)>> {
    let values = [filter.ruleset.into(), filter.source.to_string().into()];
    let tail = "WHERE ruleset = $1 AND source = $2 ORDER BY id";
    Ok(wanted(numbered(client, tail, &values).await?, filter))
}

/// All populations by id.
pub(super) async fn all_populations(client: &Client) -> Outcome<HashMap<i64, Population>> {
    Ok(numbered(client, "", &[]).await?.into_iter().collect())
}

/// The names of all measures by id.
pub(super) async fn measures(client: &Client) -> Outcome<HashMap<i64, String>> {
    let names: Vec<(i64, MeasureName)> = numbered(client, "", &[]).await?;
    Ok(names.into_iter().map(|(id, name)| (id, name.0)).collect())
}

/// The values of the feature `name` by id, or those of `ids`.
pub(super) async fn feature_values(
    client: &Client,
    name: Option<&str>,
    ids: &[i64],
) -> Outcome<HashMap<i64, FeatureFact>> {
    let found = match name {
        Some(name) => numbered(client, "WHERE name = $1", &[name.into()]).await?,
        None => {
            let sql = format!("{} WHERE id = ANY($1)", record::select_numbered::<FeatureFact>());
            let rows = client.query(&client.prepare_cached(&sql).await?, &[&ids]).await?;
            rows.iter().map(read).collect::<Outcome<Vec<_>>>()?
        }
    };
    Ok(found.into_iter().collect())
}

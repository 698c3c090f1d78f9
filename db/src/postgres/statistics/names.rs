//! Names of the statistics. Their ids are made of their seals: every node knows them without asking, and nobody counts.

use std::collections::{HashMap, HashSet};

use deadpool_postgres::Client;
use parking_lot::Mutex;
use tokio_postgres::Row;

use crate::engine::corrupt;
use crate::engine::statistics::dictionary::{Ids, Population, columns, feature_seal, measure_seal};
use crate::error::StoreError;
use crate::model::{Bucket, Digest, FeatureFact, PopulationFilter};
use crate::postgres::column::{self, Text};
use crate::postgres::error::Outcome;

/// The most ids remembered. Beyond it all are forgotten.
const REMEMBERED: usize = 200_000;

const PUT_POPULATIONS: &str = "INSERT INTO populations (id, ruleset, source, assisted, players, line_up, seal) \
     SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::text[], $4::boolean[], $5::bigint[], $6::text[], $7::bytea[]) \
     ON CONFLICT (id) DO NOTHING";
const PUT_MEASURES: &str = "INSERT INTO measures (id, name, seal) \
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::bytea[]) ON CONFLICT (id) DO NOTHING";
const PUT_FEATURES: &str = "INSERT INTO feature_values (id, name, kind, number, category, seal) \
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::bytea[]) \
     ON CONFLICT (id) DO NOTHING";

const POPULATION: &str = "id, ruleset, source, assisted, players, line_up, seal";
const MEASURES: &str = "SELECT id, name, seal FROM measures";
const FEATURE: &str = "id, name, kind, number, category, seal";

/// Ids of names that are stored.
#[derive(Default)]
pub(in crate::postgres) struct Names(Mutex<HashSet<i64>>);

/// Names that were given ids.
#[derive(Default)]
pub(super) struct Named {
    populations: HashMap<i64, Population>,
    measures: HashMap<i64, String>,
    features: HashMap<i64, FeatureFact>,
}

/// The id of what has this seal: 63 bits of it. Of a million names no two have the same, but for one case in ten millions.
fn id(seal: Digest) -> i64 {
    let [first, ..] = seal.0.as_chunks::<8>().0 else { return 0 };
    i64::from_be_bytes(*first) & i64::MAX
}

impl Ids for Named {
    type Error = StoreError;

    fn population(&mut self, population: Population) -> Result<i64, StoreError> {
        let id = id(population.seal());
        self.populations.insert(id, population);
        Ok(id)
    }

    fn measure(&mut self, name: &str) -> Result<i64, StoreError> {
        let id = id(measure_seal(name));
        self.measures.entry(id).or_insert_with(|| name.to_owned());
        Ok(id)
    }

    fn feature(&mut self, feature: &FeatureFact) -> Result<i64, StoreError> {
        let id = id(feature_seal(feature));
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
        put_populations(client, &sorted(&self.populations, &new)).await?;
        put_measures(client, &sorted(&self.measures, &new)).await?;
        put_features(client, &sorted(&self.features, &new)).await?;
        let mut known = names.0.lock();
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.extend(new);
        Ok(())
    }
}

/// In the order of their ids: all write in the same one.
fn sorted<'a, T>(named: &'a HashMap<i64, T>, new: &HashSet<i64>) -> Vec<(i64, &'a T)> {
    let mut rows: Vec<_> =
        named.iter().filter(|(id, _)| new.contains(id)).map(|(id, name)| (*id, name)).collect();
    rows.sort_unstable_by_key(|(id, _)| *id);
    rows
}

fn column<T, V>(rows: &[(i64, &T)], value: impl Fn(&T) -> V) -> Vec<V> {
    rows.iter().map(|(_, name)| value(name)).collect()
}

async fn put_populations(client: &Client, rows: &[(i64, &Population)]) -> Outcome<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let statement = client.prepare_cached(PUT_POPULATIONS).await?;
    let ids: Vec<i64> = rows.iter().map(|(id, _)| *id).collect();
    client
        .execute(
            &statement,
            &[
                &ids,
                &column(rows, |of| of.ruleset.0.to_vec()),
                &column(rows, |of| of.source.to_string()),
                &column(rows, |of| of.assisted),
                &column(rows, |of| i64::from(of.players)),
                &column(rows, |of| of.line_up.to_string()),
                &column(rows, |of| of.seal().0.to_vec()),
            ],
        )
        .await?;
    Ok(())
}

async fn put_measures(client: &Client, rows: &[(i64, &String)]) -> Outcome<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let statement = client.prepare_cached(PUT_MEASURES).await?;
    let ids: Vec<i64> = rows.iter().map(|(id, _)| *id).collect();
    let names: Vec<Text<'_>> = rows.iter().map(|(_, name)| Text(name)).collect();
    client.execute(&statement, &[&ids, &names, &column(rows, |name| measure_seal(name).0.to_vec())]).await?;
    Ok(())
}

async fn put_features(client: &Client, rows: &[(i64, &FeatureFact)]) -> Outcome<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let statement = client.prepare_cached(PUT_FEATURES).await?;
    let ids: Vec<i64> = rows.iter().map(|(id, _)| *id).collect();
    let names: Vec<Text<'_>> = rows.iter().map(|(_, of)| Text(&of.name)).collect();
    let categories: Vec<Text<'_>> = rows.iter().map(|(_, of)| Text(columns(&of.bucket).2)).collect();
    client
        .execute(
            &statement,
            &[
                &ids,
                &names,
                &column(rows, |of| columns(&of.bucket).0),
                &column(rows, |of| columns(&of.bucket).1),
                &categories,
                &column(rows, |of| feature_seal(of).0.to_vec()),
            ],
        )
        .await?;
    Ok(())
}

/// The populations that a filter takes in, with their ids.
pub(super) async fn populations(
    client: &Client,
    filter: &PopulationFilter,
) -> Outcome<Vec<(i64, Population)>> {
    let sql = format!("SELECT {POPULATION} FROM populations WHERE ruleset = $1 AND source = $2 ORDER BY id");
    let statement = client.prepare_cached(&sql).await?;
    let source = filter.source.to_string();
    let rows = client.query(&statement, &[&filter.ruleset.0.as_slice(), &Text(&source)]).await?;
    let mut found = rows.iter().map(read_population).collect::<Outcome<Vec<_>>>()?;
    found.retain(|(_, population)| population.is_wanted(filter));
    Ok(found)
}

/// All populations by id.
pub(super) async fn all_populations(client: &Client) -> Outcome<HashMap<i64, Population>> {
    let rows = client.query(&format!("SELECT {POPULATION} FROM populations"), &[]).await?;
    rows.iter().map(read_population).collect()
}

fn read_population(row: &Row) -> Outcome<(i64, Population)> {
    let population = Population {
        ruleset: column::digest(row, "ruleset")?,
        source: column::parsed(row, "source")?,
        assisted: row.try_get("assisted")?,
        players: column::number(row, "players")?,
        line_up: column::parsed(row, "line_up")?,
    };
    named(row, "populations", population.seal(), population)
}

/// The names of all measures by id.
pub(super) async fn measures(client: &Client) -> Outcome<HashMap<i64, String>> {
    let statement = client.prepare_cached(MEASURES).await?;
    let rows = client.query(&statement, &[]).await?;
    let read = |row: &Row| {
        let name = column::text(row, "name")?;
        named(row, "measures", measure_seal(&name), name)
    };
    rows.iter().map(read).collect()
}

/// The values of the feature `name` by id, or those of `ids`.
pub(super) async fn feature_values(
    client: &Client,
    name: Option<&str>,
    ids: &[i64],
) -> Outcome<HashMap<i64, FeatureFact>> {
    let rows = match name {
        Some(name) => {
            let sql = format!("SELECT {FEATURE} FROM feature_values WHERE name = $1");
            client.query(&client.prepare_cached(&sql).await?, &[&Text(name)]).await?
        }
        None => {
            let sql = format!("SELECT {FEATURE} FROM feature_values WHERE id = ANY($1)");
            client.query(&client.prepare_cached(&sql).await?, &[&ids]).await?
        }
    };
    rows.iter().map(read_feature).collect()
}

fn read_feature(row: &Row) -> Outcome<(i64, FeatureFact)> {
    let bucket = match column::text(row, "kind")?.as_str() {
        "number" => Bucket::Number(row.try_get("number")?),
        _ => Bucket::Category(column::text(row, "category")?),
    };
    let feature = FeatureFact { name: column::text(row, "name")?, bucket };
    named(row, "feature_values", feature_seal(&feature), feature)
}

/// What a row names, verified: its seal, and the id that is made of it.
fn named<T>(row: &Row, table: &str, seal: Digest, name: T) -> Outcome<(i64, T)> {
    if column::digest(row, "seal")? != seal || row.try_get::<_, i64>("id")? != id(seal) {
        return Err(corrupt(format!("a row of {table}")).into());
    }
    Ok((id(seal), name))
}

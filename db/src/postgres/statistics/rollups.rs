//! The rollup tables: each row of sums is spread over slots, so that games that end at once seldom wait for each other.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use deadpool_postgres::Client;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use crate::engine::statistics::rollup::{Key, Rollup, Sums};
use crate::engine::statistics::tally::Tally;
use crate::postgres::error::Outcome;

/// How many rows a row is spread over.
const SLOTS: u32 = 8;

/// The next slot; each node begins elsewhere.
fn slot() -> i16 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let next = NEXT.fetch_add(1, Relaxed).wrapping_add(std::process::id());
    (next % SLOTS) as i16
}

/// Adds the sums to the rollup tables: table by table and key by key, in the same order as everybody.
pub(super) async fn add(client: &Client, tally: &Tally) -> Outcome<()> {
    let slot = slot();
    for (rollup, rows) in tally.in_order() {
        let statement = client.prepare_cached(&upsert(rollup)).await?;
        let (keys, sums) = (rollup.key_columns().len(), rollup.sum_columns().len());
        let mut columns: Vec<Vec<i64>> = Vec::with_capacity(keys + sums);
        columns.extend((0..keys).map(|at| rows.iter().map(|(key, _)| key[at]).collect()));
        columns.extend((0..sums).map(|at| rows.iter().map(|(_, sums)| sums[at]).collect()));
        let mut values: Vec<&(dyn ToSql + Sync)> = vec![&slot];
        values.extend(columns.iter().map(|column| column as &(dyn ToSql + Sync)));
        client.execute(&statement, &values).await?;
    }
    Ok(())
}

fn upsert(rollup: Rollup) -> String {
    let (table, keys, sums) = (rollup.table(), rollup.key_columns(), rollup.sum_columns());
    let places: Vec<_> =
        (2..=keys.len() + sums.len() + 1).map(|place| format!("${place}::bigint[]")).collect();
    let added: Vec<_> = sums.iter().map(|sum| format!("{sum} = {table}.{sum} + excluded.{sum}")).collect();
    let (keys, sums) = (keys.join(", "), sums.join(", "));
    format!(
        "INSERT INTO {table} (slot, {keys}, {sums}) \
         SELECT $1::smallint, added.* FROM unnest({}) AS added ({keys}, {sums}) \
         ON CONFLICT (slot, {keys}) DO UPDATE SET {}",
        places.join(", "),
        added.join(", "),
    )
}

/// Rows of a rollup, the slots added up. `condition` is about the keys.
pub(super) async fn select(
    client: &Client,
    rollup: Rollup,
    condition: &str,
    values: &[&(dyn ToSql + Sync)],
) -> Outcome<Vec<(Key, Sums)>> {
    let keys = rollup.key_columns().join(", ");
    let sums: Vec<_> = rollup.sum_columns().iter().map(|sum| format!("sum({sum})::bigint")).collect();
    let sql =
        format!("SELECT {keys}, {} FROM {} {condition} GROUP BY {keys}", sums.join(", "), rollup.table());
    let statement = client.prepare_cached(&sql).await?;
    client.query(&statement, values).await?.iter().map(|row| read(rollup, row)).collect()
}

fn read(rollup: Rollup, row: &Row) -> Outcome<(Key, Sums)> {
    let (mut key, mut sums) = (Key::default(), Sums::default());
    let (keys, count) = (rollup.key_columns().len(), rollup.sum_columns().len());
    for (at, column) in key.iter_mut().take(keys).chain(sums.iter_mut().take(count)).enumerate() {
        *column = row.try_get(at)?;
    }
    Ok((key, sums))
}

//! The rollup tables: each row of sums is spread over slots, so that games that end at once seldom wait for each other.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::engine::corrupt;
use crate::engine::record::{Row as _, Value};
use crate::engine::sql::Sql;
use crate::engine::statistics::rollup::{Key, Rollup, Sums};
use crate::engine::statistics::tally::Tally;
use crate::error::StoreError;
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
pub(super) fn add(db: &dyn Sql, tally: &Tally) -> Outcome<()> {
    let slot = i64::from(slot());
    for (rollup, rows) in tally.in_order() {
        let (keys, sums) = (rollup.key_columns().len(), rollup.sum_columns().len());
        let mut columns: Vec<Vec<i64>> = Vec::with_capacity(keys + sums);
        columns.extend((0..keys).map(|at| rows.iter().map(|(key, _)| key[at]).collect()));
        columns.extend((0..sums).map(|at| rows.iter().map(|(_, sums)| sums[at]).collect()));
        let columns = columns.iter().map(|column| Value::Ints(column));
        let values: Vec<_> = std::iter::once(Value::Int(slot)).chain(columns).collect();
        db.execute(&upsert(rollup), &values)?;
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
pub(super) fn select(
    db: &dyn Sql,
    rollup: Rollup,
    condition: &str,
    values: &[Value<'_>],
) -> Outcome<Vec<(Key, Sums)>> {
    let (key_columns, sum_columns) = (rollup.key_columns(), rollup.sum_columns());
    let keys = key_columns.join(", ");
    let sums: Vec<_> = sum_columns.iter().map(|sum| format!("sum({sum})::bigint AS {sum}")).collect();
    let sql =
        format!("SELECT {keys}, {} FROM {} {condition} GROUP BY {keys}", sums.join(", "), rollup.table());
    let mut found = Vec::new();
    let read = db.each(&sql, values, &mut |row| {
        let (mut key, mut sums) = (Key::default(), Sums::default());
        for (column, name) in key.iter_mut().zip(key_columns).chain(sums.iter_mut().zip(sum_columns)) {
            *column = row.number(name)?;
        }
        found.push((key, sums));
        Ok(())
    });
    match read {
        // Nothing else that is asked here could be wrong.
        Err(failure) if matches!(failure.error(), StoreError::Invalid(_)) => {
            Err(corrupt("a sum is too large").into())
        }
        read => read.map(|()| found),
    }
}

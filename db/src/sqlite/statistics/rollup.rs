//! The rollup tables as SQLite has them.

use rusqlite::{Connection, Params, Row};

use crate::engine::statistics::rollup::{Key, Rollup, Sums};
use crate::sqlite::error::Outcome;

/// Which rows of a rollup.
pub(in crate::sqlite) const OF_POPULATION: &str = "WHERE population = ?1";
pub(in crate::sqlite) const OF_MEASURE: &str = "WHERE population = ?1 AND seat = ?2 AND measure = ?3";

/// The first or last bar of a histogram.
pub(in crate::sqlite) fn end_of_measure(order: &str) -> String {
    format!("{OF_MEASURE} ORDER BY value {order} LIMIT 1")
}

/// `SELECT` of all columns of a rollup, in the order [`read`] wants.
pub(in crate::sqlite) fn select(rollup: Rollup) -> String {
    let (keys, sums) = (rollup.key_columns().join(", "), rollup.sum_columns().join(", "));
    format!("SELECT {keys}, {sums} FROM {}", rollup.table())
}

/// Reads a row of [`select`].
fn read(rollup: Rollup, row: &Row<'_>) -> Outcome<(Key, Sums)> {
    let (mut key, mut sums) = (Key::default(), Sums::default());
    let (keys, count) = (rollup.key_columns().len(), rollup.sum_columns().len());
    for (at, column) in key.iter_mut().take(keys).chain(sums.iter_mut().take(count)).enumerate() {
        *column = row.get(at)?;
    }
    Ok((key, sums))
}

/// Adds a row to the one of the same key.
pub(in crate::sqlite) fn upsert(rollup: Rollup) -> String {
    let (table, keys, sums) = (rollup.table(), rollup.key_columns(), rollup.sum_columns());
    let places: Vec<_> = (1..=keys.len() + sums.len()).map(|place| format!("?{place}")).collect();
    let added: Vec<_> = sums.iter().map(|sum| format!("{sum} = {table}.{sum} + excluded.{sum}")).collect();
    format!(
        "INSERT INTO {table} ({}, {}) VALUES ({}) ON CONFLICT ({}) DO UPDATE SET {}",
        keys.join(", "),
        sums.join(", "),
        places.join(", "),
        keys.join(", "),
        added.join(", "),
    )
}

/// Rows of a rollup.
pub(super) fn rows(
    conn: &Connection,
    rollup: Rollup,
    tail: &str,
    params: impl Params,
) -> Outcome<Vec<(Key, Sums)>> {
    let mut statement = conn.prepare_cached(&format!("{} {tail}", select(rollup)))?;
    let mut found = statement.query(params)?;
    let mut all = Vec::new();
    while let Some(row) = found.next()? {
        all.push(read(rollup, row)?);
    }
    Ok(all)
}

//! Sums as they are added to the rollup tables.

use rusqlite::{Connection, params_from_iter};

use super::rollup;
use crate::engine::statistics::tally::Tally;
use crate::sqlite::error::Outcome;

/// Adds the sums to the rollup tables.
pub(in crate::sqlite) fn write(tally: &Tally, conn: &Connection) -> Outcome<()> {
    for (rollup, rows) in tally.in_order() {
        let (keys, sums) = (rollup.key_columns().len(), rollup.sum_columns().len());
        let mut statement = conn.prepare_cached(&rollup::upsert(rollup))?;
        for (key, row) in rows {
            statement.execute(params_from_iter(key[..keys].iter().chain(&row[..sums])))?;
        }
    }
    Ok(())
}

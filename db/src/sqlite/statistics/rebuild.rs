//! Rollups from facts: to repair them, and to prove them.

use rusqlite::Connection;

use super::dictionary::measure_names;
use super::facts;
use super::rollup::{Key, Rollup, Sums};
use super::tally::{StandardMeasures, Tally};
use super::{LENGTH, SCORE, TURNS};
use crate::error::StoreError;
use crate::sqlite::error::Outcome;

/// See [`crate::Store::rebuild_rollups`].
pub(in crate::sqlite) fn rebuild(conn: &Connection) -> Outcome<()> {
    let tally = tally(conn)?;
    for rollup in Rollup::ALL {
        conn.execute(&format!("DELETE FROM {}", rollup.table()), [])?;
    }
    tally.write(conn)
}

/// See [`crate::Store::verify_rollups`].
pub(in crate::sqlite) fn verify(conn: &Connection) -> Outcome<bool> {
    let tally = tally(conn)?;
    for rollup in Rollup::ALL {
        match stored(conn, rollup) {
            Ok(rows) if rows == tally.rows(rollup) => {}
            Ok(_) => return Ok(false),
            Err(failure) if matches!(failure.error(), StoreError::Corrupt(_)) => return Ok(false),
            Err(failure) => return Err(failure),
        }
    }
    Ok(true)
}

/// What all facts add up to.
fn tally(conn: &Connection) -> Outcome<Tally> {
    let names = measure_names(conn)?;
    let id = |name: &str| names.iter().find(|(_, known)| *known == name).map_or(0, |(id, _)| *id);
    // Without a single game these are 0, and never used.
    let standard = StandardMeasures { score: id(SCORE), turns: id(TURNS), length: id(LENGTH) };
    let mut tally = Tally::default();
    facts::for_each(conn, |facts| tally.count(facts, standard))?;
    Ok(tally)
}

fn stored(conn: &Connection, rollup: Rollup) -> Outcome<Vec<(Key, Sums)>> {
    let mut statement =
        conn.prepare(&format!("{} ORDER BY {}", rollup.select(), rollup.key_columns().join(", ")))?;
    let mut rows = statement.query([])?;
    let mut read = Vec::new();
    while let Some(row) = rows.next()? {
        read.push(rollup.read(row)?);
    }
    Ok(read)
}

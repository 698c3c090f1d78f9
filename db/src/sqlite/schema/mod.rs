//! The schema, as migrations that are only ever appended to.
//!
//! A released migration never changes: a database written by it exists somewhere. `tests/fixtures` has the database
//! of every version, and a test that brings each up to date.

use rusqlite::{Connection, Transaction, TransactionBehavior};
use rusqlite_migration::{HookError, M, Migrations};

use super::error::{Failure, Outcome};
use super::statistics;
use crate::engine::statistics::rollup::Rollup;
use crate::error::StoreError;

/// What the header of our files says they are: "TAPI".
pub(super) const APPLICATION_ID: i64 = 0x5441_5049;

/// The version the migrations lead to.
pub(super) const LATEST: i64 = 10;

fn migrations() -> Migrations<'static> {
    Migrations::new(vec![
        M::up(include_str!("0001.sql")),
        M::up(include_str!("0002.sql")),
        M::up(include_str!("0003.sql")),
        M::up(include_str!("0004.sql")).foreign_key_check(),
        M::up(include_str!("0005.sql")),
        M::up_with_hook(include_str!("0006.sql"), |transaction: &Transaction<'_>| {
            Ok(statistics::fill_days(transaction)?)
        }),
        M::up_with_hook(include_str!("0007.sql"), |transaction: &Transaction<'_>| {
            let filled = statistics::fill(transaction, Rollup::FeatureGames);
            filled.map_err(|failure| HookError::Hook(failure.error().to_string()))
        }),
        M::up(include_str!("0008.sql")),
        M::up(include_str!("0009.sql")),
        M::up(include_str!("0010.sql")),
    ])
}

/// Brings a database up to date: every missing migration in a transaction of its own.
pub(super) fn migrate(conn: &mut Connection) -> Outcome<()> {
    migrate_to(conn, LATEST)
}

fn migrate_to(conn: &mut Connection, version: i64) -> Outcome<()> {
    // A deferred transaction that reads first fails at once when another writer is quicker.
    conn.set_transaction_behavior(TransactionBehavior::Immediate);
    // A table that others refer to can be replaced only without foreign keys; the script checks them in the end.
    let checked: bool = conn.pragma_query_value(None, "foreign_keys", |row| row.get(0))?;
    conn.pragma_update(None, "foreign_keys", false)?;
    let migrated =
        migrations().to_version(conn, usize::try_from(version).expect("versions are counted from 1"));
    conn.pragma_update(None, "foreign_keys", checked)?;
    migrated.map_err(|error| match error {
        rusqlite_migration::Error::RusqliteError { err, .. } => Failure::from(err),
        other => {
            Failure::from(StoreError::Corrupt(format!("the schema cannot be brought up to date: {other}")))
        }
    })
}

/// Whether everything that schema version `version` is made of is in the database just as the migrations made it.
/// What else is in it (an index of an operator's, say) does not matter.
pub(super) fn is_intact(conn: &Connection, version: i64) -> Outcome<bool> {
    let mut fresh = Connection::open_in_memory()?;
    migrate_to(&mut fresh, version)?;
    let found = objects(conn)?;
    Ok(objects(&fresh)?.iter().all(|object| found.contains(object)))
}

/// Type, name, table and text of every table and index.
fn objects(conn: &Connection) -> Outcome<Vec<[String; 4]>> {
    let mut statement = conn
        .prepare("SELECT type, name, tbl_name, COALESCE(sql, '') FROM sqlite_schema ORDER BY type, name")?;
    let rows = statement.query_map([], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?]))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

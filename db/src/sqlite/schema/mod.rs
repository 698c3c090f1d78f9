//! The schema, as migrations that are only ever appended to.
//!
//! A released migration never changes: a database written by it exists somewhere. There is one a release.

use rusqlite::{Connection, TransactionBehavior};

use super::error::Outcome;
use crate::engine::schema::{VERSIONS, seen};

/// What the header of our files says they are: "TAPI".
pub(super) const APPLICATION_ID: i64 = 0x5441_5049;

const MIGRATIONS: [&str; VERSIONS.len()] = [include_str!("0001.sql"), include_str!("0002.sql")];

/// The schema version that a database says it has.
pub(super) fn said(conn: &Connection) -> Outcome<i64> {
    Ok(conn.pragma_query_value(None, "user_version", |row| row.get(0))?)
}

/// Brings a database up to date, one that is empty as well: every missing migration in a transaction of its own.
pub(super) fn migrate(conn: &mut Connection) -> Outcome<()> {
    run(conn, &MIGRATIONS)
}

fn run(conn: &mut Connection, migrations: &[&str]) -> Outcome<()> {
    let seen = match said(conn)? {
        0 => 0,
        found => seen(found)?,
    };
    for (version, sql) in VERSIONS.iter().zip(migrations).skip(seen) {
        // A deferred transaction that reads first fails at once when another writer is quicker.
        let transaction = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute_batch(sql)?;
        transaction.pragma_update(None, "user_version", version)?;
        transaction.commit()?;
    }
    Ok(())
}

/// Whether everything that the first so many migrations make is in the database just as they made it.
/// What else is in it (an index of an operator's, say) does not matter.
pub(super) fn is_intact(conn: &Connection, seen: usize) -> Outcome<bool> {
    let mut fresh = Connection::open_in_memory()?;
    run(&mut fresh, MIGRATIONS.get(..seen).unwrap_or(&MIGRATIONS))?;
    let found = objects(conn)?;
    Ok(objects(&fresh)?.iter().all(|object| found.contains(object)))
}

/// The version whose tables a database has, whatever it says itself; `None` where they are of none.
pub(super) fn of_tables(conn: &Connection) -> Outcome<Option<i64>> {
    for (seen, version) in (1..).zip(VERSIONS) {
        if is_intact(conn, seen)? {
            return Ok(Some(version));
        }
    }
    Ok(None)
}

/// Type, name, table and text of every table and index.
fn objects(conn: &Connection) -> Outcome<Vec<[String; 4]>> {
    let mut statement = conn
        .prepare("SELECT type, name, tbl_name, COALESCE(sql, '') FROM sqlite_schema ORDER BY type, name")?;
    let rows = statement.query_map([], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?]))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::schema::LATEST;
    use crate::error::StoreError;

    #[test]
    fn each_migration_is_run_once_and_whole() {
        let mut conn = Connection::open_in_memory().unwrap();
        run(&mut conn, &["CREATE TABLE a (x)"]).unwrap();
        let broken = ["CREATE TABLE a (x)", "CREATE TABLE b (x); CREATE TABLE b (x)"];
        assert!(run(&mut conn, &broken).is_err());
        assert_eq!(
            (said(&conn).unwrap(), objects(&conn).unwrap().len()),
            (VERSIONS[0], 1),
            "nothing of the second"
        );
        for _ in 0..2 {
            run(&mut conn, &["CREATE TABLE a (x)", "CREATE TABLE b (x)"]).unwrap();
            assert_eq!((said(&conn).unwrap(), objects(&conn).unwrap().len()), (VERSIONS[1], 2));
        }
        conn.pragma_update(None, "user_version", LATEST + 1).unwrap();
        let refused = run(&mut conn, &["CREATE TABLE a (x)"]).unwrap_err();
        assert_eq!(*refused.error(), StoreError::TooNew { found: LATEST + 1, supported: LATEST });
    }
}

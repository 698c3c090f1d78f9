//! Deletes what is old, and gives the space back.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use super::connector::{Connector, Role};
use super::error::Outcome;
use super::owner::Owner;
use super::{files, inode, inspect};
use crate::engine::tables::prune;
use crate::error::{Result, StoreError};
use crate::model::{Prune, Pruned, Shrunk};

/// See [`crate::DatabaseUrl::prune`].
pub(crate) fn prune(path: &Path, what: Prune) -> Result<(Pruned, Shrunk)> {
    let pruned = Owner::acquire(path).and_then(|owner| prune_file(path, owner, what));
    pruned.map_err(|failure| files::say_what_to_free(path, failure.into()))
}

/// `owner` is dropped when the database is closed.
fn prune_file(path: &Path, mut owner: Owner, what: Prune) -> Outcome<(Pruned, Shrunk)> {
    inode::check_names(path)?;
    owner.lock_database(path)?;
    let looking = inspect::inspect(path, 0)?;
    inspect::check_newest(&looking)?;
    drop(looking);
    let mut conn = Connector::new(path, 0).open(Role::Writer)?;
    let before = std::fs::metadata(path)?.len();
    // What refers to a row that goes, goes with it. SQLite would look for it by reading whole tables.
    conn.pragma_update(None, "foreign_keys", false)?;
    let pruned = prune::prune(what, |step| -> Outcome<Pruned> {
        let transaction = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let deleted = step(&*transaction, what)?;
        transaction.commit()?;
        Ok(deleted)
    })?;
    let missing = shrink(&mut conn, path)?;
    files::finish(conn)?;
    Ok((pruned, Shrunk { before, now: std::fs::metadata(path)?.len(), missing }))
}

/// Gives the free pages back to the file system, where there is room for it: SQLite writes what is left twice. Answers how
/// many free bytes it takes when there are not so many.
fn shrink(conn: &mut Connection, path: &Path) -> Outcome<Option<u64>> {
    let pragma =
        |name: &str| conn.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).map(i64::unsigned_abs);
    let (pages, free, bytes) = (pragma("page_count")?, pragma("freelist_count")?, pragma("page_size")?);
    if free == 0 {
        return Ok(None);
    }
    let needed = 2 * (pages - free.min(pages)) * bytes;
    if files::free_space(path).is_some_and(|there| there < needed) {
        return Ok(Some(needed));
    }
    match files::vacuum(conn) {
        Err(failure) if *failure.error() == StoreError::Full => Ok(Some(needed)),
        done => done.map(|()| None),
    }
}

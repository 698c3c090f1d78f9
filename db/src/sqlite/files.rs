//! Files that appear whole or not at all.

use std::fs::File;
use std::path::Path;

use rusqlite::Connection;
use rusqlite::limits::Limit;
use tempfile::NamedTempFile;

use super::connector::{Connector, Role};
use super::error::Outcome;
use super::inspect::inspect;
use super::leftovers::new_file_for;
use super::life;
use super::paths::{directory, sidecar_path};
use super::schema;
use crate::error::StoreError;

/// Makes a new, empty database at `path`. When another process was quicker, its file stands.
pub(super) fn create(path: &Path) -> Outcome<()> {
    let file = new_file_for(path)?;
    let connector = Connector::new(file.path(), 0);
    let mut conn = connector.open(Role::Writer)?;
    // What comes to nothing leaves nothing.
    life::keep_log(&conn, false)?;
    schema::migrate(&mut conn)?;
    // What a later release has taken away leaves no gaps.
    vacuum(&conn)?;
    finish(conn)?;
    match persist(file, path) {
        Err(failure) if *failure.error() == StoreError::Exists => Ok(()),
        done => done,
    }
}

/// Copies the whole database behind an inspector's connection, as it is now, to a new file.
pub(super) fn back_up(conn: &Connection, target: &Path) -> Outcome<()> {
    if target.try_exists()? {
        return Err(StoreError::Exists.into());
    }
    let file = new_file_for(target)?;
    let Some(name) = file.path().to_str() else {
        return Err(StoreError::Invalid("the path is not UTF-8".to_owned()).into());
    };
    // One transaction: a copy page by page would start over at every write and never end under load.
    conn.execute("VACUUM INTO ?1", [name])?;
    life::end_copy(file.path())?;
    inspect(file.path(), u64::MAX)?;
    persist(file, target)
}

/// Says what to free when there is no space left to open the database at `path`: as much as its log takes when it is brought
/// into the file, with its index and a little for the first writes.
pub(super) fn say_what_to_free(path: &Path, error: StoreError) -> StoreError {
    if error != StoreError::Full {
        return error;
    }
    let log = std::fs::metadata(sidecar_path(path, "-wal")).map_or(0, |metadata| metadata.len());
    StoreError::NoSpaceToOpen { file: path.display().to_string(), missing: (log + log / 100) / 1024 + 1024 }
}

/// The bytes that are free for this program where `path` lies; `None` where the system does not say.
#[cfg(unix)]
pub(crate) fn free_space(path: &Path) -> Option<u64> {
    let free = rustix::fs::statvfs(directory(path)).ok()?;
    Some(free.f_bavail.saturating_mul(free.f_frsize))
}

/// The bytes that are free for this program where `path` lies; `None` where the system does not say.
#[cfg(not(unix))]
pub(crate) fn free_space(_path: &Path) -> Option<u64> {
    None
}

/// Writes the whole file anew, without its free pages.
pub(super) fn vacuum(conn: &Connection) -> Outcome<()> {
    // What it writes to beside the file is attached.
    conn.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 1)?;
    conn.flush_prepared_statement_cache();
    Ok(conn.execute_batch("VACUUM")?)
}

/// Brings everything from the log into the file, deletes the log and closes the last connection.
pub(super) fn finish(conn: Connection) -> Outcome<()> {
    conn.flush_prepared_statement_cache();
    let bring_in = || conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    bring_in()?;
    // Only now is nothing missing: where this is cut off before, the file says that it is in use.
    life::end(&conn)?;
    bring_in()?;
    life::keep_log(&conn, false)?;
    conn.close().map_err(|(_, error)| error.into())
}

/// Gives the complete, closed file its name, durably; it never replaces another file.
fn persist(file: NamedTempFile, path: &Path) -> Outcome<()> {
    // SQLite has left none of these behind; a stale one would be taken for part of the new database.
    for suffix in ["-wal", "-shm", "-journal"] {
        if sidecar_path(path, suffix).try_exists()? {
            return Err(StoreError::Corrupt(format!(
                "a {suffix} file of another database is where the new one goes; move it away"
            ))
            .into());
        }
    }
    File::open(file.path())?.sync_all()?;
    file.persist_noclobber(path).map_err(|error| match error.error.kind() {
        std::io::ErrorKind::AlreadyExists => StoreError::Exists.into(),
        _ => super::error::Failure::from(error.error),
    })?;
    // The name as well. Where directories cannot be opened this is the file system's own business.
    if cfg!(unix) {
        File::open(directory(path))?.sync_all()?;
    }
    Ok(())
}

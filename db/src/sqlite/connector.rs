//! How connections are opened: every setting, with its reason.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags};

use super::error::Outcome;
use super::life;
use super::paths::sidecar_path;
use crate::error::StoreError;

/// What a connection is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The only one that changes rows.
    Writer,
    /// Reads, one at a time.
    Reader,
    /// Reads a database that another process may own, and copies the whole of it out.
    Inspector,
}

/// Opens connections to one file.
pub(super) struct Connector {
    path: PathBuf,
    /// The most pages the file may have; 0 is SQLite's own limit.
    max_pages: AtomicU32,
}

/// How long a connection waits for a lock.
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// No row, statement text or JSON is longer; anything longer is a mistake or an attack.
const MAX_ROW_BYTES: i32 = 16 << 20;

impl Connector {
    pub(super) fn new(path: &Path, max_pages: u32) -> Self {
        Self { path: path.to_owned(), max_pages: AtomicU32::new(max_pages) }
    }

    /// Opens a connection to the file, which must exist.
    pub(super) fn open(&self, role: Role) -> Outcome<Connection> {
        if role == Role::Inspector {
            return open_to_inspect(&self.path);
        }
        let mut conn = Connection::open_with_flags(&self.path, flags())?;
        configure(&mut conn, role)?;
        if role == Role::Writer {
            writable(&conn)?;
            self.limit_pages(&conn)?;
        }
        Ok(conn)
    }

    /// The length of the write-ahead log in bytes; 0 when there is none.
    pub(super) fn log_length(&self) -> u64 {
        std::fs::metadata(sidecar_path(&self.path, "-wal")).map_or(0, |metadata| metadata.len())
    }

    /// Changes the most pages the file may have, from the next [`Connector::limit_pages`] on.
    pub(super) fn set_max_pages(&self, pages: u32) {
        self.max_pages.store(pages, Ordering::Relaxed);
    }

    /// Applies the most pages the file may have to the writer. SQLite never goes below the present size.
    pub(super) fn limit_pages(&self, conn: &Connection) -> Outcome<()> {
        let pages = match self.max_pages.load(Ordering::Relaxed) {
            0 => u32::MAX - 1, // SQLite's own limit
            pages => pages,
        };
        conn.query_row(&format!("PRAGMA max_page_count = {pages}"), [], |row| row.get::<_, i64>(0))?;
        Ok(())
    }
}

/// Refuses a place where SQLite would quietly do with less: a file that may only be read, a file system without
/// the shared memory of a write-ahead log.
fn writable(conn: &Connection) -> Outcome<()> {
    if conn.is_readonly("main")? {
        return Err(StoreError::Io("the file cannot be written".to_owned()).into());
    }
    let mode: String = conn.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
    if mode == "wal" {
        return Ok(());
    }
    Err(StoreError::Io("the file system cannot hold a write-ahead log".to_owned()).into())
}

/// Opens a file to look at it, changing nothing, not even making files beside it; `immutable` promises that no other
/// process has it open and no log of it needs recovery.
pub(super) fn open_to_look(path: &Path, immutable: bool) -> Outcome<Connection> {
    let read_only = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = if immutable {
        Connection::open_with_flags(immutable_uri(path)?, read_only | OpenFlags::SQLITE_OPEN_URI)?
    } else {
        Connection::open_with_flags(path, read_only)?
    };
    harden(&conn)?;
    Ok(conn)
}

/// Opens a database that another process may own. Without one, in a directory that cannot be written, SQLite cannot make
/// the files it keeps beside; then nobody else can write either.
fn open_to_inspect(path: &Path) -> Outcome<Connection> {
    let opened = open_to_look(path, false).and_then(|conn| {
        conn.busy_timeout(BUSY_TIMEOUT)?;
        conn.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
        Ok(conn)
    });
    let conn = match opened {
        Err(_) if !sidecar_path(path, "-wal").try_exists()? => open_to_look(path, true)?,
        opened => opened?,
    };
    // VACUUM INTO attaches its target; nothing else may.
    conn.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 1)?;
    Ok(conn)
}

/// Undoes what a crash interrupted while there was no write-ahead log yet, when a backup was first opened: as SQLite does
/// before anybody may write.
pub(super) fn undo(path: &Path) -> Outcome<()> {
    let conn = open_plainly(path)?;
    conn.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    conn.close().map_err(|(_, error)| error.into())
}

/// Opens a file to write a little: it gets no write-ahead log that it had not.
pub(super) fn open_plainly(path: &Path) -> Outcome<Connection> {
    let conn = Connection::open_with_flags(path, flags())?;
    harden(&conn)?;
    Ok(conn)
}

fn immutable_uri(path: &Path) -> Outcome<String> {
    let absolute = std::path::absolute(path)?;
    let text = absolute.to_str().ok_or_else(|| StoreError::Invalid("the path is not UTF-8".to_owned()))?;
    let escaped = text.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    Ok(format!("file:{escaped}?immutable=1"))
}

/// Never creates a file: a new one is made complete under another name first.
fn flags() -> OpenFlags {
    // A connection is used by one thread at a time, so SQLite need not lock it.
    OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX
}

fn configure(conn: &mut Connection, role: Role) -> rusqlite::Result<()> {
    harden(conn)?;
    // Only another process can hold a lock for long: there is one writer here.
    conn.busy_timeout(BUSY_TIMEOUT)?;
    // Readers never wait for the writer, and a commit is one sequential write and one sync.
    conn.pragma_update(None, "journal_mode", "WAL")?;
    // The sync comes before the answer: with NORMAL a power cut takes back acknowledged moves.
    conn.pragma_update(None, "synchronous", "FULL")?;
    // A file that lies alone has everything, or says that it has not.
    life::keep_log(conn, true)?;
    // On macOS a sync reaches the platter only so; elsewhere these change nothing.
    conn.pragma_update(None, "fullfsync", true)?;
    conn.pragma_update(None, "checkpoint_fullfsync", true)?;
    // An event without its game is a bug: refuse it.
    conn.pragma_update(None, "foreign_keys", true)?;
    // What is deleted, ids of players for one, is overwritten: it stays in no free page.
    conn.pragma_update(None, "secure_delete", true)?;
    // Through a memory map a read error is a signal that ends the process.
    conn.pragma_update(None, "mmap_size", 0)?;
    // A checkpoint each 16 MiB of log instead of 4: fewer syncs for the same writes.
    conn.pragma_update(None, "wal_autocheckpoint", 4000)?;
    // After a long read kept the log growing, give the space back.
    conn.pragma_update(None, "journal_size_limit", 64 << 20)?;
    // In KiB. temp_store stays at its default: MEMORY makes GROUP BY slower.
    conn.pragma_update(None, "cache_size", if role == Role::Writer { -32_768 } else { -8_192 })?;
    // Every statement of this program fits, so each is prepared once.
    conn.set_prepared_statement_cache_capacity(128);
    if role == Role::Reader {
        // A read can never change anything, whatever its SQL.
        conn.pragma_update(None, "query_only", true)?;
    }
    conn.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    Ok(())
}

/// What holds for every connection, also one to a file not yet trusted.
fn harden(conn: &Connection) -> rusqlite::Result<()> {
    // Check each page's structure when it is read: damage is met as an error, not as nonsense.
    conn.pragma_update(None, "cell_size_check", true)?;
    // SQL hidden in a damaged or planted schema gets no functions with side effects.
    conn.pragma_update(None, "trusted_schema", false)?;
    // No SQL can write to the schema or the file's internals.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    // "text" in double quotes is a misspelt column, not a string.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DML, false)?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DDL, false)?;
    // This schema has no triggers and no views; a file that brings some along does not run them.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    conn.set_limit(Limit::SQLITE_LIMIT_LENGTH, MAX_ROW_BYTES)?;
    conn.set_limit(Limit::SQLITE_LIMIT_SQL_LENGTH, 1 << 16)?;
    conn.set_limit(Limit::SQLITE_LIMIT_WORKER_THREADS, 0)?;
    Ok(())
}

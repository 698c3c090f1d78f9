//! Looking at a file before touching it: what this program must not open is refused as it lies.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use rusqlite::Connection;

use super::connector;
use super::error::{Failure, Outcome, corrupt};
use super::life;
use super::paths::sidecar_path;
use super::schema;
use crate::engine::schema::{LATEST, seen};
use crate::error::StoreError;

/// Checks that the database at `path` is one this program may open: its own, neither newer nor older than it can read, not damaged. The
/// structure of the whole file is checked up to `check_bytes`, beyond that what the program reads is checked when
/// it is read. Leaves nothing behind, and changes nothing but what a crash has left half done. Answers the connection that looked, which
/// can change nothing: whoever has more to refuse looks through it before anything is written.
pub(super) fn inspect(path: &Path, check_bytes: u64) -> Outcome<Connection> {
    let log = judge_header(path)?;
    let journal = sidecar_path(path, "-journal");
    if is_filled(&journal)? {
        connector::undo(path)?;
    }
    // With a log left by a crash the newest pages are in the log, so SQLite must read it too.
    let pending = log || is_filled(&journal)?;
    let conn = connector::open_to_look(path, !pending)?;
    let seen = identify(&conn)?;
    let length = std::fs::metadata(path)?.len();
    if !pending {
        let page: u64 = conn.pragma_query_value(None, "page_size", |row| row.get::<_, u32>(0))?.into();
        if length % page != 0 {
            return Err(corrupt("the file ends in the middle of a page"));
        }
    }
    check(&conn, seen, length <= check_bytes)?;
    Ok(conn)
}

/// Judges a file by its header and by whether a log lies beside it, which it answers.
pub(super) fn judge_header(path: &Path) -> Outcome<bool> {
    if std::fs::metadata(path)?.len() == 0 {
        return Err(corrupt("the file is empty; delete it to start a new database"));
    }
    let header = Header::read(path)?;
    judge(header.number(APPLICATION_ID_AT), header.number(USER_VERSION_AT))?;
    let log = is_filled(&sidecar_path(path, "-wal"))?;
    if log && !header.is_write_ahead() {
        return Err(corrupt("the -wal file beside the database belongs to another one; move it away"));
    }
    if header.is_write_ahead() {
        life::check_log(path)?;
    }
    Ok(log)
}

/// The first bytes of an SQLite file (<https://www.sqlite.org/fileformat.html>). By them alone is judged whose a file is:
/// nothing is done to the log of another program, and SQLite cannot say it while a checkpoint or a roll-back is half done,
/// when a header may speak of pages that are still to come.
struct Header([u8; 100]);

const MAGIC: &[u8] = b"SQLite format 3\0";
const READ_VERSION_AT: usize = 18;
const USER_VERSION_AT: usize = 60;
const APPLICATION_ID_AT: usize = 68;

impl Header {
    fn read(path: &Path) -> Outcome<Self> {
        let mut bytes = Vec::with_capacity(100);
        File::open(path)?.take(100).read_to_end(&mut bytes)?;
        match <[u8; 100]>::try_from(bytes) {
            Ok(header) if header.starts_with(MAGIC) => Ok(Self(header)),
            _ => Err(foreign("it does not begin as an SQLite database does".to_owned())),
        }
    }

    fn number(&self, at: usize) -> i64 {
        i32::from_be_bytes(*self.0[at..].first_chunk().expect("a field of the header")).into()
    }

    /// Whether the file is used with a write-ahead log. A backup's header says no, so a log found beside a restored backup
    /// is that of the database it replaced.
    fn is_write_ahead(&self) -> bool {
        self.0[READ_VERSION_AT] == 2
    }
}

pub(super) fn is_filled(path: &Path) -> Outcome<bool> {
    match std::fs::metadata(path) {
        Ok(metadata) => Ok(metadata.len() > 0),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// How many migrations a database of this program has seen.
pub(super) fn identify(conn: &Connection) -> Outcome<usize> {
    let application_id = conn.pragma_query_value(None, "application_id", |row| row.get(0))?;
    judge(application_id, schema::said(conn)?)
}

/// Refuses a database that only the service may open, which brings it up to date.
pub(super) fn check_newest(conn: &Connection) -> Outcome<()> {
    identify(conn)?;
    match schema::said(conn)? {
        LATEST => Ok(()),
        found => Err(StoreError::OldSchema { found, needed: LATEST }.into()),
    }
}

/// How many migrations it has seen, if this program may open it.
fn judge(application_id: i64, version: i64) -> Outcome<usize> {
    if application_id != schema::APPLICATION_ID {
        return Err(foreign(format!(
            "its application id is {application_id:#010x}, not {:#010x}",
            schema::APPLICATION_ID
        )));
    }
    Ok(seen(version)?)
}

fn foreign(why: String) -> Failure {
    StoreError::Foreign(why).into()
}

fn misnumbered(said: i64, version: i64) -> Failure {
    let text = format!(
        "it says schema version {said}, but its tables are of version {version}: somebody has changed the number; PRAGMA user_version = \
         {version} sets it right"
    );
    StoreError::Unfit(text).into()
}

fn check(conn: &Connection, seen: usize, structure: bool) -> Outcome<()> {
    if !schema::is_intact(conn, seen)? {
        let said = schema::said(conn)?;
        return Err(schema::of_tables(conn)?.map_or_else(
            || corrupt("the schema is not what this program made"),
            |version| misnumbered(said, version),
        ));
    }
    let findings = if structure { self::structure(conn, 1)? } else { Vec::new() };
    findings.first().map_or(Ok(()), |finding| Err(corrupt(finding)))
}

/// What is wrong with the pages, the indexes and the references from one table to another; at most so many findings.
pub(super) fn structure(conn: &Connection, most: u32) -> Outcome<Vec<String>> {
    let mut statement = conn.prepare(&format!("PRAGMA integrity_check({most})"))?;
    let lines = statement.query_map([], |row| row.get(0))?;
    let findings = lines.collect::<Result<Vec<String>, _>>()?;
    if findings != ["ok"] {
        return Ok(findings);
    }
    let mut statement = conn.prepare("PRAGMA foreign_key_check")?;
    let orphans = statement.query_map([], |row| row.get(0))?.take(most as usize);
    let tables = orphans.collect::<Result<Vec<String>, _>>()?;
    Ok(tables.iter().map(|table| format!("a row of {table} refers to nothing")).collect())
}

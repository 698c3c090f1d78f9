//! What the service is compared with: actix-web and SQLite with next to nothing around them.

mod durable;
mod server;

use std::path::Path;

use anyhow::Result;
use clap::ValueEnum;
use rusqlite::Connection;

pub use server::{listen, serve};

/// The file of a peer.
const FILE: &str = "peer.db";

/// A server to compare with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Peer {
    /// `GET /health`: a constant as JSON.
    Json,
    /// `GET /games/{id}`: a point read of a worker's own connection.
    Read,
    /// `POST /games/{id}/{version}`: an insert; one thread commits all that wait together.
    Group,
    /// The same; whoever has the lock commits his own.
    Mutex,
}

/// Opens the database of a folder: write-ahead log, a sync before every answer, as the service has it.
pub(crate) fn open(directory: &Path) -> Result<Connection> {
    let connection = Connection::open(directory.join(FILE))?;
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "wal_autocheckpoint", 4000)?;
    Ok(connection)
}

/// Puts bodies where [`Peer::Read`] finds them.
///
/// # Errors
/// The database cannot be written.
pub fn fill(directory: &Path, bodies: &[(String, Vec<u8>)]) -> Result<()> {
    let mut connection = open(directory)?;
    connection.execute_batch("CREATE TABLE IF NOT EXISTS games (id TEXT PRIMARY KEY, body BLOB NOT NULL)")?;
    let filling = connection.transaction()?;
    for (id, body) in bodies {
        filling.execute("INSERT OR REPLACE INTO games (id, body) VALUES (?1, ?2)", (id, body))?;
    }
    Ok(filling.commit()?)
}

/// How many moves [`Peer::Group`] or [`Peer::Mutex`] have stored.
///
/// # Errors
/// The database cannot be read.
pub fn stored(directory: &Path) -> Result<u64> {
    let count = open(directory)?.query_row("SELECT COUNT(*) FROM moves", [], |row| row.get::<_, i64>(0))?;
    Ok(count.unsigned_abs())
}

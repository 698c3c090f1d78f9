//! Storage and statistics of tapis: games as append-only logs, idempotency records, facts and rollups.
//!
//! Read [`Store`] first: it is the whole contract, in the terms of [`model`]. This crate knows neither rules nor
//! search nor HTTP; it stores ids, notation, JSON it does not read, numbers and counts. [`sqlite`] is the engine for one process
//! and one file, [`postgres`] that for many nodes on one database.
//!
//! # What is promised
//! * An answered write is durable: it was answered after the sync of the transaction it is in.
//! * A write that was refused left nothing behind; one that failed with [`StoreError::Io`] may have become durable
//!   without an answer, so a retry carries its idempotency key or its expected version.
//! * The log of a game is read as it was written, byte for byte: every event has a hash over the event before it, and the first
//!   over what never changes of its game. Damage is answered with [`StoreError::Corrupt`]. Other rows have no hash: what
//!   cannot be read of them is damage, and a changed value is found only by checksums of pages, which SQLite has none of.
//! * Statistics are whole numbers and exact, and can be computed anew from the facts.
//! * A file that is another program's, newer than this one, or damaged is refused as it lies.
//!
//! # One owner, many readers
//! A SQLite database is served by one process: [`open`] takes locks that the system drops when the process ends, however it
//! ends, and a second process is told who has it. One of them is on the file itself (on Linux), whatever it is called; a file of
//! more than one name is refused. [`open_read_only`] needs no lock and writes nothing: backups and checks
//! are made beside a running service. Of all that is written, only keys are written beside the owner ([`DatabaseUrl::open_keys`]).
//!
//! # Backup and restore
//! [`sqlite::ReadOnlyDatabase::back_up`] writes a complete, checked copy while everything goes on; it appears whole or not
//! at all. To restore, stop the service, move the database and its `-wal` and `-shm` files away, and put the copy in its place;
//! a `-wal` file left from before is noticed and refused. So is a file in use that was copied without its `-wal`. Database and
//! copies hold the secret seeds of running games, so they are made readable by their owner only. A backup or a start that was
//! killed may leave a file named `.tapis-….db` behind; the next start of a service on a database of that directory removes it.

mod copy;
mod engine;
mod error;
pub mod model;
pub mod postgres;
pub mod rating;
pub mod sqlite;
mod store;
mod url;
mod verify;

use std::sync::Arc;

pub use copy::{Copied, CopySource, copy};
pub use error::{Result, StoreError};
pub use store::{
    GameStore, KeyStore, PlayerStore, PushStore, RatingStore, Reply, ResultStore, ReviewStore, ServedStore,
    StatisticsReader, Store, WebhookStore,
};
pub use url::{DatabaseUrl, ParseDatabaseUrlError};

/// Opens the store at `url`, creating it when it is not there, and owns it until it is closed: no other process can open
/// it so meanwhile.
///
/// `sqlite:path/to/file.db` is a SQLite database; `sqlite::memory:` a throw-away one in a temporary file. `postgres://…` is a
/// PostgreSQL database (see [`postgres::PostgresUrl`]), which any number of processes may open.
///
/// # Errors
/// [`StoreError::Invalid`] for a URL of no known engine; [`StoreError::Owned`] when another process has it open;
/// [`StoreError::Foreign`], [`StoreError::TooNew`] or [`StoreError::Corrupt`] for a file that this program must not touch:
/// it is left as it is, byte for byte; [`StoreError::NoSpaceToOpen`] when the disk is full; [`StoreError::Io`] when it
/// cannot be opened; [`StoreError::Unfit`] for a server or database that is not as this program needs it.
pub fn open(url: &str) -> Result<Arc<dyn Store>> {
    url.parse::<DatabaseUrl>()?.open()
}

/// Opens the database at `url` to read it, whether or not a process owns it. Nothing is written to it.
///
/// # Errors
/// [`StoreError::Invalid`] when there is no such database; [`StoreError::Foreign`], [`StoreError::TooNew`] or
/// [`StoreError::Corrupt`] for a file that cannot be read at all; [`StoreError::Io`].
pub fn open_read_only(url: &str) -> Result<sqlite::ReadOnlyDatabase> {
    url.parse::<DatabaseUrl>()?.open_read_only()
}

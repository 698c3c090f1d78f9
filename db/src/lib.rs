//! Storage and statistics of tapis: games as append-only logs, idempotency records, facts and rollups.
//!
//! Read [`Store`] first: it is the whole contract, in the terms of [`model`]. This crate knows neither rules nor
//! search nor HTTP; it stores ids, notation, JSON it does not read, numbers and counts. [`sqlite`] is the engine.
//!
//! # What is promised
//! * An answered write is durable: it was answered after the sync of the transaction it is in.
//! * A write that was refused left nothing behind; one that failed with [`StoreError::Io`] may have become durable
//!   without an answer, so a retry carries its idempotency key or its expected version.
//! * What is read is what was written, byte for byte: every row has a hash over its columns, every event a hash over
//!   the event before it. A damaged row is answered with [`StoreError::Corrupt`], or left out of a list and counted.
//! * Statistics are whole numbers and exact, and can be computed anew from the facts.
//! * A file that is another program's, newer than this one, or damaged is refused as it lies.
//!
//! # Backup and restore
//! [`Store::backup_to`] writes a complete, checked copy while everything goes on; it appears whole or not at all. To
//! restore, stop the service, move the database and its `-wal` and `-shm` files away, and put the copy in its place;
//! a `-wal` file left from before is noticed and refused. Database and copies hold the secret seeds of running games,
//! so they are made readable by their owner only. A backup or a start that was killed may leave a file named
//! `.tapis-….db` behind; it can be deleted.

mod error;
pub mod model;
pub mod sqlite;
mod store;

use std::path::Path;
use std::sync::Arc;

pub use error::{Result, StoreError};
pub use store::{Reply, Store};

/// Opens the store at `url`, creating it when it is not there.
///
/// `sqlite:path/to/file.db` is a SQLite database; `sqlite::memory:` a throw-away one in a temporary file.
///
/// # Errors
/// [`StoreError::Invalid`] for a URL of no known engine; [`StoreError::Foreign`], [`StoreError::TooNew`] or
/// [`StoreError::Corrupt`] for a file that this program must not touch: it is left as it is, byte for byte;
/// [`StoreError::Io`] or [`StoreError::Full`] when it cannot be opened.
pub fn open(url: &str) -> Result<Arc<dyn Store>> {
    let options = sqlite::SqliteOptions::default();
    match url.strip_prefix("sqlite:") {
        Some(":memory:") => Ok(Arc::new(sqlite::SqliteStore::open_temporary(options)?)),
        Some(path) if !path.is_empty() => Ok(Arc::new(sqlite::SqliteStore::open(Path::new(path), options)?)),
        _ => Err(StoreError::Invalid("the URL of a store is sqlite:path/to/file.db".to_owned())),
    }
}

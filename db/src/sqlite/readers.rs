//! Reads, on connections of their own.

use std::time::Duration;

use parking_lot::RwLock;
use r2d2::Pool;
use r2d2_sqlite::SqliteConnectionManager;
use rusqlite::{Connection, TransactionBehavior};

use super::door::{Door, Role};
use super::error::Outcome;
use crate::error::StoreError;

/// A pool of connections that cannot change anything.
pub(super) struct Readers {
    /// `None` once closed. A read holds the lock, so closing waits for the reads under way.
    pool: RwLock<Option<Pool<SqliteConnectionManager>>>,
}

impl Readers {
    pub(super) fn open(door: &Door, connections: u32) -> Outcome<Self> {
        // The pool would try for a while and then say only that it had no connection; this says why.
        drop(door.open(Role::Reader)?);
        let pool = Pool::builder()
            .max_size(connections.max(1))
            .min_idle(Some(1))
            .idle_timeout(None)
            .max_lifetime(None)
            .test_on_check_out(false)
            .connection_timeout(Duration::from_secs(2))
            .build(door.readers())?;
        Ok(Self { pool: RwLock::new(Some(pool)) })
    }

    /// Runs one statement's worth of reading.
    pub(super) fn read<T>(&self, work: impl FnOnce(&Connection) -> Outcome<T>) -> Outcome<T> {
        let pool = self.pool.read();
        let pool = pool.as_ref().ok_or(StoreError::Closed)?;
        let conn = pool.get()?;
        work(&conn)
    }

    /// Runs several statements that see the same state of the database.
    pub(super) fn read_consistently<T>(&self, work: impl FnOnce(&Connection) -> Outcome<T>) -> Outcome<T> {
        let pool = self.pool.read();
        let pool = pool.as_ref().ok_or(StoreError::Closed)?;
        let mut conn = pool.get()?;
        let transaction = conn.transaction_with_behavior(TransactionBehavior::Deferred)?;
        let outcome = work(&transaction)?;
        transaction.finish()?;
        Ok(outcome)
    }

    /// Closes all connections once the reads under way are done.
    pub(super) fn close(&self) {
        *self.pool.write() = None;
    }
}

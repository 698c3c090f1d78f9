//! Reads, on connections of their own.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use parking_lot::RwLock;
use r2d2::{ManageConnection, Pool};
use rusqlite::{Connection, TransactionBehavior};

use super::connector::{BUSY_TIMEOUT, Connector, Role};
use super::error::Outcome;
use crate::error::StoreError;

/// A pool of connections that cannot change anything.
pub(super) struct Readers {
    /// `None` once closed. A read holds the lock, so closing waits for the reads under way.
    pool: RwLock<Option<Pool<Opener>>>,
    /// Hears nothing but the end of the last connection.
    ended: Receiver<Infallible>,
}

/// Opens connections for the pool, on threads of the pool.
struct Opener {
    connector: Arc<Connector>,
    open: Sender<Infallible>,
}

/// A connection, and after it the sign that it is open.
struct Open {
    conn: Connection,
    _open: Sender<Infallible>,
}

impl ManageConnection for Opener {
    type Connection = Open;
    type Error = StoreError;

    fn connect(&self) -> Result<Open, StoreError> {
        Ok(Open { conn: self.connector.open(Role::Reader)?, _open: self.open.clone() })
    }

    fn is_valid(&self, _: &mut Open) -> Result<(), StoreError> {
        Ok(())
    }

    fn has_broken(&self, _: &mut Open) -> bool {
        false
    }
}

impl Readers {
    pub(super) fn open(connector: &Arc<Connector>, connections: u32) -> Outcome<Self> {
        // The pool would try for a while and then say only that it had no connection; this says why.
        drop(connector.open(Role::Reader)?);
        let (open, ended) = crossbeam_channel::bounded(0);
        let pool = Pool::builder()
            .max_size(connections.max(1))
            .min_idle(Some(1))
            .idle_timeout(None)
            .max_lifetime(None)
            .test_on_check_out(false)
            .connection_timeout(Duration::from_secs(2))
            .build(Opener { connector: Arc::clone(connector), open })?;
        Ok(Self { pool: RwLock::new(Some(pool)), ended })
    }

    /// Runs statements that see the same state of the database.
    pub(super) fn read_consistently<T>(&self, work: impl FnOnce(&Connection) -> Outcome<T>) -> Outcome<T> {
        let pool = self.pool.read();
        let pool = pool.as_ref().ok_or(StoreError::Closed)?;
        let mut reader = pool.get()?;
        read_consistently(&mut reader.conn, work)
    }

    /// Closes all connections once the reads under way are done. The pool may be opening one meanwhile, on a thread of its
    /// own: that is waited for, too.
    pub(super) fn close(&self) {
        *self.pool.write() = None;
        if self.ended.recv_timeout(2 * BUSY_TIMEOUT) == Err(RecvTimeoutError::Timeout) {
            tracing::warn!("a connection for reads stays open");
        }
    }
}

/// Runs several statements that see the same state of the database.
pub(super) fn read_consistently<T>(
    conn: &mut Connection,
    work: impl FnOnce(&Connection) -> Outcome<T>,
) -> Outcome<T> {
    if !conn.is_autocommit() {
        return work(conn); // it already sees one
    }
    let transaction = conn.transaction_with_behavior(TransactionBehavior::Deferred)?;
    let outcome = work(&transaction)?;
    transaction.finish()?;
    Ok(outcome)
}

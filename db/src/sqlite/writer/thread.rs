//! The writer's thread.

use std::sync::Arc;
use std::time::Duration;

use rusqlite::Connection;

use super::group::{Group, Memory, execute, is_suspect};
use super::job::Job;
use super::queue::Queue;
use crate::engine::counters::Counters;
use crate::error::{Result, StoreError};
use crate::sqlite::connector::{BUSY_TIMEOUT, Connector, Role};
use crate::sqlite::error::Outcome;
use crate::sqlite::files;
use crate::sqlite::options::{GroupLimits, SqliteOptions};
use crate::sqlite::owner::Owner;

/// Owns the connection that writes.
pub(super) struct WriterThread {
    connector: Arc<Connector>,
    /// `None` after a failure, until it is opened anew.
    conn: Option<Connection>,
    /// Whether the last group was lost, which is logged once.
    is_losing: bool,
    memory: Memory,
    counters: Arc<Counters>,
    limits: GroupLimits,
    log: LogLimit,
    /// Dropped after the connection is closed: only then may another process have the database.
    _owner: Option<Owner>,
}

/// Keeps the write-ahead log from growing without end under reads that always overlap.
struct LogLimit {
    /// Beyond this it is cut.
    bytes: u64,
    /// Where the next attempt is due, after one that met a long read.
    next: u64,
}

/// How long the writer waits for the reads under way when it cuts the log.
const PATIENCE: Duration = Duration::from_millis(100);

impl WriterThread {
    pub(super) fn new(
        connector: Arc<Connector>,
        options: &SqliteOptions,
        counters: Arc<Counters>,
        owner: Option<Owner>,
    ) -> Outcome<Self> {
        let conn = connector.open(Role::Writer)?;
        let log = LogLimit { bytes: options.log_bytes, next: options.log_bytes };
        let (memory, limits) = (Memory::default(), options.group);
        Ok(Self {
            connector,
            conn: Some(conn),
            is_losing: false,
            memory,
            counters,
            limits,
            log,
            _owner: owner,
        })
    }

    /// Serves the queue until its entrance is gone and it is empty, then leaves one tidy file.
    pub(super) fn run(mut self, queue: &Queue) -> Outcome<()> {
        let mut carried = None;
        while let Some(first) = carried.take().or_else(|| queue.next()) {
            self.serve(first, queue, &mut carried);
        }
        self.conn.take().map_or(Ok(()), files::finish)
    }

    /// Runs one group and answers it.
    fn serve(&mut self, first: Box<dyn Job>, queue: &Queue, carried: &mut Option<Box<dyn Job>>) {
        let conn = match self.connection() {
            Ok(conn) => conn,
            Err(error) => {
                self.counters.fail(1);
                return first.answer(Err(error));
            }
        };
        let mut group = Group::default();
        let outcome = group.run(&conn, &mut self.memory, first, queue, self.limits, carried);
        let full = matches!(&outcome, Err(failure) if *failure.error() == StoreError::Full);
        if full || group.met_full() {
            self.counters.set_short_of_space(true);
        }
        let committed = match outcome {
            Ok(()) => {
                self.counters.commit(group.len(), group.failed());
                self.conn = Some(conn);
                self.is_losing = false;
                Ok(())
            }
            Err(failure) => {
                self.counters.fail(group.len());
                self.recover(conn, failure.into())
            }
        };
        group.answer(committed);
        self.cut_log();
    }

    /// Cuts the log when it has grown too long, after everybody is answered.
    fn cut_log(&mut self) {
        let Some(conn) = &self.conn else { return };
        let length = self.connector.log_length();
        if length <= self.log.next {
            self.log.next = self.log.next.min(length.max(self.log.bytes));
            return;
        }
        let cut = conn.busy_timeout(PATIENCE).and_then(|()| {
            let blocked = conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, i64>(0));
            conn.busy_timeout(BUSY_TIMEOUT)?;
            blocked
        });
        if !matches!(cut, Ok(0)) {
            tracing::warn!(length, ?cut, "the write-ahead log is long and cannot be cut now");
        }
        // After a long read met now: again when the log has grown by half.
        self.log.next = if matches!(cut, Ok(0)) { self.log.bytes } else { length.saturating_add(length / 2) };
    }

    /// The connection; opened anew when the last one failed.
    fn connection(&mut self) -> Result<Connection> {
        if let Some(conn) = self.conn.take() {
            return Ok(conn);
        }
        let conn = self.connector.open(Role::Writer)?;
        self.counters.reopen();
        tracing::info!("the writer's connection is open again");
        Ok(conn)
    }

    /// After a lost transaction: takes it back, and gives up a connection that cannot be trusted. After a failed
    /// sync the system may have dropped the unwritten pages and call the next sync a success, so nothing this
    /// connection still holds in memory counts.
    fn recover(&mut self, conn: Connection, error: StoreError) -> Result<()> {
        if !std::mem::replace(&mut self.is_losing, true) {
            tracing::error!(%error, "a group of writes was lost; none of them is acknowledged");
        }
        self.memory.forget();
        let rolled_back = conn.is_autocommit() || execute(&conn, "ROLLBACK").is_ok();
        if rolled_back && !is_suspect(&error) {
            self.conn = Some(conn);
        }
        match error {
            // Whatever spoilt the commit, it is no fault of those who shared it.
            StoreError::Busy | StoreError::Full | StoreError::Io(_) | StoreError::Corrupt(_) => Err(error),
            StoreError::Invalid(text) => Err(StoreError::Io(text)),
            error => Err(StoreError::Io(error.to_string())),
        }
    }
}

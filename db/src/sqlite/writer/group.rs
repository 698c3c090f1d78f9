//! One transaction of the writer.

use std::time::Instant;

use rusqlite::Connection;

use super::job::{Job, Mode};
use super::queue::Queue;
use crate::engine::statistics::tally::Tally;
use crate::error::{Result, StoreError};
use crate::sqlite::error::Outcome;
use crate::sqlite::games::{RecentGames, Session};
use crate::sqlite::options::GroupLimits;
use crate::sqlite::statistics::{self, Dictionary, Recorder};

/// What the writer remembers from one request to the next.
#[derive(Default)]
pub(super) struct Memory {
    dictionary: Dictionary,
    games: RecentGames,
    /// Whether the connection may be one whose commits do not wait for the disk.
    relaxed: bool,
}

impl Memory {
    /// Forgets all data: it may come from what was taken back.
    pub(super) fn forget(&mut self) {
        self.dictionary.forget();
        self.games.forget();
    }
}

/// The requests of one transaction.
#[derive(Default)]
pub(super) struct Group {
    jobs: Vec<Box<dyn Job>>,
    failed: u64,
    /// Whether a request has failed for lack of space.
    met_full: bool,
    tally: Tally,
}

impl Group {
    pub(super) fn len(&self) -> u64 {
        self.jobs.len() as u64
    }

    pub(super) fn failed(&self) -> u64 {
        self.failed
    }

    pub(super) fn met_full(&self) -> bool {
        self.met_full
    }

    /// Runs `first` and what else is queued, up to the limits, in one transaction, and commits it.
    /// Leaves the request that ended the group because it is of another mode in `carried`.
    pub(super) fn run(
        &mut self,
        conn: &Connection,
        memory: &mut Memory,
        first: Box<dyn Job>,
        queue: &Queue,
        limits: GroupLimits,
        carried: &mut Option<Box<dyn Job>>,
    ) -> Outcome<()> {
        let started = Instant::now();
        let mode = first.mode();
        if let Err(failure) = wait_for_disk(conn, mode != Mode::Repeatable, &mut memory.relaxed) {
            self.jobs.push(first);
            return Err(failure);
        }
        if let Err(failure) = execute(conn, "BEGIN IMMEDIATE") {
            self.jobs.push(first);
            return Err(failure);
        }
        let mut next = Some(first);
        while let Some(job) = next {
            self.run_one(conn, memory, job)?;
            let most = if mode == Mode::Repeatable { limits.repeatable } else { limits.requests };
            let room = self.jobs.len() < most && started.elapsed() < limits.time;
            next = if room { queue.more(mode) } else { None };
            if next.as_ref().is_some_and(|job| job.mode() != mode) {
                *carried = next.take();
            }
        }
        statistics::add(conn, &self.tally)?;
        execute(conn, "COMMIT")?;
        metrics::histogram!("tapis_database_seconds", "part" => "writer").record(started.elapsed());
        Ok(())
    }

    /// Runs a request in a savepoint. Fails when the transaction as a whole is lost.
    fn run_one(&mut self, conn: &Connection, memory: &mut Memory, mut job: Box<dyn Job>) -> Outcome<()> {
        if let Err(failure) = execute(conn, "SAVEPOINT request") {
            self.jobs.push(job);
            return Err(failure);
        }
        let (mut tally, before) = (Tally::default(), conn.total_changes());
        let Memory { dictionary, games, .. } = memory;
        let recorder = Recorder { conn, dictionary, tally: &mut tally };
        let outcome = job.run(&mut Session { conn, games, recorder });
        self.jobs.push(job);
        let Err(failure) = outcome else {
            self.tally.add_all(tally)?;
            return execute(conn, "RELEASE request");
        };
        self.failed += 1;
        self.met_full |= *failure.error() == StoreError::Full;
        if conn.is_autocommit() {
            // Out of space or memory, or a failing disk: SQLite has taken back the whole transaction.
            return Err(failure);
        }
        if conn.total_changes() != before {
            memory.forget();
        }
        execute(conn, "ROLLBACK TO request")?;
        execute(conn, "RELEASE request")
    }

    /// Answers everybody.
    pub(super) fn answer(self, committed: Result<()>) {
        for job in self.jobs {
            job.answer(committed.clone());
        }
    }
}

/// Switches `synchronous` between FULL and NORMAL; `relaxed` is the current state.
fn wait_for_disk(conn: &Connection, wait: bool, relaxed: &mut bool) -> Outcome<()> {
    if wait && *relaxed {
        conn.pragma_update(None, "synchronous", "FULL")?;
        *relaxed = false;
    } else if !wait && !*relaxed {
        *relaxed = true;
        conn.pragma_update(None, "synchronous", "NORMAL")?;
    }
    Ok(())
}

/// Whether an error casts doubt on the connection itself.
pub(super) fn is_suspect(error: &StoreError) -> bool {
    !matches!(error, StoreError::Busy | StoreError::Full)
}

/// Executes a statement of the transaction's frame.
pub(super) fn execute(conn: &Connection, sql: &str) -> Outcome<()> {
    conn.prepare_cached(sql)?.execute([])?;
    Ok(())
}

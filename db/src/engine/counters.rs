//! What the writer has done so far.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::model::WriterStats;

/// Counted by the writer, read by anybody.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    committed_requests: AtomicU64,
    failed_requests: AtomicU64,
    rejected_requests: AtomicU64,
    commits: AtomicU64,
    failed_commits: AtomicU64,
    largest_group: AtomicU64,
    reopened: AtomicU64,
    /// A write has failed for lack of space, and none as large has succeeded since.
    short_of_space: AtomicBool,
}

impl Counters {
    /// A request found the queue full.
    pub(crate) fn reject(&self) {
        self.rejected_requests.fetch_add(1, Relaxed);
    }

    /// A group was committed, with so many requests of which so many had failed.
    pub(crate) fn commit(&self, requests: u64, failed: u64) {
        self.commits.fetch_add(1, Relaxed);
        self.committed_requests.fetch_add(requests.saturating_sub(failed), Relaxed);
        self.failed_requests.fetch_add(failed, Relaxed);
        self.largest_group.fetch_max(requests, Relaxed);
    }

    /// A request was refused.
    pub(crate) fn refuse(&self) {
        self.failed_requests.fetch_add(1, Relaxed);
    }

    /// A group was lost with all its requests.
    pub(crate) fn fail(&self, requests: u64) {
        self.failed_commits.fetch_add(1, Relaxed);
        self.failed_requests.fetch_add(requests, Relaxed);
    }

    /// The connection was opened anew.
    pub(crate) fn reopen(&self) {
        self.reopened.fetch_add(1, Relaxed);
    }

    /// A write has failed for lack of space, or a large one has succeeded.
    pub(crate) fn set_short_of_space(&self, short: bool) {
        self.short_of_space.store(short, Relaxed);
    }

    pub(crate) fn is_short_of_space(&self) -> bool {
        self.short_of_space.load(Relaxed)
    }

    pub(crate) fn snapshot(&self, queued: usize, capacity: usize) -> WriterStats {
        let committed_requests = self.committed_requests.load(Relaxed);
        let failed_requests = self.failed_requests.load(Relaxed);
        WriterStats {
            queued: queued as u64,
            queue_capacity: capacity as u64,
            requests: committed_requests + failed_requests,
            committed_requests,
            failed_requests,
            rejected_requests: self.rejected_requests.load(Relaxed),
            commits: self.commits.load(Relaxed),
            failed_commits: self.failed_commits.load(Relaxed),
            largest_group: self.largest_group.load(Relaxed),
            reopened: self.reopened.load(Relaxed),
            connections: 0,
            waiting: 0,
        }
    }
}

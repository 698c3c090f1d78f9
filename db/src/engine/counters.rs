//! What the writer has done so far.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use parking_lot::Mutex;

use crate::model::WriterStats;

/// Counted by the writer, read by anybody.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    /// But what follows from others, and what is so only now.
    stats: Mutex<WriterStats>,
    /// A write has failed for lack of space, and none as large has succeeded since.
    short_of_space: AtomicBool,
}

impl Counters {
    /// A request found the queue full.
    pub(crate) fn reject(&self) {
        self.stats.lock().rejected_requests += 1;
    }

    /// A group was committed, with so many requests of which so many had failed.
    pub(crate) fn commit(&self, requests: u64, failed: u64) {
        let mut stats = self.stats.lock();
        stats.commits += 1;
        stats.committed_requests += requests.saturating_sub(failed);
        stats.failed_requests += failed;
        stats.largest_group = stats.largest_group.max(requests);
    }

    /// A request was refused.
    pub(crate) fn refuse(&self) {
        self.stats.lock().failed_requests += 1;
    }

    /// A group was lost with all its requests.
    pub(crate) fn fail(&self, requests: u64) {
        let mut stats = self.stats.lock();
        stats.failed_commits += 1;
        stats.failed_requests += requests;
    }

    /// The connection was opened anew.
    pub(crate) fn reopen(&self) {
        self.stats.lock().reopened += 1;
    }

    /// A write has failed for lack of space, or a large one has succeeded.
    pub(crate) fn set_short_of_space(&self, short: bool) {
        self.short_of_space.store(short, Relaxed);
    }

    pub(crate) fn is_short_of_space(&self) -> bool {
        self.short_of_space.load(Relaxed)
    }

    pub(crate) fn snapshot(&self, queued: usize, capacity: usize) -> WriterStats {
        let stats = *self.stats.lock();
        let requests = stats.committed_requests + stats.failed_requests;
        WriterStats { queued: queued as u64, queue_capacity: capacity as u64, requests, ..stats }
    }
}

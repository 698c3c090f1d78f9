//! How a SQLite store is run.

use std::time::Duration;

use crate::model::Digest;

/// How a SQLite store is run. The defaults suit a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SqliteOptions {
    /// The most connections that read games and lists at once.
    pub readers: u32,
    /// The most connections that read statistics at once.
    pub statistics_readers: u32,
    /// The most writes that may wait; further ones are turned away as busy.
    pub queue: usize,
    /// How large a group of writes may become.
    pub group: GroupLimits,
    /// The most bytes the database may have, rounded to pages, without its log; `None`: no limit but the disk's.
    pub max_bytes: Option<u64>,
    /// Beyond how many bytes the write-ahead log is cut at the next moment without a read under way. Checkpoints use
    /// it anew from its start long before, unless reads overlap without a pause.
    pub log_bytes: u64,
    /// Up to how many bytes the structure of the whole file is checked at start (about a second per gigabyte when it
    /// is in memory). Beyond it, damage is met when it is read.
    pub check_bytes: u64,
    /// Whether a database of an older release is brought up to date; otherwise it is refused as it is.
    pub migrate: bool,
    /// With which secret the tokens of its games are made: one that was served with another is refused before it is changed.
    pub secret: Option<Digest>,
}

/// How large a group of writes may become before it is committed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupLimits {
    /// The most requests.
    pub requests: usize,
    /// The most batches of facts of simulated games: moves wait for the group under way, and for its pages to reach the disk.
    pub repeatable: usize,
    /// No request is added after this time.
    pub time: Duration,
}

impl Default for SqliteOptions {
    fn default() -> Self {
        Self {
            readers: 8,
            statistics_readers: 3,
            queue: 4096,
            group: GroupLimits { requests: 512, repeatable: 8, time: Duration::from_millis(10) },
            max_bytes: None,
            log_bytes: 128 << 20,
            check_bytes: 64 << 20,
            migrate: true,
            secret: None,
        }
    }
}

/// The size of a page, SQLite's default.
const PAGE_BYTES: u64 = 4096;

/// A limit in bytes as one in pages; 0: none.
pub(super) fn pages(max_bytes: Option<u64>) -> u32 {
    match max_bytes {
        None => 0,
        Some(bytes) => u32::try_from((bytes / PAGE_BYTES).max(1)).unwrap_or(0),
    }
}

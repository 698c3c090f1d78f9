//! Counters of the writer, the time at the server, and when nobody served the database.

use std::time::Instant;

use super::Time;

/// The time of all who serve a database, which its server told between two moments here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerTime {
    /// What it was.
    pub time: Time,
    /// When it was asked.
    pub asked: Instant,
    /// When its answer was there.
    pub answered: Instant,
}

impl ServerTime {
    /// What it is at a later moment, by a clock that nobody can set: at least, for the answer may have taken long.
    pub fn at(self, moment: Instant) -> Time {
        let since = moment.saturating_duration_since(self.answered);
        self.time.plus_millis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
    }
}

/// A time in which nobody served the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Absence {
    /// When it was served last, as far as is known.
    pub since: Time,
    /// When it was served again.
    pub until: Time,
}

/// What the writer has done since the store was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriterStats {
    /// Requests waiting now.
    pub queued: u64,
    /// The most that may wait.
    pub queue_capacity: u64,
    /// Requests answered.
    pub requests: u64,
    /// Of these, requests whose effect is durable.
    pub committed_requests: u64,
    /// Of these, requests that were refused or failed.
    pub failed_requests: u64,
    /// Requests turned away because too many were waiting; not among `requests`.
    pub rejected_requests: u64,
    /// Transactions committed, each with one sync of the disk.
    pub commits: u64,
    /// Transactions whose commit failed; nothing in them was acknowledged.
    pub failed_commits: u64,
    /// The most requests in one transaction.
    pub largest_group: u64,
    /// How often the writer's connection was opened anew after a failure.
    pub reopened: u64,
    /// Connections to a database server in use now; 0 where there is none.
    pub connections: u64,
    /// Requests that wait for such a connection.
    pub waiting: u64,
}

//! How a PostgreSQL store is run.

use std::time::Duration;

/// How a PostgreSQL store is run. The defaults suit a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostgresOptions {
    /// The most connections at once.
    pub connections: usize,
    /// The most of them that read statistics at once.
    pub statistics_readers: usize,
    /// The most writes that may be under way or wait; further ones are turned away as busy.
    pub queue: usize,
    /// How long a request waits for a connection, and a connection for the server.
    pub patience: Duration,
    /// How long a request may take altogether.
    pub call: Duration,
    /// How long computing and checking all rollups may take.
    pub long_call: Duration,
    /// Whether the tables are made in a database that has none.
    pub create: bool,
}

impl Default for PostgresOptions {
    fn default() -> Self {
        Self {
            connections: 16,
            statistics_readers: 4,
            queue: 4096,
            patience: Duration::from_secs(5),
            call: Duration::from_secs(10),
            long_call: Duration::from_secs(3600),
            create: true,
        }
    }
}

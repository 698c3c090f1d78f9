//! How a PostgreSQL store is run.

use std::time::Duration;

use crate::model::Digest;

/// How a store is at its database, among others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stay {
    /// As one of the nodes that serve it.
    Node,
    /// Beside them, to look or to do what does not disturb them.
    Guest,
    /// Alone: refused while a node serves it, and nodes are refused meanwhile.
    Alone,
}

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
    /// How it is at its database.
    pub stay: Stay,
    /// With which secret the tokens of its games are made: one that was served with another is refused before it is changed.
    pub secret: Option<Digest>,
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
            stay: Stay::Node,
            secret: None,
        }
    }
}

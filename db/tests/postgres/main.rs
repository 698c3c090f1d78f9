//! What is particular to PostgreSQL: many nodes on one database, servers that go away, databases that are refused.

#![allow(clippy::unwrap_used)] // a test may fail by panicking

#[path = "../contract/build.rs"]
#[allow(dead_code, reason = "things to store for all tests")]
mod build;
#[path = "../server/mod.rs"]
mod server;

mod alone;
mod analyses;
mod away;
mod copy;
mod damage;
mod idle;
mod migrate;
mod nodes;
mod pool;
#[path = "../sqlite/populate.rs"]
mod populate;
mod prune;
mod refusal;
mod relay;
mod statements;

use std::sync::Arc;

use tapis_db::Store;

/// Opens the database at `url` as a node does.
fn open(url: &str) -> Arc<dyn Store> {
    tapis_db::open(url).unwrap()
}

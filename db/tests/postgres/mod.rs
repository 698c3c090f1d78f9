//! What is particular to PostgreSQL: many nodes on one database, servers that go away, databases that are refused.

mod aid;
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

//! The engine for what speaks the wire of PostgreSQL: many nodes on one database.
//!
//! Data flow of a move: [`PostgresStore`] puts it into the lane of its game → what is known of the game is compared, or read →
//! one statement moves the head from the expected version and stores the event, or does neither → reply. The database decides
//! who was first; what a node remembers of a game is a cache, and complete exactly while the head has the version it had.
//! Everything runs on threads of the engine's own: two, and as many more as wait for a statement, of which there are no more than
//! connections.

mod analyses;
mod ask;
mod column;
mod connection;
mod error;
mod games;
mod lanes;
mod leases;
mod node;
mod options;
mod quotas;
mod rows;
mod schema;
mod statistics;
mod stay;
mod store;
mod sync;
mod time;
mod url;

use std::sync::Arc;

use parking_lot::Mutex;
use tokio::runtime::{Builder, Handle, Runtime};

use crate::engine::sql::{Engine as _, Reads as _};
use crate::engine::tables::{check, prune};
use crate::error::{Result, StoreError};
use crate::model::{Prune, Pruned};
use crate::store::ServedStore as _;
use connection::{NO_LIMIT, snapshot};
use lanes::Lanes;
use node::{Node, read_statistics};
pub use options::{PostgresOptions, Stay};
use sync::on_thread;
pub use url::PostgresUrl;
pub(crate) use url::is_postgres;

/// The threads that speak with the server.
const THREADS: usize = 2;

/// A store in a PostgreSQL database.
pub struct PostgresStore {
    node: Arc<Node>,
    lanes: Arc<Lanes>,
    handle: Handle,
    runtime: Mutex<Option<Runtime>>,
}

impl PostgresStore {
    /// Opens the database at `url` and brings its schema up to date.
    ///
    /// # Errors
    /// See [`crate::open`].
    pub fn open(url: &PostgresUrl, options: PostgresOptions) -> Result<Self> {
        let runtime =
            Builder::new_multi_thread().worker_threads(THREADS).thread_name("postgres").enable_all().build();
        let runtime = runtime.map_err(|error| StoreError::Io(error.to_string()))?;
        let node = Arc::new(Node::new(url, options)?);
        let handle = runtime.handle().clone();
        let store = Self { node, lanes: Arc::default(), handle, runtime: Mutex::new(Some(runtime)) };
        // To bring a large database up to date may take long.
        store.ask_within(options.long_call, |node| async move { node.prepare().await })?;
        if options.stay != Stay::Guest {
            store.handle.spawn(stay::stay(Arc::clone(&store.node)));
        }
        Ok(store)
    }

    /// What cannot be read of a table. It may be a large one.
    pub(crate) fn unreadable(&self, table: check::Check) -> Result<Vec<String>> {
        let work = move |node: Arc<Node>| async move {
            read_statistics!(node, |client| async {
                client.batch_execute(NO_LIMIT).await?;
                on_thread(client, table).await
            })
        };
        self.ask_within(self.node.options.long_call, work)
    }

    /// Deletes what is old. Nodes would show from memory what is gone, so this is for who has the database alone.
    pub(crate) fn prune(&self, what: Prune) -> Result<Pruned> {
        prune::prune(what, |step| self.write(None, move |db| step(db, what)))
    }

    /// What [`PostgresStore::prune`] would delete now.
    pub(crate) fn would_prune(&self, what: Prune) -> Result<Pruned> {
        self.read_results(move |db| prune::count(db, what))
    }
}

impl Drop for PostgresStore {
    fn drop(&mut self) {
        if let Err(error) = self.close() {
            tracing::error!(%error, "the connections could not be closed tidily");
        }
    }
}

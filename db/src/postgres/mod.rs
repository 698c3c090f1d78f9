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
mod prune;
mod quotas;
mod rows;
mod schema;
mod statistics;
mod stay;
mod store;
mod sync;
mod url;

use std::sync::Arc;

use parking_lot::Mutex;
use tokio::runtime::{Builder, Handle, Runtime};

use crate::engine::sql::{Engine as _, Reads as _};
use crate::engine::tables::check;
use crate::error::{Result, StoreError};
use crate::model::{FinishedGame, GameId, Prune, Pruned, StoredResult, Time};
use crate::store::ServedStore as _;
use connection::{NO_LIMIT, snapshot};
use lanes::Lanes;
use node::{Node, read_statistics};
pub use options::{PostgresOptions, Stay};
pub(crate) use statistics::Wanted;
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

    /// The ids of games after `after`, ascending, at most `most`.
    pub(crate) fn game_ids(&self, after: Option<GameId>, most: usize) -> Result<Vec<GameId>> {
        self.read(move |db| games::ids(db, after, most))
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

    /// The results of the games after `after`, by id, at most `most`.
    pub(crate) fn results(&self, after: Option<GameId>, most: usize) -> Result<Vec<StoredResult>> {
        self.read(move |db| statistics::results(db, after, most))
    }

    /// The finished games that are wanted, after `after`, by id, some at a time, with their numbers among all after it.
    fn finished(&self, after: Option<GameId>, wanted: Wanted) -> Result<Vec<(GameId, FinishedGame)>> {
        self.read_results(move |db| statistics::finished(db, after, &wanted))
    }

    /// Hands the finished games that are wanted to `each` by their ids, numbered in that order among all there are.
    pub(crate) fn each_finished(
        &self,
        wanted: &Wanted,
        each: &mut dyn FnMut(&FinishedGame) -> Result<()>,
    ) -> Result<()> {
        let (mut after, mut before) = (None, 0);
        loop {
            let page = self.finished(after, wanted.clone())?;
            let Some((last, game)) = page.last() else { return Ok(()) };
            (after, before) = (Some(*last), before + game.number);
            let skipped = before - game.number;
            for (_, mut game) in page {
                game.number += skipped;
                each(&game)?;
            }
        }
    }

    /// Deletes what is old. Nodes would show from memory what is gone, so this is for who has the database alone.
    pub(crate) fn prune(&self, what: Prune) -> Result<Pruned> {
        let mut gone = Pruned::default();
        while let (games @ 1.., events) = self.write(None, move |db| prune::delete_games(db, what))? {
            gone.games += games;
            gone.events += events;
        }
        while let ratings @ 1.. = self.write(None, move |db| prune::delete_ratings(db, what.before))? {
            gone.ratings += ratings;
        }
        if what.experiments {
            self.prune_experiments(what.before, &mut gone)?;
        }
        if what.rulesets {
            gone.rulesets = self.write(None, prune::delete_rulesets)?;
        }
        Ok(gone)
    }

    fn prune_experiments(&self, before: Time, gone: &mut Pruned) -> Result<()> {
        gone.experiments = self.write(None, move |db| prune::delete_experiments(db, before))?;
        while let chunks @ 1.. = self.write(None, prune::delete_chunks)? {
            gone.chunks += chunks;
        }
        while let Some(results) = self.write(None, move |db| prune::delete_results(db, before))? {
            gone.results += results;
        }
        Ok(())
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

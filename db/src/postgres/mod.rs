//! The engine for what speaks the wire of PostgreSQL: many nodes on one database.
//!
//! Data flow of a move: [`PostgresStore`] puts it into the lane of its game → what is known of the game is compared, or read →
//! one statement moves the head from the expected version and stores the event, or does neither → reply. The database decides
//! who was first; what a node remembers of a game is a cache, and complete exactly while the head has the version it had.
//! Everything runs on two threads of the engine's own, on at most so many connections.

mod analyses;
mod column;
mod connection;
mod error;
mod experiments;
mod games;
mod idempotency;
mod keys;
mod lanes;
mod leases;
mod node;
mod options;
mod prune;
mod rows;
mod rulesets;
mod schema;
mod statistics;
mod stay;
mod url;

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::runtime::{Builder, Handle, Runtime};
use uuid::Uuid;

use crate::engine::answer::answer;
use crate::error::{Result, StoreError};
use crate::model::{
    Append, Appended, Cursor, Digest, ExperimentChunk, ExperimentRecord, ExperimentState, FeatureRow,
    FinishedGame, GameFilter, GameId, GamePage, GameSummary, GameVersion, HistogramRow, IdempotencyRecord,
    NewGame, PopulationFilter, PopulationSummary, Prune, Pruned, RecordedCount, RulesetRecord, ServerTime,
    SharedAnalysis, SimulatedGame, StoredGame, StoredResult, Time, WriterStats,
};
use crate::store::{Reply, StatisticsReader, Store, wait};
use connection::snapshot;
use error::Outcome;
use lanes::Lanes;
use node::{Node, once, read, read_statistics};
pub use options::{PostgresOptions, Stay};
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

/// A call of a function of the node on a copy of it.
macro_rules! node {
    ($store:ident, |$node:ident| $work:expr) => {{
        let $node = Arc::clone(&$store.node);
        async move { $work }
    }};
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
        let node = Arc::clone(&store.node);
        // To bring a large database up to date may take long.
        store.ask_within(options.long_call, async move { node.prepare().await })?;
        if options.stay != Stay::Guest {
            store.handle.spawn(stay::stay(Arc::clone(&store.node)));
        }
        Ok(store)
    }

    /// All rulesets.
    pub(crate) fn all_rulesets(&self) -> Result<Vec<RulesetRecord>> {
        self.ask(node!(self, |node| read!(node, |client| rulesets::all(client))))
    }

    /// The ids of games after `after`, ascending, at most `most`.
    pub(crate) fn ids(&self, after: Option<GameId>, most: usize) -> Result<Vec<GameId>> {
        self.ask(node!(self, |node| read!(node, |client| games::ids(client, after, most))))
    }

    /// The results of the games after `after`, by id, at most `most`.
    pub(crate) fn results(&self, after: Option<GameId>, most: usize) -> Result<Vec<StoredResult>> {
        self.ask(node!(self, |node| read!(node, |client| statistics::results(client, after, most))))
    }

    /// The finished games after `after`, by id, some at a time; their numbers are 0.
    pub(crate) fn finished(&self, after: Option<GameId>) -> Result<Vec<(GameId, FinishedGame)>> {
        self.ask(node!(self, |node| read!(node, |client| statistics::finished(client, after))))
    }

    /// Deletes what is old. Nodes would show from memory what is gone, so this is for who has the database alone.
    pub(crate) fn prune(&self, what: Prune) -> Result<Pruned> {
        let mut gone = Pruned::default();
        loop {
            let (games, events) =
                self.ask(node!(self, |node| once!(node, |client| prune::delete_games(client, what))))?;
            if games == 0 {
                break;
            }
            gone.games += games;
            gone.events += events;
        }
        if what.experiments {
            self.prune_experiments(what.before, &mut gone)?;
        }
        if what.rulesets {
            gone.rulesets =
                self.ask(node!(self, |node| once!(node, |client| prune::delete_rulesets(client))))?;
        }
        Ok(gone)
    }

    fn prune_experiments(&self, before: Time, gone: &mut Pruned) -> Result<()> {
        gone.experiments =
            self.ask(node!(self, |node| once!(node, |client| prune::delete_experiments(client, before))))?;
        loop {
            let chunks = self.ask(node!(self, |node| once!(node, |client| prune::delete_chunks(client))))?;
            if chunks == 0 {
                break;
            }
            gone.chunks += chunks;
        }
        while let Some(results) =
            self.ask(node!(self, |node| once!(node, |client| prune::delete_results(client, before))))?
        {
            gone.results += results;
        }
        Ok(())
    }

    /// What [`PostgresStore::prune`] would delete now.
    pub(crate) fn would_prune(&self, what: Prune) -> Result<Pruned> {
        self.ask(node!(self, |node| read!(node, |client| snapshot(client, prune::count(client, what)))))
    }

    /// Does something on the engine's threads and waits for it.
    fn ask<T: Send + 'static>(&self, work: impl Future<Output = Outcome<T>> + Send + 'static) -> Result<T> {
        self.ask_within(self.node.options.call, work)
    }

    fn ask_within<T: Send + 'static>(
        &self,
        limit: Duration,
        work: impl Future<Output = Outcome<T>> + Send + 'static,
    ) -> Result<T> {
        if self.node.queue.is_closed() {
            return Err(StoreError::Closed);
        }
        wait(|reply| {
            self.handle.spawn(async move {
                answer(reply, node::within(limit, work).await);
            });
        })
    }

    /// Writes, after the writes about the same game.
    fn write<T: Send + 'static>(
        &self,
        game: Option<GameId>,
        work: impl Future<Output = Outcome<T>> + Send + 'static,
        reply: Reply<T>,
    ) {
        let permit = match self.node.enter() {
            Ok(permit) => permit,
            Err(refusal) => return answer(reply, Err(refusal)),
        };
        let node = Arc::clone(&self.node);
        let work = async move {
            let done = node::within(node.options.call, work).await;
            node.count(&done);
            drop(permit);
            answer(reply, done);
        };
        match game {
            Some(game) => self.lanes.enter(&self.handle, game, Box::pin(work)),
            None => drop(self.handle.spawn(work)),
        }
    }
}

impl Drop for PostgresStore {
    fn drop(&mut self) {
        if let Err(error) = self.close() {
            tracing::error!(%error, "the connections could not be closed tidily");
        }
    }
}

impl Store for PostgresStore {
    fn create_game_then(&self, game: NewGame, reply: Reply<Appended>) {
        self.write(Some(game.id), node!(self, |node| games::create(&node, &game).await), reply);
    }

    fn append_then(&self, append: Append, reply: Reply<Appended>) {
        self.write(Some(append.game), node!(self, |node| games::append(&node, &append).await), reply);
    }

    fn load_game(&self, id: GameId) -> Result<StoredGame> {
        self.ask(node!(self, |node| read!(node, |client| games::load(client, id))))
    }

    fn game_summary(&self, id: GameId) -> Result<GameSummary> {
        self.ask(node!(self, |node| read!(node, |client| games::summary(client, id))))
    }

    fn game_summaries(&self, ids: Vec<GameId>) -> Result<Vec<GameSummary>> {
        self.ask(node!(self, |node| read!(node, |client| games::summaries(client, &node.counters, &ids))))
    }

    fn list_games(&self, filter: &GameFilter, after: Option<Cursor>, limit: usize) -> Result<GamePage> {
        let filter = filter.clone();
        self.ask(node!(self, |node| read!(node, |client| games::list(
            client,
            &node.counters,
            &filter,
            after,
            limit
        ))))
    }

    fn unfinished_games(&self, after: Option<GameId>, limit: usize) -> Result<Vec<GameSummary>> {
        self.ask(node!(self, |node| read!(node, |client| games::unfinished(
            client,
            &node.counters,
            after,
            limit
        ))))
    }

    fn old_games(&self, before: Time, after: Option<Cursor>, limit: usize) -> Result<Vec<GameSummary>> {
        self.ask(node!(self, |node| read!(node, |client| games::old(
            client,
            &node.counters,
            before,
            after,
            limit
        ))))
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn versions_then(&self, games: Vec<GameId>, reply: Reply<Vec<GameVersion>>) {
        if self.node.queue.is_closed() {
            return answer(reply, Err(StoreError::Closed));
        }
        let node = Arc::clone(&self.node);
        self.handle.spawn(async move {
            let work = async { read!(node, |client| games::versions(client, &games)) };
            answer(reply, node::within(node.options.call, work).await);
        });
    }

    fn count_hint_then(&self, game: GameId, seat: u8, limit: Option<u32>, reply: Reply<u32>) {
        self.write(Some(game), node!(self, |node| games::count_hint(&node, game, seat, limit).await), reply);
    }

    fn put_seat_settings_then(
        &self,
        game: GameId,
        seat: u8,
        settings: Option<serde_json::Value>,
        reply: Reply<u64>,
    ) {
        self.write(
            Some(game),
            node!(self, |node| games::put_seat_settings(&node, game, seat, &settings).await),
            reply,
        );
    }

    fn idempotency(
        &self,
        scope: &str,
        key: &str,
        game: Option<GameId>,
        now: Time,
    ) -> Result<Option<IdempotencyRecord>> {
        let (scope, key) = (scope.to_owned(), key.to_owned());
        self.ask(node!(self, |node| read!(node, |client| games::done_for(client, &scope, &key, game, now))))
    }

    fn newest_event(&self) -> Result<Option<Time>> {
        self.ask(node!(self, |node| read!(node, |client| games::newest_event(client))))
    }

    fn put_idempotency_then(&self, record: IdempotencyRecord, now: Time, reply: Reply<()>) {
        self.write(record.game, node!(self, |node| games::put_record(&node, &record, now).await), reply);
    }

    fn purge_idempotency(&self, now: Time, limit: usize) -> Result<usize> {
        let work = node!(self, |node| once!(node, |client| idempotency::purge(client, now, limit)));
        wait(|reply| self.write(None, work, reply))
    }

    fn put_ruleset_then(&self, ruleset: RulesetRecord, reply: Reply<()>) {
        let work = node!(self, |node| once!(node, |client| rulesets::put(client, &ruleset)));
        self.write(None, work, reply);
    }

    fn record_simulated(&self, games: Vec<SimulatedGame>) -> Result<RecordedCount> {
        let work = node!(self, |node| statistics::record_simulated(&node, &games, None).await);
        wait(|reply| self.write(None, work, reply))
    }

    fn record_copied(&self, games: Vec<SimulatedGame>) -> Result<RecordedCount> {
        let work = node!(self, |node| statistics::record_copied(&node, &games).await);
        wait(|reply| self.write(None, work, reply))
    }

    fn put_experiment(&self, experiment: ExperimentRecord) -> Result<()> {
        let work = node!(self, |node| once!(node, |client| experiments::put(client, &experiment)));
        wait(|reply| self.write(None, work, reply))
    }

    fn change_experiment(&self, experiment: ExperimentRecord, from: &[ExperimentState]) -> Result<bool> {
        let from = from.to_vec();
        let work = node!(self, |node| once!(node, |client| experiments::change(client, &experiment, &from)));
        wait(|reply| self.write(None, work, reply))
    }

    fn experiment(&self, id: &str) -> Result<Option<ExperimentRecord>> {
        let id = id.to_owned();
        self.ask(node!(self, |node| read!(node, |client| experiments::get(client, &id))))
    }

    fn experiments(&self, limit: usize) -> Result<Vec<ExperimentRecord>> {
        self.ask(node!(self, |node| read!(node, |client| experiments::newest(client, limit))))
    }

    fn record_chunk(
        &self,
        experiment: &str,
        chunk: ExperimentChunk,
        games: Vec<SimulatedGame>,
    ) -> Result<RecordedCount> {
        let experiment = experiment.to_owned();
        let work =
            node!(self, |node| statistics::record_simulated(&node, &games, Some((&experiment, &chunk)))
                .await);
        wait(|reply| self.write(None, work, reply))
    }

    fn experiment_chunks(&self, id: &str) -> Result<Vec<ExperimentChunk>> {
        let id = id.to_owned();
        self.ask(node!(self, |node| read_statistics!(node, |client| experiments::chunks(client, &id))))
    }

    fn rebuild_rollups(&self) -> Result<()> {
        let work = node!(self, |node| statistics::rebuild(&node).await);
        self.ask_within(self.node.options.long_call, work)
    }

    fn verify_rollups(&self) -> Result<bool> {
        let work = node!(self, |node| read_statistics!(node, |client| statistics::verify(client)));
        self.ask_within(self.node.options.long_call, work)
    }

    fn claim(&self, fingerprint: &Digest, is_new: bool) -> Result<()> {
        let fingerprint = *fingerprint;
        self.ask(node!(self, |node| read!(node, |client| async {
            let is_new = is_new && !stay::has_company(client, node.id).await?;
            schema::claim(client, &fingerprint, is_new).await
        })))
    }

    fn hold(&self, work: &str, holder: Uuid, time: Duration) -> Result<bool> {
        let work = work.to_owned();
        self.ask(node!(self, |node| read!(node, |client| leases::hold(client, &work, holder, time))))
    }

    fn let_go(&self, holder: Uuid) -> Result<()> {
        self.ask(node!(self, |node| read!(node, |client| leases::let_go(client, holder))))
    }

    fn take_departed(&self) -> Result<usize> {
        self.ask(node!(self, |node| once!(node, |client| stay::take_departed(client))))
    }

    fn server_time(&self) -> Option<ServerTime> {
        *self.node.time.lock()
    }

    fn add_analysis(&self, analysis: SharedAnalysis, time: Duration) -> Result<()> {
        self.ask(node!(self, |node| read!(node, |client| analyses::add(client, &analysis, time))))
    }

    fn change_analysis(&self, analysis: SharedAnalysis, time: Duration) -> Result<bool> {
        self.ask(node!(self, |node| read!(node, |client| analyses::change(client, &analysis, time))))
    }

    fn analysis(&self, id: &str) -> Result<Option<SharedAnalysis>> {
        let id = id.to_owned();
        self.ask(node!(self, |node| read!(node, |client| analyses::get(client, &id))))
    }

    fn drop_analysis(&self, id: &str) -> Result<bool> {
        let id = id.to_owned();
        self.ask(node!(self, |node| once!(node, |client| analyses::remove(client, &id))))
    }

    fn ping_then(&self, reply: Reply<()>) {
        self.write(None, node!(self, |node| once!(node, |client| node::ping(&node, client))), reply);
    }

    fn writer_stats(&self) -> WriterStats {
        self.node.stats()
    }

    fn close(&self) -> Result<()> {
        self.node.queue.close();
        let Some(runtime) = self.runtime.lock().take() else { return Ok(()) };
        self.node.drain();
        // Nobody waits for a runtime on one of its own threads.
        let (node, (sender, left)) = (Arc::clone(&self.node), std::sync::mpsc::channel());
        self.handle.spawn(async move {
            stay::leave(&node).await;
            let _ = sender.send(());
        });
        let _ = left.recv_timeout(2 * stay::FAREWELL);
        self.node.connections.close();
        runtime.shutdown_background();
        Ok(())
    }
}

impl StatisticsReader for PostgresStore {
    fn ruleset(&self, hash: &Digest) -> Result<Option<RulesetRecord>> {
        let hash = *hash;
        self.ask(node!(self, |node| read!(node, |client| rulesets::get(client, &hash))))
    }

    fn summary(&self, filter: &PopulationFilter) -> Result<Vec<PopulationSummary>> {
        let filter = filter.clone();
        self.ask(node!(self, |node| read_statistics!(node, |client| statistics::summary(client, &filter))))
    }

    fn summary_by_day(&self, filter: &PopulationFilter) -> Result<Vec<(String, Vec<PopulationSummary>)>> {
        let filter = filter.clone();
        self.ask(node!(self, |node| read_statistics!(node, |client| statistics::summary_by_day(
            client, &filter
        ))))
    }

    fn features(&self, filter: &PopulationFilter, name: Option<&str>) -> Result<Vec<FeatureRow>> {
        let (filter, name) = (filter.clone(), name.map(str::to_owned));
        self.ask(node!(self, |node| read_statistics!(node, |client| statistics::features(
            client,
            &filter,
            name.as_deref()
        ))))
    }

    fn histogram(&self, filter: &PopulationFilter, measure: &str) -> Result<Vec<HistogramRow>> {
        let (filter, measure) = (filter.clone(), measure.to_owned());
        self.ask(node!(self, |node| read_statistics!(node, |client| statistics::histogram(
            client, &filter, &measure
        ))))
    }
}

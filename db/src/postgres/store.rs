//! The contract of a store, by statements on the engine's threads.

use std::sync::Arc;
use std::time::Duration;

use uuid::Uuid;

use super::connection::snapshot;
use super::node::{self, Node, once, read, read_statistics};
use super::sync::on_thread;
use super::{PostgresStore, Wanted, analyses, games, leases, quotas, schema, statistics, stay};
use crate::engine::sql::{Engine as _, Reads as _, Sql};
use crate::engine::tables::{experiments, idempotency, rulesets};
use crate::error::Result;
use crate::model::{
    Append, Appended, CountedPopulation, Cursor, Digest, ExperimentChunk, ExperimentRecord, ExperimentState,
    FeatureRow, FinishedGame, GameFilter, GameId, GamePage, GameSince, GameSummary, GameVersion,
    HistogramRow, IdempotencyRecord, NewGame, PopulationFilter, PopulationSummary, QuotaTaken, RecordedCount,
    RulesetRecord, ServerTime, SharedAnalysis, SimulatedGame, StoredGame, Time, WriterStats,
};
use crate::store::{GameStore, Reply, ResultStore, ServedStore, StatisticsReader, wait};

impl GameStore for PostgresStore {
    fn create_game_then(&self, game: NewGame, reply: Reply<Appended>) {
        self.write_on(Some(game.id), move |node| async move { games::create(&node, &game).await }, reply);
    }

    fn append_then(&self, append: Append, reply: Reply<Appended>) {
        self.write_on(
            Some(append.game),
            move |node| async move { games::append(&node, &append).await },
            reply,
        );
    }

    fn load_game(&self, id: GameId) -> Result<StoredGame> {
        self.read(move |db| games::load(db, id))
    }

    fn events_after(&self, id: GameId, known: (u64, Digest)) -> Result<GameSince> {
        self.ask(
            move |node| async move { read!(node, |client| games::since(client, &node.games, id, known)) },
        )
    }

    fn game_summary(&self, id: GameId) -> Result<GameSummary> {
        self.read(move |db| games::summary(db, id))
    }

    fn game_summaries(&self, ids: Vec<GameId>) -> Result<Vec<GameSummary>> {
        self.read(move |db| games::summaries(db, &ids))
    }

    fn list_games(&self, filter: &GameFilter, after: Option<Cursor>, limit: usize) -> Result<GamePage> {
        let filter = filter.clone();
        self.read(move |db| games::list(db, &filter, after, limit))
    }

    fn unfinished_games(&self, after: Option<GameId>, limit: usize) -> Result<Vec<GameSummary>> {
        self.read(move |db| games::unfinished(db, after, limit))
    }

    fn old_games(&self, before: Time, after: Option<Cursor>, limit: usize) -> Result<Vec<GameSummary>> {
        self.read(move |db| games::old(db, before, after, limit))
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn versions_then(&self, games: Vec<GameId>, reply: Reply<Vec<GameVersion>>) {
        self.ask_then(
            move |node| async move { read!(node, |client| on_thread(client, |db| games::versions(db, &games))) },
            reply,
        );
    }

    fn count_hint_then(&self, game: GameId, hint: (u8, u64), limit: Option<u32>, reply: Reply<u32>) {
        self.write_then(Some(game), move |db| games::count_hint(db, game, hint, limit), reply);
    }

    fn put_seat_settings_then(
        &self,
        game: GameId,
        seat: u8,
        settings: Option<serde_json::Value>,
        reply: Reply<u64>,
    ) {
        let work = move |db: &dyn Sql| games::put_seat_settings(db, game, seat, &settings);
        self.write_then(Some(game), work, reply);
    }

    fn idempotency(
        &self,
        scope: &str,
        key: &str,
        game: Option<GameId>,
        now: Time,
    ) -> Result<Option<IdempotencyRecord>> {
        let (scope, key) = (scope.to_owned(), key.to_owned());
        self.read(move |db| games::done_for(db, &scope, &key, game, now))
    }

    fn newest_event(&self) -> Result<Option<Time>> {
        self.read(games::newest_event)
    }

    fn put_idempotency_then(&self, record: IdempotencyRecord, now: Time, reply: Reply<()>) {
        self.write_then(record.game, move |db| games::put_record(db, &record, now), reply);
    }

    fn purge_idempotency(&self, now: Time, limit: usize) -> Result<usize> {
        self.write(None, move |db| idempotency::purge(db, now, limit))
    }

    fn put_ruleset_then(&self, ruleset: RulesetRecord, reply: Reply<()>) {
        self.write_then(None, move |db| rulesets::put(db, &ruleset), reply);
    }
}

impl ResultStore for PostgresStore {
    fn record_simulated(&self, games: Vec<SimulatedGame>) -> Result<RecordedCount> {
        let work =
            move |node: Arc<Node>| async move { statistics::record_simulated(&node, &games, None).await };
        wait(|reply| self.write_on(None, work, reply))
    }

    fn record_copied(&self, games: Vec<SimulatedGame>) -> Result<RecordedCount> {
        let work = move |node: Arc<Node>| async move { statistics::record_copied(&node, &games).await };
        wait(|reply| self.write_on(None, work, reply))
    }

    fn put_experiment(&self, experiment: ExperimentRecord) -> Result<()> {
        self.write(None, move |db| experiments::put(db, &experiment))
    }

    fn change_experiment(&self, experiment: ExperimentRecord, from: &[ExperimentState]) -> Result<bool> {
        let from = from.to_vec();
        self.write(None, move |db| experiments::change(db, &experiment, &from))
    }

    fn experiment(&self, id: &str) -> Result<Option<ExperimentRecord>> {
        let id = id.to_owned();
        self.read(move |db| experiments::get(db, &id))
    }

    fn experiments(&self, limit: usize) -> Result<Vec<ExperimentRecord>> {
        self.read(move |db| experiments::newest(db, limit))
    }

    fn record_chunk(
        &self,
        experiment: &str,
        chunk: ExperimentChunk,
        games: Vec<SimulatedGame>,
    ) -> Result<RecordedCount> {
        let experiment = experiment.to_owned();
        let work = move |node: Arc<Node>| async move {
            statistics::record_simulated(&node, &games, Some((&experiment, &chunk))).await
        };
        wait(|reply| self.write_on(None, work, reply))
    }

    fn experiment_chunks(&self, id: &str) -> Result<Vec<ExperimentChunk>> {
        let id = id.to_owned();
        self.read_results(move |db| experiments::chunks(db, &id))
    }

    fn rebuild_rollups(&self) -> Result<()> {
        let work = move |node: Arc<Node>| async move { statistics::rebuild(&node).await };
        self.ask_within(self.node.options.long_call, work)
    }

    fn verify_rollups(&self) -> Result<bool> {
        let work =
            move |node: Arc<Node>| async move { read_statistics!(node, |client| statistics::verify(client)) };
        self.ask_within(self.node.options.long_call, work)
    }
}

impl ServedStore for PostgresStore {
    fn claim(&self, fingerprint: &Digest, is_new: bool) -> Result<()> {
        let fingerprint = *fingerprint;
        self.ask(move |node| async move {
            read!(node, |client| async {
                let is_new = is_new && !stay::has_company(client, node.id).await?;
                schema::claim(client, &fingerprint, is_new).await
            })
        })
    }

    fn hold(&self, work: &str, holder: Uuid, time: Duration) -> Result<bool> {
        let work = work.to_owned();
        self.ask(move |node| async move { read!(node, |client| leases::hold(client, &work, holder, time)) })
    }

    fn let_go(&self, holder: Uuid) -> Result<()> {
        self.ask(move |node| async move { read!(node, |client| leases::let_go(client, holder)) })
    }

    fn take_departed(&self) -> Result<usize> {
        self.ask(move |node| async move { once!(node, |client| stay::take_departed(client)) })
    }

    fn server_time(&self) -> Option<ServerTime> {
        *self.node.time.lock()
    }

    fn add_analysis(&self, analysis: SharedAnalysis, time: Duration) -> Result<bool> {
        self.ask(move |node| async move { read!(node, |client| analyses::add(client, &analysis, time)) })
    }

    fn change_analysis(&self, analysis: SharedAnalysis, time: Duration) -> Result<bool> {
        self.ask(move |node| async move { read!(node, |client| analyses::change(client, &analysis, time)) })
    }

    fn analysis(&self, id: &str) -> Result<Option<SharedAnalysis>> {
        let id = id.to_owned();
        self.ask(move |node| async move { read!(node, |client| analyses::get(client, &id)) })
    }

    fn drop_analysis(&self, id: &str) -> Result<bool> {
        let id = id.to_owned();
        self.ask(move |node| async move { once!(node, |client| analyses::remove(client, &id)) })
    }

    fn take_quotas(&self, taken: Vec<QuotaTaken>, _: Time) -> Result<Vec<Duration>> {
        let work = move |node: Arc<Node>| async move { once!(node, |client| quotas::take(client, &taken)) };
        wait(|reply| self.write_on(None, work, reply))
    }

    fn purge_quotas(&self, _: Time, most: usize, limit: usize) -> Result<usize> {
        let work =
            move |node: Arc<Node>| async move { once!(node, |client| quotas::purge(client, most, limit)) };
        wait(|reply| self.write_on(None, work, reply))
    }

    fn ping_then(&self, reply: Reply<()>) {
        self.write_on(
            None,
            move |node| async move { once!(node, |client| node::ping(&node, client)) },
            reply,
        );
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
        self.read(move |db| rulesets::get(db, &hash))
    }

    fn summary(&self, filter: &PopulationFilter) -> Result<Vec<PopulationSummary>> {
        let filter = filter.clone();
        self.read_results(move |db| statistics::summary(db, &filter))
    }

    fn summary_by_day(&self, filter: &PopulationFilter) -> Result<Vec<(String, Vec<PopulationSummary>)>> {
        let filter = filter.clone();
        self.read_results(move |db| statistics::summary_by_day(db, &filter))
    }

    fn features(&self, filter: &PopulationFilter, name: Option<&str>) -> Result<Vec<FeatureRow>> {
        let (filter, name) = (filter.clone(), name.map(str::to_owned));
        self.read_results(move |db| statistics::features(db, &filter, name.as_deref()))
    }

    fn histogram(&self, filter: &PopulationFilter, measure: &str) -> Result<Vec<HistogramRow>> {
        let (filter, measure) = (filter.clone(), measure.to_owned());
        self.read_results(move |db| statistics::histogram(db, &filter, &measure))
    }

    fn populations(&self) -> Result<Vec<CountedPopulation>> {
        self.read_results(statistics::populations_counted)
    }

    fn for_each_game(
        &self,
        filter: &PopulationFilter,
        each: &mut dyn FnMut(&FinishedGame) -> Result<()>,
    ) -> Result<()> {
        self.each_finished(&Wanted::Count(filter.clone()), &mut |game| {
            if filter.takes(game) { each(game) } else { Ok(()) }
        })
    }
}

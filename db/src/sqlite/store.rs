//! The contract of a store, by the writer and the readers of a file.

use std::time::Duration;

use tempfile::TempDir;

use super::error::Outcome;
use super::games::Session;
use super::{SqliteStore, games, quotas, statistics, token_secret};
use crate::engine::answer::answer;
use crate::engine::sql::{Engine, Part, Reads, Sql};
use crate::engine::tables::{experiments, idempotency, rulesets};
use crate::error::{Result, StoreError};
use crate::model::{
    Append, Appended, CountedPopulation, Cursor, Digest, ExperimentChunk, ExperimentRecord, ExperimentState,
    FeatureRow, FinishedGame, GameFilter, GameId, GamePage, GameSince, GameSummary, GameVersion,
    HistogramRow, IdempotencyRecord, NewGame, PopulationFilter, PopulationSummary, QuotaTaken, RecordedCount,
    RulesetRecord, SimulatedGame, StoredGame, Time, WriterStats,
};
use crate::store::{GameStore, Reply, ResultStore, ServedStore, StatisticsReader, wait};

impl Reads for SqliteStore {
    fn read<T: Send + 'static>(
        &self,
        work: impl Fn(&dyn Sql) -> Outcome<T> + Send + Sync + 'static,
    ) -> Result<T> {
        Ok(self.readers.read(|conn| work(conn))?)
    }
}

impl Engine for SqliteStore {
    fn write_for<T: Send + 'static>(
        &self,
        _: Part,
        _: Option<GameId>,
        work: impl Fn(&dyn Sql) -> Outcome<T> + Send + Sync + 'static,
        reply: Reply<T>,
    ) {
        self.writer.submit(move |session: &mut Session<'_>| work(session.conn), reply);
    }
}

impl GameStore for SqliteStore {
    fn create_game_then(&self, game: NewGame, reply: Reply<Appended>) {
        self.writer.submit(move |session| games::create(session, &game), reply);
    }

    fn append_then(&self, append: Append, reply: Reply<Appended>) {
        self.writer.submit(move |session| games::append(session, &append), reply);
    }

    fn load_game(&self, id: GameId) -> Result<StoredGame> {
        Ok(self.readers.read_consistently(|conn| games::load(conn, id))?)
    }

    fn events_after(&self, id: GameId, known: (u64, Digest)) -> Result<GameSince> {
        Ok(self.readers.read_consistently(|conn| games::since(conn, id, known))?)
    }

    fn game_summary(&self, id: GameId) -> Result<GameSummary> {
        Ok(self.readers.read(|conn| games::summary(conn, id))?)
    }

    fn game_summaries(&self, ids: Vec<GameId>) -> Result<Vec<GameSummary>> {
        Ok(self.readers.read(|conn| games::summaries(conn, &ids))?)
    }

    fn list_games(&self, filter: &GameFilter, after: Option<Cursor>, limit: usize) -> Result<GamePage> {
        Ok(self.readers.read(|conn| games::list(conn, filter, after, limit))?)
    }

    fn unfinished_games(&self, after: Option<GameId>, limit: usize) -> Result<Vec<GameSummary>> {
        Ok(self.readers.read(|conn| games::unfinished(conn, after, limit))?)
    }

    fn old_games(&self, before: Time, after: Option<Cursor>, limit: usize) -> Result<Vec<GameSummary>> {
        Ok(self.readers.read(|conn| games::old(conn, before, after, limit))?)
    }

    fn versions_then(&self, games: Vec<GameId>, reply: Reply<Vec<GameVersion>>) {
        let versions = self.readers.read(|conn| games::versions(conn, &games));
        answer(reply, versions.map_err(StoreError::from));
    }

    fn count_hint_then(&self, game: GameId, hint: (u8, u64), limit: Option<u32>, reply: Reply<u32>) {
        self.writer.submit(move |session| games::count_hint(session, game, hint, limit), reply);
    }

    fn put_seat_settings_then(
        &self,
        game: GameId,
        seat: u8,
        settings: Option<serde_json::Value>,
        reply: Reply<u64>,
    ) {
        let work =
            move |session: &mut Session<'_>| games::put_seat_settings(session, game, seat, settings.clone());
        self.writer.submit(work, reply);
    }

    fn idempotency(
        &self,
        scope: &str,
        key: &str,
        game: Option<GameId>,
        now: Time,
    ) -> Result<Option<IdempotencyRecord>> {
        Ok(self.readers.read_consistently(|conn| games::done_for(conn, scope, key, game, now))?)
    }

    fn newest_event(&self) -> Result<Option<Time>> {
        Ok(self.readers.read(games::newest_event)?)
    }

    fn put_idempotency_then(&self, record: IdempotencyRecord, now: Time, reply: Reply<()>) {
        let work = move |session: &mut Session<'_>| {
            games::check_free(session.conn, &record, now)?;
            idempotency::put(session.conn, &record, now).map(drop)
        };
        self.writer.submit(work, reply);
    }

    fn purge_idempotency(&self, now: Time, limit: usize) -> Result<usize> {
        self.write(None, move |db| idempotency::purge(db, now, limit))
    }

    fn put_ruleset_then(&self, ruleset: RulesetRecord, reply: Reply<()>) {
        self.write_then(None, move |db| rulesets::put(db, &ruleset), reply);
    }
}

impl ResultStore for SqliteStore {
    fn record_simulated(&self, games: Vec<SimulatedGame>) -> Result<RecordedCount> {
        wait(|reply| {
            self.writer.submit_repeatable(
                move |session| statistics::record_simulated(&mut session.recorder, &games),
                reply,
            );
        })
    }

    fn record_copied(&self, games: Vec<SimulatedGame>) -> Result<RecordedCount> {
        wait(|reply| {
            self.writer.submit_repeatable(
                move |session| statistics::record_copied(&mut session.recorder, &games),
                reply,
            );
        })
    }

    fn put_experiment(&self, experiment: ExperimentRecord) -> Result<()> {
        self.write(None, move |db| experiments::put(db, &experiment))
    }

    fn change_experiment(&self, experiment: ExperimentRecord, from: &[ExperimentState]) -> Result<bool> {
        let from = from.to_vec();
        self.write(None, move |db| experiments::change(db, &experiment, &from))
    }

    fn experiment(&self, id: &str) -> Result<Option<ExperimentRecord>> {
        Ok(self.readers.read(|conn| experiments::get(conn, id))?)
    }

    fn experiments(&self, limit: usize) -> Result<Vec<ExperimentRecord>> {
        Ok(self.readers.read(|conn| experiments::newest(conn, limit))?)
    }

    fn record_chunk(
        &self,
        experiment: &str,
        chunk: ExperimentChunk,
        games: Vec<SimulatedGame>,
    ) -> Result<RecordedCount> {
        let experiment = experiment.to_owned();
        wait(|reply| {
            let work = move |session: &mut Session<'_>| {
                if !experiments::put_chunk(session.conn, &experiment, &chunk)? {
                    return Ok(RecordedCount { new: 0, known: games.len() as u64 });
                }
                statistics::record_simulated(&mut session.recorder, &games)
            };
            self.writer.submit_repeatable(work, reply);
        })
    }

    fn experiment_chunks(&self, id: &str) -> Result<Vec<ExperimentChunk>> {
        Ok(self.statistics.read_consistently(|conn| experiments::chunks(conn, id))?)
    }

    fn rebuild_rollups(&self) -> Result<()> {
        wait(|reply| self.writer.submit_alone(|session| statistics::rebuild(session.conn), reply))
    }

    fn verify_rollups(&self) -> Result<bool> {
        Ok(self.statistics.read_consistently(statistics::audit)?.findings.is_empty())
    }
}

impl ServedStore for SqliteStore {
    fn claim(&self, fingerprint: &Digest, is_new: bool) -> Result<()> {
        let fingerprint = *fingerprint;
        let work = move |session: &mut Session<'_>| token_secret::claim(session.conn, &fingerprint, is_new);
        wait(|reply| self.writer.submit(work, reply))
    }

    fn take_quotas(&self, taken: Vec<QuotaTaken>, now: Time) -> Result<Vec<Duration>> {
        wait(|reply| {
            self.writer.submit_repeatable(move |session| quotas::take(session.conn, &taken, now), reply);
        })
    }

    fn purge_quotas(&self, now: Time, most: usize, limit: usize) -> Result<usize> {
        wait(|reply| {
            self.writer
                .submit_repeatable(move |session| quotas::purge(session.conn, now, most, limit), reply);
        })
    }

    fn ping_then(&self, reply: Reply<()>) {
        let read = self.readers.read(|conn| {
            Ok(conn
                .prepare_cached("SELECT count(*) FROM token_secret")?
                .query_row([], |row| row.get::<_, i64>(0))?)
        });
        match read {
            Ok(_) => self.writer.ping(reply),
            Err(failure) => reply(Err(failure.into())),
        }
    }

    fn writer_stats(&self) -> WriterStats {
        self.writer.stats()
    }

    fn close(&self) -> Result<()> {
        // The writer's connection must be the last one: it takes the log away.
        self.readers.close();
        self.statistics.close();
        let closed = self.writer.close();
        let removed = self.temporary.lock().take().map_or(Ok(()), TempDir::close);
        closed.and(removed.map_err(|error| StoreError::Io(error.to_string())))
    }
}

impl StatisticsReader for SqliteStore {
    fn ruleset(&self, hash: &Digest) -> Result<Option<RulesetRecord>> {
        Ok(self.readers.read(|conn| rulesets::get(conn, hash))?)
    }

    fn summary(&self, filter: &PopulationFilter) -> Result<Vec<PopulationSummary>> {
        Ok(self.statistics.read_consistently(|conn| statistics::summary(conn, filter))?)
    }

    fn summary_by_day(&self, filter: &PopulationFilter) -> Result<Vec<(String, Vec<PopulationSummary>)>> {
        Ok(self.statistics.read_consistently(|conn| statistics::summary_by_day(conn, filter))?)
    }

    fn features(&self, filter: &PopulationFilter, name: Option<&str>) -> Result<Vec<FeatureRow>> {
        Ok(self.statistics.read_consistently(|conn| statistics::features(conn, filter, name))?)
    }

    fn histogram(&self, filter: &PopulationFilter, measure: &str) -> Result<Vec<HistogramRow>> {
        Ok(self.statistics.read_consistently(|conn| statistics::histogram(conn, filter, measure))?)
    }

    fn populations(&self) -> Result<Vec<CountedPopulation>> {
        Ok(self.statistics.read_consistently(statistics::populations_counted)?)
    }

    fn for_each_game(
        &self,
        filter: &PopulationFilter,
        each: &mut dyn FnMut(&FinishedGame) -> Result<()>,
    ) -> Result<()> {
        let each = &mut |game: &FinishedGame| Ok(each(game)?);
        Ok(self.statistics.read_in_parts(|conn| statistics::for_each_game(conn, filter, each))?)
    }
}

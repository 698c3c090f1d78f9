//! The contract of a store, by the writer and the readers of a file.

use std::time::Duration;

use tempfile::TempDir;

use super::error::Outcome;
use super::games::Session;
use super::writer::Mode::{Alone, Grouped, Repeatable};
use super::{SqliteStore, games, life, quotas, statistics, token_secret};
use crate::engine::rows;
use crate::engine::sql::{Engine, Part, Reads, Sql};
use crate::engine::statistics::{Results, audit, rebuild};
use crate::engine::tables::experiments;
use crate::engine::tables::games::{Games, since};
use crate::error::{Result, StoreError};
use crate::model::{
    Absence, Append, Appended, Digest, ExperimentChunk, GameId, GameSince, NewGame, QuotaTaken,
    RecordedCount, SimulatedGame, Time, WriterStats,
};
use crate::store::{Reply, ServedStore, wait};

impl Reads for SqliteStore {
    fn read<T: Send + 'static>(
        &self,
        work: impl Fn(&dyn Sql) -> Outcome<T> + Send + Sync + 'static,
    ) -> Result<T> {
        Ok(self.readers.read_consistently(|conn| work(conn))?)
    }

    fn read_results<T: Send + 'static>(
        &self,
        work: impl Fn(&dyn Sql) -> Outcome<T> + Send + Sync + 'static,
    ) -> Result<T> {
        Ok(self.statistics.read_consistently(|conn| work(conn))?)
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
        self.writer.submit(Grouped, move |session: &mut Session<'_>| work(session.conn), reply);
    }
}

impl Games for SqliteStore {
    const IS_SHARED: bool = false;

    fn create(&self, game: NewGame, reply: Reply<Appended>) {
        self.writer.submit(Grouped, move |session| games::create(session, &game), reply);
    }

    fn append_all(&self, append: Append, reply: Reply<Appended>) {
        self.writer.submit(Grouped, move |session| games::append(session, &append), reply);
    }

    fn since(&self, id: GameId, known: (u64, Digest)) -> Result<GameSince> {
        self.read(move |db| since(db, id, known))
    }

    fn change<T: Send + 'static>(
        &self,
        game: GameId,
        work: impl Fn(&dyn Sql) -> Outcome<T> + Send + Sync + 'static,
        reply: Reply<T>,
    ) {
        let work = move |session: &mut Session<'_>| {
            session.games.remove(game);
            work(session.conn)
        };
        self.writer.submit(Grouped, work, reply);
    }
}

impl Results for SqliteStore {
    fn record(
        &self,
        games: Vec<SimulatedGame>,
        chunk: Option<(String, ExperimentChunk)>,
    ) -> Result<RecordedCount> {
        let work = move |session: &mut Session<'_>| match &chunk {
            Some((experiment, chunk)) if !experiments::put_chunk(session.conn, experiment, chunk)? => {
                Ok(RecordedCount { new: 0, known: games.len() as u64 })
            }
            _ => statistics::record_all(&mut session.recorder, &games),
        };
        wait(|reply| self.writer.submit(Repeatable, work, reply))
    }
}

impl ServedStore for SqliteStore {
    fn rebuild_rollups(&self) -> Result<()> {
        wait(|reply| self.writer.submit(Alone, |session| rebuild(session.conn), reply))
    }

    fn verify_rollups(&self) -> Result<bool> {
        Ok(self.read_results(audit)?.findings.is_empty())
    }

    fn claim(&self, fingerprint: &Digest, is_new: bool) -> Result<()> {
        let fingerprint = *fingerprint;
        let work = move |session: &mut Session<'_>| token_secret::claim(session.conn, &fingerprint, is_new);
        wait(|reply| self.writer.submit(Grouped, work, reply))
    }

    fn arrive(&self, now: Time, newest: Option<Time>) -> Result<Vec<Absence>> {
        let arrive = move |session: &mut Session<'_>| life::arrive(session.conn, now, newest);
        wait(|reply| self.writer.submit(Grouped, arrive, reply))
    }

    fn note_served(&self, now: Time) -> Result<()> {
        wait(|reply| self.writer.submit(Repeatable, move |session| life::serve(session.conn, now), reply))
    }

    fn take_quotas(&self, taken: Vec<QuotaTaken>, now: Time) -> Result<Vec<Duration>> {
        let take = move |session: &mut Session<'_>| quotas::take(session.conn, &taken, now);
        wait(|reply| self.writer.submit(Repeatable, take, reply))
    }

    fn purge_quotas(&self, now: Time, most: usize, limit: usize) -> Result<usize> {
        let purge = move |session: &mut Session<'_>| quotas::purge(session.conn, now, most, limit);
        wait(|reply| self.writer.submit(Repeatable, purge, reply))
    }

    fn ping_then(&self, reply: Reply<()>) {
        match self.read(|db| rows::one(db, "SELECT count(*) FROM token_secret", &[], |_| Ok(()))) {
            Ok(_) => self.writer.ping(reply),
            Err(error) => reply(Err(error)),
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

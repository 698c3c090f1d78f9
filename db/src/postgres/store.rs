//! The contract of a store, by statements on the engine's threads.

use std::sync::Arc;
use std::time::Duration;

use uuid::Uuid;

use super::connection::snapshot;
use super::node::{self, Node, once, read, read_statistics};
use super::{PostgresStore, analyses, games, leases, quotas, schema, statistics, stay};
use crate::engine::failure::Outcome;
use crate::engine::rows;
use crate::engine::sql::{Engine as _, Reads as _, Sql};
use crate::engine::statistics::Results;
use crate::engine::tables::games::Games;
use crate::error::Result;
use crate::model::{
    Absence, Append, Appended, Digest, ExperimentChunk, GameId, GameSince, NewGame, QuotaTaken,
    RecordedCount, ServerTime, SharedAnalysis, SimulatedGame, Time, WriterStats,
};
use crate::store::{Reply, ServedStore, wait};

impl Games for PostgresStore {
    const IS_SHARED: bool = true;

    fn create(&self, game: NewGame, reply: Reply<Appended>) {
        self.write_on(Some(game.id), move |node| async move { games::create(&node, &game).await }, reply);
    }

    fn append_all(&self, append: Append, reply: Reply<Appended>) {
        let game = append.game;
        self.write_on(Some(game), move |node| async move { games::append(&node, &append).await }, reply);
    }

    fn since(&self, id: GameId, known: (u64, Digest)) -> Result<GameSince> {
        self.ask(
            move |node| async move { read!(node, |client| games::since(client, &node.games, id, known)) },
        )
    }

    /// What is remembered of the game stays true: nothing of it that an append looks at.
    fn change<T: Send + 'static>(
        &self,
        game: GameId,
        work: impl Fn(&dyn Sql) -> Outcome<T> + Send + Sync + 'static,
        reply: Reply<T>,
    ) {
        self.write_then(Some(game), work, reply);
    }
}

impl Results for PostgresStore {
    fn record(
        &self,
        games: Vec<SimulatedGame>,
        chunk: Option<(String, ExperimentChunk)>,
    ) -> Result<RecordedCount> {
        let work =
            move |node: Arc<Node>| async move { statistics::record(&node, &games, chunk.as_ref()).await };
        wait(|reply| self.write_on(None, work, reply))
    }
}

impl ServedStore for PostgresStore {
    fn rebuild_rollups(&self) -> Result<()> {
        let work = move |node: Arc<Node>| async move { statistics::rebuild(&node).await };
        self.ask_within(self.node.options.long_call, work)
    }

    fn verify_rollups(&self) -> Result<bool> {
        let work =
            move |node: Arc<Node>| async move { read_statistics!(node, |client| statistics::verify(client)) };
        self.ask_within(self.node.options.long_call, work)
    }

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

    fn has_departed(&self) -> Result<bool> {
        self.ask(move |node| async move { read!(node, |client| stay::has_departed(client)) })
    }

    fn take_departed(&self) -> Result<usize> {
        self.ask(move |node| async move { once!(node, |client| stay::take_departed(client)) })
    }

    fn arrive(&self, _: Time, _: Option<Time>) -> Result<Vec<Absence>> {
        // That nobody was there is noted as the node comes to the database.
        self.read(|db| rows::all(db, "ORDER BY since", &[]))
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

//! Statements one after the other, each waited for on the thread of its request: what the tables of all engines are written in.

use std::cell::RefCell;
use std::panic::Location;
use std::pin::pin;
use std::time::Duration;

use deadpool_postgres::Client;
use futures_util::TryStreamExt as _;
use tokio::runtime::Handle;
use tokio::task::block_in_place;
use tokio::time::{Instant, timeout_at};

use super::PostgresStore;
use super::connection::transaction;
use super::error::{Failure, Outcome};
use super::node::{once, read, read_statistics};
use super::rows::borrowed;
use crate::engine::record::{Columns, Value};
use crate::engine::sql::{Engine, Part, Reads, Sql};
use crate::error::Result;
use crate::model::GameId;
use crate::store::Reply;

tokio::task_local! {
    /// When a request is answered at the latest.
    pub(super) static UNTIL: Instant;
}

/// How long a statement may take that belongs to no request.
const LONGEST: Duration = Duration::from_secs(10);

/// A connection whose answers are waited for.
struct Waiting<'a> {
    client: &'a Client,
    /// The first statement that failed: the server does nothing of its transaction, and answers its end as if it had.
    failed: RefCell<Option<Failure>>,
}

impl Sql for Waiting<'_> {
    fn execute(&self, sql: &str, values: &[Value<'_>]) -> Outcome<u64> {
        self.wait(async {
            let statement = self.client.prepare_cached(sql).await?;
            Ok(self.client.execute(&statement, &borrowed(values)).await?)
        })
    }

    fn each(
        &self,
        sql: &str,
        values: &[Value<'_>],
        each: &mut dyn FnMut(&dyn Columns) -> Outcome<()>,
    ) -> Outcome<()> {
        let rows = self.wait(async {
            let statement = self.client.prepare_cached(sql).await?;
            Ok(self.client.query(&statement, &borrowed(values)).await?)
        })?;
        rows.iter().try_for_each(|row| each(row))
    }

    fn scan(&self, sql: &str, each: &mut dyn FnMut(&dyn Columns) -> Outcome<()>) -> Outcome<()> {
        // Rows are taken from the connection one by one.
        let mut rows = pin!(self.wait(async { Ok(self.client.query_raw(sql, borrowed(&[])).await?) })?);
        while let Some(row) = self.wait(async { Ok(rows.try_next().await?) })? {
            each(&row)?;
        }
        Ok(())
    }

    fn for_update(&self) -> &'static str {
        " FOR UPDATE"
    }

    fn text_order(&self) -> &'static str {
        " COLLATE \"C\""
    }
}

impl Waiting<'_> {
    /// What comes of a statement in time. A connection that does not answer is not used again.
    fn wait<T>(&self, work: impl Future<Output = Outcome<T>>) -> Outcome<T> {
        let until = UNTIL.try_with(|until| *until).unwrap_or_else(|_| Instant::now() + LONGEST);
        let answered = Handle::current().block_on(timeout_at(until, work));
        let done = answered.unwrap_or_else(|_| Err(Failure::late()));
        if let Err(failure) = &done {
            self.failed.borrow_mut().get_or_insert_with(|| failure.clone());
        }
        done
    }
}

/// Does work that waits for its statements; other requests go on meanwhile. Only who has a connection comes here, so no more threads
/// wait than there are connections. Fails where a statement did, whatever comes of the work.
pub(super) async fn on_thread<T>(client: &Client, work: impl FnOnce(&dyn Sql) -> Outcome<T>) -> Outcome<T> {
    block_in_place(|| {
        let waiting = Waiting { client, failed: RefCell::default() };
        let done = work(&waiting);
        match waiting.failed.into_inner() {
            Some(failure) if done.is_ok() => Err(failure),
            _ => done,
        }
    })
}

impl Reads for PostgresStore {
    fn read<T: Send + 'static>(
        &self,
        work: impl Fn(&dyn Sql) -> Outcome<T> + Send + Sync + 'static,
    ) -> Result<T> {
        let part = Location::caller().file();
        self.ask(move |node| async move { read!(node, part, |client| on_thread(client, &work)) })
    }
}

impl Engine for PostgresStore {
    fn write_for<T: Send + 'static>(
        &self,
        part: Part,
        game: Option<GameId>,
        work: impl Fn(&dyn Sql) -> Outcome<T> + Send + Sync + 'static,
        reply: Reply<T>,
    ) {
        let work = move |node: std::sync::Arc<super::node::Node>| async move {
            once!(node, part.file(), |client| transaction(client, on_thread(client, &work)))
        };
        self.write_on(game, work, reply);
    }
}

impl PostgresStore {
    /// Reads statistics, as they are at one moment.
    #[track_caller]
    pub(super) fn read_results<T: Send + 'static>(
        &self,
        work: impl Fn(&dyn Sql) -> Outcome<T> + Send + Sync + 'static,
    ) -> Result<T> {
        use super::connection::snapshot;
        let part = Location::caller().file();
        self.ask(move |node| async move { read_statistics!(node, part, |client| on_thread(client, &work)) })
    }
}

//! Statements one after the other, each waited for on the thread of its request: what the tables of all engines are written in.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::panic::Location;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use deadpool_postgres::Client;
use futures_util::TryStreamExt as _;
use tokio::runtime::Handle;
use tokio::task::block_in_place;
use tokio::time::{Instant, timeout_at};

use super::PostgresStore;
use super::connection::{snapshot, transaction};
use super::error::{Failure, Outcome};
use super::games::{self, GAMES};
use super::node::{Node, once, read, read_statistics};
use super::rows::borrowed;
use super::statistics;
use crate::engine::record::{Columns, MadeEvent, Value};
use crate::engine::sql::{Engine, Part, Reads, Sql};
use crate::engine::statistics::tally::Tally;
use crate::engine::tables::games::{FoundGame, LogPosition};
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

    fn until(
        &self,
        sql: &str,
        values: &[Value<'_>],
        each: &mut dyn FnMut(&dyn Columns) -> Outcome<ControlFlow<()>>,
    ) -> Outcome<()> {
        let rows = self.wait(async {
            let statement = self.client.prepare_cached(sql).await?;
            Ok(self.client.query(&statement, &borrowed(values)).await?)
        })?;
        for row in &rows {
            if each(row)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    fn scan(
        &self,
        sql: &str,
        values: &[Value<'_>],
        each: &mut dyn FnMut(&dyn Columns) -> Outcome<()>,
    ) -> Outcome<()> {
        // Rows are taken from the connection one by one.
        let mut rows = pin!(self.wait(async { Ok(self.client.query_raw(sql, borrowed(values)).await?) })?);
        while let Some(row) = self.wait(async { Ok(rows.try_next().await?) })? {
            each(&row)?;
        }
        Ok(())
    }

    fn is_file(&self) -> bool {
        false
    }

    fn among(&self, column: &str, place: usize) -> String {
        format!("{column} = ANY(${place})")
    }

    fn games(&self) -> &'static str {
        GAMES
    }

    fn add(&self, sums: &Tally) -> Outcome<()> {
        statistics::add(self, sums)
    }

    fn log(&self, game: &FoundGame, after: u64) -> Outcome<Vec<MadeEvent>> {
        games::log(self, game.row.id(), after)
    }

    fn delete_logs(&self, games: &[GameId], _: &[LogPosition]) -> Outcome<u64> {
        self.execute("DELETE FROM events WHERE game = ANY($1)", &[Value::Games(games)])
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

    fn read_results<T: Send + 'static>(
        &self,
        work: impl Fn(&dyn Sql) -> Outcome<T> + Send + Sync + 'static,
    ) -> Result<T> {
        let part = Location::caller().file();
        self.ask(move |node| async move { read_statistics!(node, part, |client| on_thread(client, &work)) })
    }

    fn read_then<T: Send + 'static>(
        &self,
        work: impl Fn(&dyn Sql) -> Outcome<T> + Send + Sync + 'static,
        reply: Reply<T>,
    ) {
        let part = Location::caller().file();
        let work = move |node: Arc<Node>| async move { read!(node, part, |client| on_thread(client, &work)) };
        self.ask_then(work, reply);
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
        let work = move |node: Arc<Node>| async move {
            once!(node, part.file(), |client| transaction(client, on_thread(client, &work)))
        };
        self.write_on(game, work, reply);
    }
}

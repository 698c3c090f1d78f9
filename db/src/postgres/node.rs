//! What all requests share: connections, what is remembered, how much may be under way.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::Ordering::{Acquire, Relaxed};
use std::sync::atomic::{AtomicBool, AtomicU32};
use std::time::Duration;

use deadpool_postgres::Client;
use futures_util::FutureExt as _;
use parking_lot::Mutex;
use sha2::{Digest as _, Sha256};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit, TryAcquireError};
use tokio::time::{Instant, sleep, timeout};
use tokio_postgres::error::SqlState;
use uuid::Uuid;

use super::connection::{Connections, look_at_pooler};
use super::error::Outcome;
use super::games::RecentGames;
use super::options::PostgresOptions;
use super::schema;
use super::statistics::Names;
use super::stay;
use super::sync::UNTIL;
use super::url::PostgresUrl;
use crate::engine::counters::Counters;
use crate::error::{Result, StoreError};
use crate::model::{Digest, ServerTime, WriterStats};

/// Does something with a connection. What the server takes back is tried again; where the connection was lost, so often on
/// another. Macros, because the compiler cannot tell of a closure that lends the connection whether its future may change threads.
macro_rules! with_connection {
    ($node:expr, $part:expr, $resend:expr, |$client:ident| $work:expr) => {{
        let (mut tries, mut lost) = (0, 0);
        loop {
            let connection = match $node.connections.get().await {
                Ok(connection) => connection,
                Err(failure) => break Err(failure),
            };
            let begun = std::time::Instant::now();
            let outcome = {
                let $client: &deadpool_postgres::Client = &connection;
                $work.await
            };
            crate::postgres::node::measure($part, begun);
            match connection.give_back(outcome) {
                Err(failure) if failure.is_again() && tries < crate::postgres::node::TRIES => tries += 1,
                Err(failure) if failure.is_lost() && lost < $resend => lost += 1,
                outcome => break outcome,
            }
            crate::postgres::node::pause(tries).await;
        }
    }};
}

/// What must not be done twice: a write of which it is not known whether it got there is not sent again.
macro_rules! once {
    ($node:expr, |$client:ident| $work:expr) => {
        crate::postgres::node::once!($node, module_path!(), |$client| $work)
    };
    ($node:expr, $part:expr, |$client:ident| $work:expr) => {
        crate::postgres::node::with_connection!($node, $part, 0, |$client| $work)
    };
}

/// A read: asked once more where the connection was lost.
macro_rules! read {
    ($node:expr, |$client:ident| $work:expr) => {
        crate::postgres::node::read!($node, module_path!(), |$client| $work)
    };
    ($node:expr, $part:expr, |$client:ident| $work:expr) => {
        crate::postgres::node::with_connection!($node, $part, 1, |$client| $work)
    };
}

/// A read of statistics, as they are at one moment.
macro_rules! read_statistics {
    ($node:expr, |$client:ident| $work:expr) => {
        crate::postgres::node::read_statistics!($node, module_path!(), |$client| $work)
    };
    ($node:expr, $part:expr, |$client:ident| $work:expr) => {
        match $node.enter_statistics().await {
            Ok(_permit) => crate::postgres::node::read!($node, $part, |$client| snapshot($client, $work)),
            Err(closed) => Err(closed),
        }
    };
}

pub(super) use {once, read, read_statistics, with_connection};

/// How often a transaction is tried again when the server asks for it.
pub(super) const TRIES: u32 = 3;

/// What all requests share.
pub(super) struct Node {
    pub connections: Connections,
    pub options: PostgresOptions,
    pub counters: Counters,
    /// A permit for each write that is under way or waits.
    pub queue: Arc<Semaphore>,
    /// A place for each write that may have a connection, so that others are left for reads: writes may wait for rows.
    writers: Semaphore,
    /// So that no game and no list ever waits for statistics.
    statistics: Semaphore,
    pub games: RecentGames,
    pub names: Names,
    /// Who this is among those at the database.
    pub id: Uuid,
    /// Held while it says that it goes on; closed when it leaves.
    pub here: Semaphore,
    /// Set while a command has the database for itself that came while this node was away.
    pub is_locked_out: AtomicBool,
    /// The time of all nodes, as it was told last.
    pub time: Mutex<Option<ServerTime>>,
    /// How many probes it has written since it emptied their table.
    probes: AtomicU32,
}

impl Node {
    pub(super) fn new(url: &PostgresUrl, options: PostgresOptions) -> Result<Self> {
        Ok(Self {
            connections: Connections::new(url, &options)?,
            options,
            counters: Counters::default(),
            queue: Arc::new(Semaphore::new(options.queue)),
            writers: Semaphore::new((options.connections - options.connections / 4).max(1)),
            statistics: Semaphore::new(options.statistics_readers),
            games: RecentGames::default(),
            names: Names::default(),
            id: Uuid::now_v7(),
            here: Semaphore::new(1),
            is_locked_out: AtomicBool::new(false),
            time: Mutex::default(),
            probes: AtomicU32::new(0),
        })
    }

    pub(super) async fn prepare(&self) -> Outcome<()> {
        if self.options.connections > 1 {
            look_at_pooler(&self.connections, self.options.patience).await?;
        }
        once!(self, |client| schema::prepare(client, &self.options))?;
        stay::arrive(self).await
    }

    /// A place among the writes.
    pub(super) fn enter(&self) -> Result<OwnedSemaphorePermit> {
        if self.is_locked_out.load(Acquire) {
            self.counters.reject();
            return Err(StoreError::Busy);
        }
        Arc::clone(&self.queue).try_acquire_owned().map_err(|refusal| match refusal {
            TryAcquireError::Closed => StoreError::Closed,
            TryAcquireError::NoPermits => {
                self.counters.reject();
                StoreError::Busy
            }
        })
    }

    /// A place among those that write now; waits a while for one to come free.
    pub(super) async fn enter_write(&self) -> Outcome<SemaphorePermit<'_>> {
        let place = timeout(self.options.patience, self.writers.acquire()).await;
        place.map_err(|_| StoreError::Busy)?.map_err(|_| StoreError::Closed.into())
    }

    /// Counts a write that is done: each is a transaction of its own.
    pub(super) fn count(&self, done: &Result<()>) {
        match done {
            Ok(()) => self.counters.commit(1, 0),
            Err(error) if error.is_unavailable() => self.counters.fail(1),
            Err(_) => self.counters.refuse(),
        }
    }

    pub(super) fn stats(&self) -> WriterStats {
        let queued = self.options.queue - self.queue.available_permits().min(self.options.queue);
        let (connections, waiting) = self.connections.taken();
        WriterStats { connections, waiting, ..self.counters.snapshot(queued, self.options.queue) }
    }

    /// Waits until no write is under way.
    pub(super) fn drain(&self) {
        while self.queue.available_permits() < self.options.queue {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// A place among those who read statistics.
    pub(super) async fn enter_statistics(&self) -> Outcome<SemaphorePermit<'_>> {
        self.statistics.acquire().await.map_err(|_| StoreError::Closed.into())
    }
}

/// Notes how long some work with a connection took, by the module or the file that asked for it.
pub(super) fn measure(asked: &'static str, begun: std::time::Instant) {
    let mut names = asked.trim_end_matches(".rs").rsplit([':', '/', '\\']);
    let part = names.find(|name| !["", "mod"].contains(name)).unwrap_or(asked);
    metrics::histogram!("tapis_database_seconds", "part" => part).record(begun.elapsed());
}

/// Waits a little, longer each time, so that those who got into each other's way do not meet again.
pub(super) async fn pause(tries: u32) {
    sleep(Duration::from_millis(5 << tries)).await;
}

/// What comes of some work within a time. A panic in it is a failure.
pub(super) async fn within<T>(limit: Duration, work: impl Future<Output = Outcome<T>>) -> Result<T> {
    let work = UNTIL.scope(Instant::now() + limit, work);
    match timeout(limit, AssertUnwindSafe(work).catch_unwind()).await {
        Ok(Ok(outcome)) => Ok(outcome?),
        Ok(Err(_)) => Err(StoreError::Io("a request failed inside".to_owned())),
        Err(_) => Err(StoreError::Io(format!("no answer within {} s", limit.as_secs()))),
    }
}

/// About a page.
const PROBE: usize = 7_000;
/// After so many probes their table is emptied, or half as many later. Its pages are given back then, so every probe needs a new one.
const PROBES: u32 = 100;

/// Empties the table of probes, unless somebody reads it: whoever waited for a dump would have everybody else wait behind it.
const EMPTY: &str = "SET LOCAL lock_timeout = 1; TRUNCATE TABLE probes";
/// What is written where the table of probes is locked: it shows that there is a way to write, and says nothing of space.
const WRITE_LITTLE: &str = "UPDATE tapis SET probe = probe + 1 WHERE id = 1";

/// Writes a page: what is durable then shows that moves will be, those too that need another page. Waits for nobody who
/// has locked the table.
pub(super) async fn ping(node: &Node, client: &Client) -> Outcome<()> {
    if node.probes.load(Relaxed) >= PROBES {
        let is_empty = unless_locked(client, EMPTY).await?;
        node.probes.store(if is_empty { 0 } else { PROBES / 2 }, Relaxed);
    }
    // Nothing that a server could compress.
    let seed = Uuid::now_v7();
    let part = |n: usize| Sha256::digest([seed.as_bytes().as_slice(), &n.to_be_bytes()].concat());
    let body: String = (0..PROBE / 32).map(|n| Digest(part(n).into()).to_string()).collect();
    let write = format!("SET LOCAL lock_timeout = 100; INSERT INTO probes (body) VALUES ('\\x{body}')");
    if !unless_locked(client, &write).await? {
        client.execute(WRITE_LITTLE, &[]).await?;
    }
    node.probes.fetch_add(1, Relaxed);
    Ok(())
}

/// Runs statements as one transaction; answers whether no lock was in their way.
async fn unless_locked(client: &Client, statements: &str) -> Outcome<bool> {
    match client.batch_execute(statements).await {
        Ok(()) => Ok(true),
        Err(error) if error.code() == Some(&SqlState::LOCK_NOT_AVAILABLE) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

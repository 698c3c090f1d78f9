//! The one writer: a thread that groups requests into transactions.
//!
//! Each request runs inside a savepoint of one immediate transaction, so a request that fails takes back only
//! itself. Nobody is answered before the commit returned: not with success, because it could still be lost, and not
//! with a refusal, because it may rest on a request that could still be lost. What can be done again (results of
//! simulated games) has transactions of its own that do not wait for the disk; it comes when nobody else waits, and its
//! group ends as soon as somebody does. While a commit waits for the disk the
//! next group gathers in the queue, so the group grows with the load and a lone request never waits.

mod group;
mod job;
mod ping;
mod queue;
mod thread;

use std::sync::Arc;
use std::thread::JoinHandle;

use crossbeam_channel::TrySendError;
use parking_lot::{Mutex, RwLock};

use job::Job;
pub(super) use job::Mode;
use queue::Entrance;

use super::connector::Connector;
use super::error::Outcome;
use super::games::Session;
use super::options::SqliteOptions;
use super::owner::Owner;
use crate::engine::counters::Counters;
use crate::error::{Result, StoreError};
use crate::model::WriterStats;
use crate::store::Reply;

/// The way to the writer thread.
pub(super) struct Writer {
    /// `None` once closed.
    queue: RwLock<Option<Entrance>>,
    thread: Mutex<Option<JoinHandle<Outcome<()>>>>,
    counters: Arc<Counters>,
    capacity: usize,
}

impl Writer {
    /// Opens the writer's connection and starts its thread, which keeps `owner` until it has closed the database.
    pub(super) fn start(
        connector: Arc<Connector>,
        options: &SqliteOptions,
        owner: Option<Owner>,
    ) -> Outcome<Self> {
        let capacity = options.queue.max(1);
        let (entrance, queue) = queue::queue(capacity);
        let counters = Arc::new(Counters::default());
        let runner = thread::WriterThread::new(connector, options, Arc::clone(&counters), owner)?;
        let thread =
            std::thread::Builder::new().name("tapis-writer".to_owned()).spawn(move || runner.run(&queue))?;
        Ok(Self { queue: RwLock::new(Some(entrance)), thread: Mutex::new(Some(thread)), counters, capacity })
    }

    /// Queues `work`; its answer goes to `reply` once it is done as `mode` says.
    pub(super) fn submit<T, W>(&self, mode: Mode, work: W, reply: Reply<T>)
    where
        T: Send + 'static,
        W: FnOnce(&mut Session<'_>) -> Outcome<T> + Send + 'static,
    {
        self.queue_up(job::new(mode, work, reply));
    }

    /// Writes a little, and much after a write has failed for lack of space: what is small may still fit when a move does
    /// not.
    pub(super) fn ping(&self, reply: Reply<()>) {
        if !self.counters.is_short_of_space() {
            return self.submit(Mode::Grouped, |session| ping::write(session.conn, 0), reply);
        }
        let counters = Arc::clone(&self.counters);
        let work = |session: &mut Session<'_>| ping::write(session.conn, ping::MUCH);
        let note = move |answer: Result<()>| {
            counters.set_short_of_space(answer.is_err());
            reply(answer);
        };
        self.submit(Mode::Alone, work, Box::new(note));
    }

    fn queue_up(&self, job: Box<dyn Job>) {
        let refused = match &*self.queue.read() {
            None => Some((job, StoreError::Closed)),
            Some(queue) => match queue.try_send(job) {
                Ok(()) => None,
                Err(TrySendError::Full(job)) => {
                    self.counters.reject();
                    Some((job, StoreError::Busy))
                }
                Err(TrySendError::Disconnected(job)) => Some((job, StoreError::Closed)),
            },
        };
        // Outside the lock: a reply is foreign code.
        if let Some((job, error)) = refused {
            job.answer(Err(error));
        }
    }

    pub(super) fn stats(&self) -> WriterStats {
        let queued = self.queue.read().as_ref().map_or(0, Entrance::len);
        self.counters.snapshot(queued, self.capacity)
    }

    /// Takes no more requests, does the queued ones, and waits for the end.
    pub(super) fn close(&self) -> Result<()> {
        *self.queue.write() = None;
        let Some(thread) = self.thread.lock().take() else { return Ok(()) };
        if thread.thread().id() == std::thread::current().id() {
            // The last handle was dropped inside a reply: the thread ends by itself.
            return Ok(());
        }
        match thread.join() {
            Ok(outcome) => outcome.map_err(StoreError::from),
            Err(_) => Err(StoreError::Io("the writer stopped".to_owned())),
        }
    }
}

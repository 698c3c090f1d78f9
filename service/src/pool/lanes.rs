//! Lanes of threads, and who may use them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use tapis_solver::control::Control;
use tokio::sync::oneshot;

use super::counts::Counts;
use super::fair::Caller;
use super::price::Units;
use super::shared::{AnySearch, Job, Permit, PoolSettings, SearchMonitor, Shared, TaskError};
use super::ticket::Ticket;

/// One search to be done.
pub struct Task<F> {
    /// Whose share it uses.
    pub caller: Caller,
    /// What it may cost.
    pub price: Units,
    /// When it is cancelled from outside, should it not heed its own budget.
    pub limit: Duration,
    /// How long it may wait for its turn; one that cannot begin by then is refused. `None` for as long as it takes.
    pub patience: Option<Duration>,
    /// Its cancel flag and node counter.
    pub control: Control,
    /// The search; called on a thread of a lane.
    pub work: F,
}

/// Threads that search for callers. Cloning shares the pool.
#[derive(Clone)]
pub struct SolverPool(Arc<Shared>);

impl SolverPool {
    /// Starts the threads.
    ///
    /// # Errors
    /// The system refuses a thread.
    pub fn new(settings: PoolSettings) -> Result<Self, ThreadPoolBuildError> {
        let per_search = settings.threads_per_search.clamp(1, settings.threads.max(1));
        let lanes = (settings.threads.max(1) / per_search).max(1);
        let lanes =
            (0..lanes).map(|lane| start_lane(&settings, lane, per_search)).collect::<Result<Vec<_>, _>>()?;
        Ok(Self(Arc::new(Shared::new(lanes, settings))))
    }

    /// Starts the task if a lane is free, else lets it wait for its turn.
    ///
    /// # Errors
    /// [`TaskError::Busy`] when there is no room, [`TaskError::Stopping`] after [`SolverPool::stop`].
    pub fn submit<T, F>(&self, task: Task<F>) -> Result<Ticket<T>, TaskError>
    where
        T: Send + 'static,
        F: FnOnce() -> T + Send + 'static,
    {
        let (answer_to, answer) = oneshot::channel();
        let (started_to, started) = oneshot::channel();
        let Task { caller, price, limit, patience, control, work } = task;
        let cancel = control.cancel.clone();
        let watch = SearchMonitor { cancel: control.cancel, nodes: control.nodes };
        let search = Box::new(Search { work, started_to, answer_to });
        let id = self.0.admit(caller, price, patience, Job { watch, search })?;
        let shared = Arc::clone(&self.0);
        let begin_by = patience.map(|patience| tokio::time::Instant::now() + patience);
        let started = Some(started);
        Ok(Ticket { id, caller, shared, cancel, limit, begin_by, started, answer, settled: false })
    }

    /// The counters now.
    pub fn counts(&self) -> Counts {
        self.0.counts()
    }

    /// Refuses everything that waits and everything to come, and cancels what runs.
    pub fn stop(&self) {
        self.0.stop();
    }
}

fn start_lane(
    settings: &PoolSettings,
    lane: usize,
    threads: usize,
) -> Result<ThreadPool, ThreadPoolBuildError> {
    let (name, nice) = (settings.name, settings.nice);
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(move |thread| format!("{name}-{lane}-{thread}"))
        .start_handler(move |_| nice.apply())
        .build()
}

/// A search and where its answer goes.
struct Search<F, T> {
    work: F,
    started_to: oneshot::Sender<()>,
    answer_to: oneshot::Sender<Result<T, TaskError>>,
}

impl<T, F> AnySearch for Search<F, T>
where
    T: Send + 'static,
    F: FnOnce() -> T + Send + 'static,
{
    fn run(self: Box<Self>, mut permit: Permit) {
        let Self { work, started_to, answer_to } = *self;
        let _ = started_to.send(());
        let answer = catch_unwind(AssertUnwindSafe(work)).map_err(|_| TaskError::Failed);
        permit.failed = answer.is_err();
        drop(permit); // before the answer: who has an answer finds the permit given back
        let _ = answer_to.send(answer); // nobody listens any more when the client went away
    }

    fn refuse(self: Box<Self>, why: TaskError) {
        let _ = self.answer_to.send(Err(why));
    }
}

#[cfg(test)]
mod tests;

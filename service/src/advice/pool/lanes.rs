//! Lanes of threads, and who may use them.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use tapis_solver::control::{Cancel, Control};
use tokio::sync::oneshot;

use super::counts::Counts;
use super::fair::{Caller, Entry, FairQueue};
use super::price::Units;
use super::ticket::{TaskError, Ticket};
use crate::priority::Nice;

/// The shortest and longest time a refused caller is told to stay away, in seconds.
const RETRY_AFTER: std::ops::RangeInclusive<u64> = 1..=60;

/// Size of a pool.
#[derive(Clone, Debug)]
pub struct PoolSettings {
    /// Names the threads and labels the metrics.
    pub name: &'static str,
    /// Worker threads altogether, at least 1.
    pub threads: usize,
    /// Threads that work on one search together; `threads` divided by it is the number of searches at a time.
    pub threads_per_search: usize,
    /// Most searches waiting.
    pub queue: usize,
    /// Most work waiting, in milliseconds of all lanes together.
    pub queue_ms: u64,
    /// How far the threads give way to others.
    pub nice: Nice,
}

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
        let state = State {
            idle: (0..lanes.len()).rev().collect(),
            queue: FairQueue::new(),
            running: HashMap::new(),
            totals: Counts::default(),
            next_id: 0,
            stopping: false,
        };
        Ok(Self(Arc::new(Shared { lanes, settings, state: Mutex::new(state) })))
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
        let state = self.0.state.lock();
        let live: u64 =
            state.running.values().map(|running| running.watch.nodes.load(Ordering::Relaxed)).sum();
        Counts {
            in_flight: state.running.len(),
            queued: state.queue.len(),
            permits: self.0.lanes.len(),
            nodes: state.totals.nodes + live,
            ..state.totals
        }
    }

    /// Refuses everything that waits and everything to come, and cancels what runs.
    pub fn stop(&self) {
        let waiting = {
            let mut state = self.0.state.lock();
            state.stopping = true;
            state.running.values().for_each(|running| running.watch.cancel.cancel());
            state.queue.drain()
        };
        self.0.refuse_all(waiting, TaskError::Stopping);
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

/// What the pool, its tickets and its running searches share.
pub(super) struct Shared {
    lanes: Vec<ThreadPool>,
    settings: PoolSettings,
    state: Mutex<State>,
}

struct State {
    /// Lanes without work: the permits.
    idle: Vec<usize>,
    queue: FairQueue<Job>,
    running: HashMap<u64, Running>,
    /// `in_flight`, `queued` and `permits` are not kept here.
    totals: Counts,
    next_id: u64,
    stopping: bool,
}

/// How a search is stopped and its nodes are counted. Not the whole [`Control`]: its progress callback may hold the
/// sending end of a stream, which has to close when the search ends.
struct SearchMonitor {
    cancel: Cancel,
    nodes: Arc<AtomicU64>,
}

struct Running {
    watch: SearchMonitor,
    caller: Caller,
    price: Units,
    since: Instant,
}

/// A search whose type of answer is forgotten.
struct Job {
    watch: SearchMonitor,
    search: Box<dyn AnySearch>,
}

impl Shared {
    fn admit(
        self: &Arc<Self>,
        caller: Caller,
        price: Units,
        patience: Option<Duration>,
        job: Job,
    ) -> Result<u64, TaskError> {
        let mut displaced = Vec::new();
        let admitted = {
            let mut state = self.state.lock();
            if state.stopping {
                Err(TaskError::Stopping)
            } else if patience.is_some_and(|patience| self.least_wait(&state, caller) > patience) {
                state.totals.turned_away += 1;
                Err(TaskError::Busy { retry_after: self.retry_after(&state) })
            } else if self.make_room(&mut state, caller, price, &mut displaced) {
                let id = state.next_id;
                state.next_id += 1;
                state.queue.push(Entry { id, caller, price, item: job });
                self.dispatch(&mut state);
                Ok(id)
            } else {
                state.totals.turned_away += 1;
                Err(TaskError::Busy { retry_after: self.retry_after(&state) })
            }
        };
        if !displaced.is_empty() {
            let retry_after = self.retry_after(&self.state.lock());
            self.refuse_all(displaced, TaskError::Busy { retry_after });
        }
        admitted
    }

    /// How long a new task of `caller` waits at least: until the first lane is free, and for the caller's own tasks before
    /// it.
    fn least_wait(&self, state: &State, caller: Caller) -> Duration {
        if !state.idle.is_empty() {
            return Duration::ZERO;
        }
        let first_free = state.running.values().map(Running::units_left).min().unwrap_or(0);
        let own = state.queue.units_of(caller) / self.lanes.len() as u64;
        Duration::from_millis(first_free + own)
    }

    /// Refuses a task whose patience is at an end, unless it has begun; answers whether it was refused.
    pub(super) fn refuse_waiting(&self, id: u64, caller: Caller) -> bool {
        let (withdrawn, retry_after) = {
            let mut state = self.state.lock();
            (state.queue.withdraw(id, caller), self.retry_after(&state))
        };
        let refused = withdrawn.is_some();
        self.refuse_all(withdrawn.into_iter().collect(), TaskError::Busy { retry_after });
        refused
    }

    /// Whether the task fits, once those with more than their share have given way.
    fn make_room(
        &self,
        state: &mut State,
        caller: Caller,
        price: Units,
        displaced: &mut Vec<Entry<Job>>,
    ) -> bool {
        let most_units = self.settings.queue_ms.saturating_mul(self.lanes.len() as u64);
        let fits = |state: &State| {
            let units = state.queue.units().saturating_add(price.get());
            !state.idle.is_empty()
                || (state.queue.len() < self.settings.queue
                    && (units <= most_units || state.queue.len() == 0))
        };
        while !fits(state) {
            match state.queue.displace_for(caller, price) {
                Some(entry) => displaced.push(entry),
                None => return false,
            }
        }
        true
    }

    /// Starts what is due on the lanes that are idle.
    fn dispatch(self: &Arc<Self>, state: &mut State) {
        while let Some(lane) = state.idle.pop() {
            let Some(Entry { id, caller, price, item: Job { watch, search } }) = state.queue.pop() else {
                state.idle.push(lane);
                break;
            };
            state.running.insert(id, Running { watch, caller, price, since: Instant::now() });
            let permit = Permit { shared: Arc::clone(self), lane, id, failed: false };
            self.lanes[lane].spawn(move || search.run(permit));
        }
        self.gauge(state);
    }

    /// Takes out a task nobody waits for any more; a running one has been told to stop by its flag.
    pub(super) fn abandon(&self, id: u64, caller: Caller) {
        let withdrawn = {
            let mut state = self.state.lock();
            let withdrawn = state.queue.withdraw(id, caller);
            state.totals.turned_away += u64::from(withdrawn.is_some());
            self.gauge(&state);
            withdrawn
        };
        drop(withdrawn); // outside the lock: it owns the caller's data
    }

    pub(super) fn count_overrun(&self) {
        self.state.lock().totals.overrun += 1;
        metrics::counter!("tapis_solver_overrun_total", "pool" => self.settings.name).increment(1);
    }

    fn refuse_all(&self, entries: Vec<Entry<Job>>, why: TaskError) {
        self.state.lock().totals.turned_away += entries.len() as u64;
        entries.into_iter().for_each(|entry| entry.item.search.refuse(why));
    }

    /// Seconds until what waits and runs now should be done.
    fn retry_after(&self, state: &State) -> u64 {
        let running: u64 = state.running.values().map(Running::units_left).sum();
        let ms = (state.queue.units() + running) / self.lanes.len() as u64;
        ms.div_ceil(1_000).clamp(*RETRY_AFTER.start(), *RETRY_AFTER.end())
    }

    fn give_back(self: &Arc<Self>, lane: usize, id: u64, failed: bool) {
        let mut state = self.state.lock();
        if let Some(running) = state.running.remove(&id) {
            self.count_finished(&mut state, &running, failed);
            let unused = running.units_left();
            state.queue.refund(running.caller, unused);
        }
        state.idle.push(lane);
        self.dispatch(&mut state);
    }

    fn count_finished(&self, state: &mut State, running: &Running, failed: bool) {
        let nodes = running.watch.nodes.load(Ordering::Relaxed);
        let cancelled = u64::from(running.watch.cancel.is_cancelled());
        state.totals.finished += 1;
        state.totals.cancelled += cancelled;
        state.totals.failed += u64::from(failed);
        state.totals.nodes += nodes;
        let pool = self.settings.name;
        metrics::counter!("tapis_solver_searches_total", "pool" => pool).increment(1);
        metrics::counter!("tapis_solver_cancelled_total", "pool" => pool).increment(cancelled);
        metrics::counter!("tapis_solver_failed_total", "pool" => pool).increment(u64::from(failed));
        metrics::counter!("tapis_solver_nodes_total", "pool" => pool).increment(nodes);
        metrics::histogram!("tapis_solver_seconds", "pool" => pool).record(running.since.elapsed());
    }

    fn gauge(&self, state: &State) {
        let pool = self.settings.name;
        metrics::gauge!("tapis_solver_in_flight", "pool" => pool).set(state.running.len() as f64);
        metrics::gauge!("tapis_solver_queued", "pool" => pool).set(state.queue.len() as f64);
    }
}

impl Running {
    /// What the price covers and the search has not used so far. Every search uses at least one unit, so that callers
    /// of quick searches take turns too.
    fn units_left(&self) -> u64 {
        let used = self.since.elapsed().as_millis().clamp(1, u128::from(u64::MAX));
        self.price.get().saturating_sub(used as u64)
    }
}

/// The right to use a lane; given back exactly once, when it is dropped, whatever happens to the search.
struct Permit {
    shared: Arc<Shared>,
    lane: usize,
    id: u64,
    failed: bool,
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.shared.give_back(self.lane, self.id, self.failed);
    }
}

trait AnySearch: Send {
    fn run(self: Box<Self>, permit: Permit);
    fn refuse(self: Box<Self>, why: TaskError);
}

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

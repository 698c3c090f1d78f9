//! What the pool, its tickets and its running searches share: who waits, who runs, and who comes next.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rayon::ThreadPool;
use tapis_solver::control::Cancel;

use super::counts::Counts;
use super::fair::{Caller, FairQueue, Queued};
use super::price::Units;
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
    /// Most searches of one address, running ones included.
    pub share: usize,
    /// How far the threads give way to others.
    pub nice: Nice,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TaskError {
    /// The queue is full, or became too full for this caller's share; worth another try after the given seconds.
    #[error("all solver threads are busy and the queue is full")]
    Busy {
        /// Seconds.
        retry_after: u64,
    },
    /// The caller's address has as many as one may have; there is room for others.
    #[error("the share of the address is used")]
    ShareUsed {
        /// Seconds.
        retry_after: u64,
    },
    /// The service is stopping.
    #[error("the service is stopping")]
    Stopping,
    /// The search panicked.
    #[error("the search failed")]
    Failed,
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

/// How a search is stopped and its nodes are counted. Not the whole [`Control`](tapis_solver::control::Control): its progress callback may hold the
/// sending end of a stream, which has to close when the search ends.
pub(super) struct SearchMonitor {
    pub(super) cancel: Cancel,
    pub(super) nodes: Arc<AtomicU64>,
}

struct Running {
    watch: SearchMonitor,
    caller: Caller,
    price: Units,
    since: Instant,
}

/// A search to run, and how it is watched.
pub(super) struct Job {
    pub(super) watch: SearchMonitor,
    pub(super) search: Box<dyn AnySearch>,
}

impl Shared {
    /// All lanes idle, nobody waiting.
    pub(super) fn new(lanes: Vec<ThreadPool>, settings: PoolSettings) -> Self {
        let state = State {
            idle: (0..lanes.len()).rev().collect(),
            queue: FairQueue::new(),
            running: HashMap::new(),
            totals: Counts::default(),
            next_id: 0,
            stopping: false,
        };
        Self { lanes, settings, state: Mutex::new(state) }
    }

    /// The counters now.
    pub(super) fn counts(&self) -> Counts {
        let state = self.state.lock();
        let live: u64 =
            state.running.values().map(|running| running.watch.nodes.load(Ordering::Relaxed)).sum();
        Counts {
            in_flight: state.running.len(),
            queued: state.queue.len(),
            permits: self.lanes.len(),
            nodes: state.totals.nodes + live,
            ..state.totals
        }
    }

    /// Refuses everything that waits and everything to come, and cancels what runs.
    pub(super) fn stop(&self) {
        let waiting = {
            let mut state = self.state.lock();
            state.stopping = true;
            state.running.values().for_each(|running| running.watch.cancel.cancel());
            state.queue.drain()
        };
        self.refuse_all(waiting, TaskError::Stopping);
    }

    /// Starts the job if a lane is free, else lets it wait for its turn; answers its number.
    pub(super) fn admit(
        self: &Arc<Self>,
        caller: Caller,
        price: Units,
        patience: Option<Duration>,
        job: Job,
    ) -> Result<u64, TaskError> {
        let mut displaced = Vec::new();
        let admitted = {
            let mut state = self.state.lock();
            let retry_after = self.retry_after(&state);
            let too_long = patience.is_some_and(|patience| self.least_wait(&state, caller) > patience);
            let admitted = if state.stopping {
                return Err(TaskError::Stopping);
            } else if self.uses_share(&state, caller) {
                Err(TaskError::ShareUsed { retry_after })
            } else if too_long || !self.make_room(&mut state, caller, price, &mut displaced) {
                Err(TaskError::Busy { retry_after })
            } else {
                let id = state.next_id;
                state.next_id += 1;
                state.queue.push(Queued { id, caller, price, item: job });
                self.dispatch(&mut state);
                Ok(id)
            };
            state.totals.turned_away += u64::from(admitted.is_err());
            admitted
        };
        if !displaced.is_empty() {
            let retry_after = self.retry_after(&self.state.lock());
            self.refuse_all(displaced, TaskError::Busy { retry_after });
        }
        admitted
    }

    /// Whether the address of `caller` has as many tasks as one may have.
    fn uses_share(&self, state: &State, caller: Caller) -> bool {
        let running = state.running.values().filter(|running| running.caller.same_address(caller));
        running.count() + state.queue.len_of(caller) >= self.settings.share
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
        displaced: &mut Vec<Queued<Job>>,
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
            let Some(Queued { id, caller, price, item: Job { watch, search } }) = state.queue.pop() else {
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

    fn refuse_all(&self, entries: Vec<Queued<Job>>, why: TaskError) {
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
            state.queue.settle(running.caller, running.price, running.units_used());
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
    /// What the price covers and the search has not used so far.
    fn units_left(&self) -> u64 {
        self.price.get().saturating_sub(self.units_used())
    }

    /// Every search uses at least one unit, so that callers of quick searches take turns too.
    fn units_used(&self) -> u64 {
        self.since.elapsed().as_millis().clamp(1, u128::from(u64::MAX)) as u64
    }
}

/// The right to use a lane; given back exactly once, when it is dropped, whatever happens to the search.
pub(super) struct Permit {
    shared: Arc<Shared>,
    lane: usize,
    id: u64,
    pub(super) failed: bool,
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.shared.give_back(self.lane, self.id, self.failed);
    }
}

/// A search whose type of answer is forgotten.
pub(super) trait AnySearch: Send {
    /// Runs it and answers; the permit goes back before the answer.
    fn run(self: Box<Self>, permit: Permit);
    /// Answers that it will not run.
    fn refuse(self: Box<Self>, why: TaskError);
}

//! Games of experiments, played once more for those who look at them: at the priority of experiments, addresses in turn.

use std::time::Duration;

use rayon::ThreadPoolBuildError;
use tapis_solver::control::Control;

use crate::ServiceError;
use crate::pool::{Caller, Counts, PoolSettings, SolverPool, Task, Units};
use crate::priority::Nice;

/// Replays played at a time.
const PERMITS: usize = 2;
/// The most replays that wait for their turn.
const QUEUED: usize = 64;
/// What a replay is taken to cost; all cost the same.
const PRICE: u64 = 1_000;

/// The threads that play them.
pub struct Replays(SolverPool);

impl Replays {
    /// Starts the threads.
    ///
    /// # Errors
    /// The system refuses a thread.
    pub fn start() -> Result<Self, ThreadPoolBuildError> {
        let settings = PoolSettings {
            name: "replays",
            threads: PERMITS,
            threads_per_search: 1,
            queue: QUEUED,
            queue_ms: u64::MAX, // bounded by the number that waits
            nice: Nice::LOWEST,
        };
        SolverPool::new(settings).map(Self)
    }

    /// Does `play` when it is the caller's turn. Whoever drops this future ends it.
    ///
    /// # Errors
    /// Too many replays wait; the service stops.
    pub async fn play<T: Send + 'static>(
        &self,
        caller: Caller,
        play: impl FnOnce(&Control) -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        let control = Control::default();
        let played = control.clone();
        let work = move || play(&played);
        let price = Units::new(PRICE);
        let task = Task { caller, price, limit: Duration::MAX, patience: None, control, work };
        let busy = |lost| match ServiceError::from(lost) {
            ServiceError::Busy { retry_after_s, .. } => {
                ServiceError::Busy { what: "the_laboratory", retry_after_s }
            }
            other => other,
        };
        self.0.submit(task).map_err(busy)?.await.map_err(busy)
    }

    /// The counters now.
    pub fn counts(&self) -> Counts {
        self.0.counts()
    }

    /// Cancels what is played and refuses the rest.
    pub fn stop(&self) {
        self.0.stop();
    }
}

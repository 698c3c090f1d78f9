//! Searches for callers: who may search now, on which threads, for how long, and how a search is stopped.
//!
//! A [`SolverPool`] owns a few *lanes*, each a small rayon pool that works on one search at a time, so that no search
//! is ever held up by stealing a piece of another one. Waiting searches stand in a bounded [fair queue](fair), priced
//! in [work units](price); what does not fit is refused at once with the time to come back. Dropping a [`Ticket`] —
//! which is what happens when a client goes away — withdraws its search or stops it.

pub mod fair;
mod lanes;
pub mod price;
mod ticket;

pub use fair::Caller;
pub use lanes::{Counts, PoolSettings, SolverPool, Task};
pub use price::Units;
pub use ticket::{Outcome, TaskError, Ticket};

use crate::settings::AdviceSettings;

/// All searching for callers.
pub struct SolverPools {
    /// Searches somebody waits for: hints, and analyses no longer than a hint.
    pub hints: SolverPool,
    /// Longer analyses, on threads of their own, so that no hint waits for them.
    pub analyses: SolverPool,
}

impl SolverPools {
    /// Starts the pools.
    ///
    /// # Errors
    /// The system refuses a thread.
    pub fn start(settings: &AdviceSettings) -> Result<Self, rayon::ThreadPoolBuildError> {
        let hints = PoolSettings {
            name: "hints",
            threads: settings.threads,
            threads_per_search: settings.threads_per_search,
            queue: settings.queue,
            queue_ms: settings.queue_ms,
        };
        let analyses = PoolSettings {
            name: "analyses",
            threads: settings.analysis_threads,
            threads_per_search: settings.analysis_threads,
            queue: settings.analyses,
            queue_ms: u64::MAX, // bounded by the number of analyses kept
        };
        Ok(Self { hints: SolverPool::new(hints)?, analyses: SolverPool::new(analyses)? })
    }

    /// Cancels what runs, refuses what waits and what is still to come.
    pub fn stop(&self) {
        self.hints.stop();
        self.analyses.stop();
    }
}

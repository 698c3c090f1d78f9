//! Searches for callers: who may search now, on which threads, for how long, and how a search is stopped.
//!
//! A [`SolverPool`] owns a few *lanes*, each a small rayon pool that works on one search at a time, so that no search
//! is ever held up by stealing a piece of another one. Waiting searches stand in a bounded [fair queue](fair), priced
//! in [work units](price); what does not fit is refused at once with the time to come back. Dropping a [`Ticket`] —
//! which is what happens when a client goes away — withdraws its search or stops it.

mod counts;
pub mod fair;
mod lanes;
pub mod price;
mod shared;
mod ticket;

pub use counts::Counts;
pub use fair::{Caller, network};
pub use lanes::{SolverPool, Task};
pub use price::Units;
pub use shared::{PoolSettings, TaskError};
pub use ticket::{Outcome, Ticket};

use std::time::Duration;

use crate::priority::Nice;
use crate::settings::AdviceSettings;

/// All searching for callers.
///
/// Searches are sorted by their length, and each length has lanes of its own that give way to those of the shorter ones:
/// whoever asks for little waits for nobody who asks for much, and no search waits for one more than four times as long.
pub struct SolverPools {
    /// Those of each length of hints, with its longest search; the shortest first.
    hints: Vec<(u64, SolverPool)>,
    /// Searches longer than any hint.
    pub analyses: SolverPool,
    /// Reviews of finished games: quick ones, and those that take longer.
    reviews: [SolverPool; 2],
    longest_hint: u64,
}

/// The longest search of each length but the last, in units of work; how far it gives way.
const LENGTHS: [(&str, u64, u8); 4] = [
    ("hints", 500, 5),
    ("hints_to_2_s", 2_000, 7),
    ("hints_to_8_s", 8_000, 9),
    ("hints_longer", u64::MAX, 12),
];
/// The longest review that waits for none that takes longer, in units of work.
const QUICK_REVIEW: u64 = 20_000;
/// How far searches longer than any hint and reviews give way: to all hints. Somebody waits for them, and nobody for games of bots
/// among themselves and experiments, which have many threads.
pub(crate) const LONG: Nice = Nice::new(13);
/// How much longer than the longest search of its length a hint may wait for its turn.
const PATIENCE: Duration = Duration::from_secs(1);

impl SolverPools {
    /// Starts the pools.
    ///
    /// # Errors
    /// The system refuses a thread.
    pub fn start(settings: &AdviceSettings) -> Result<Self, rayon::ThreadPoolBuildError> {
        let hints = LENGTHS.map(|(name, most, nice)| {
            let pool = SolverPool::new(PoolSettings {
                name,
                threads: settings.threads,
                threads_per_search: settings.threads_per_search,
                queue: settings.queue,
                queue_ms: settings.queue_ms,
                share: usize::MAX,
                nice: Nice::new(nice),
            });
            pool.map(|pool| (most, pool))
        });
        let long = |name| PoolSettings {
            name,
            threads: settings.analysis_threads,
            threads_per_search: settings.analysis_threads,
            queue: settings.analyses,
            queue_ms: u64::MAX, // bounded by the number that is kept
            share: usize::MAX,
            nice: LONG,
        };
        Ok(Self {
            hints: hints.into_iter().collect::<Result<_, _>>()?,
            analyses: SolverPool::new(long("analyses"))?,
            reviews: [SolverPool::new(long("reviews"))?, SolverPool::new(long("reviews_longer"))?],
            longest_hint: settings.max_ms,
        })
    }

    /// Where a search of this price is done.
    pub fn of(&self, price: Units) -> &SolverPool {
        let length = self.hints.iter().find(|(most, _)| price.get() <= (*most).min(self.longest_hint));
        length.map_or(&self.analyses, |(_, pool)| pool)
    }

    /// Where a review of this price is made.
    pub fn of_review(&self, price: Units) -> &SolverPool {
        let [quick, longer] = &self.reviews;
        if price.get() <= QUICK_REVIEW { quick } else { longer }
    }

    /// How long a hint of this price may wait for its turn: for a search of its own length that began just before, and a
    /// second.
    pub fn patience(&self, price: Units) -> Duration {
        let most = LENGTHS.iter().map(|(_, most, _)| *most).find(|most| price.get() <= *most);
        Duration::from_millis(most.unwrap_or(u64::MAX).min(self.longest_hint)) + PATIENCE
    }

    /// The counters of all searches together.
    pub fn counts(&self) -> Counts {
        self.pools().map(SolverPool::counts).fold(Counts::default(), Counts::and)
    }

    fn pools(&self) -> impl Iterator<Item = &SolverPool> {
        self.hints.iter().map(|(_, pool)| pool).chain([&self.analyses]).chain(&self.reviews)
    }

    /// Cancels what runs, refuses what waits and what is still to come.
    pub fn stop(&self) {
        self.pools().for_each(SolverPool::stop);
    }
}

#[cfg(test)]
mod tests {
    use tapis_solver::control::Control;

    use super::*;

    fn task<F>(price: Units, work: F) -> Task<F> {
        let (caller, limit, control) = (Caller::new(None, 0), Duration::from_secs(600), Control::default());
        Task { caller, price, limit, patience: None, control, work }
    }

    #[tokio::test]
    async fn a_quick_review_does_not_wait_for_one_that_takes_longer() {
        let settings = AdviceSettings {
            threads: 1,
            threads_per_search: 1,
            queue: 1,
            queue_ms: 1_000,
            max_ms: 1_000,
            analysis_threads: 1,
            analysis_max_ms: 600_000,
            analyses: 8,
            analysis_keep: Duration::ZERO,
        };
        let pools = SolverPools::start(&settings).unwrap();
        let (release, held) = std::sync::mpsc::channel::<()>();
        let [quick, longer] = [2_000, 600_000].map(Units::new);
        let longer = pools.of_review(longer).submit(task(longer, move || held.recv().is_err())).unwrap();
        let quick = pools.of_review(quick).submit(task(quick, || 6 * 7)).unwrap();
        assert_eq!(pools.counts().queued, 0);
        assert_eq!(quick.await, Ok(42));
        drop(release);
        assert_eq!(longer.await, Ok(true));
    }
}

//! What the service has to do and has done, for operators and tests.

use tapis_db::model::WriterStats;

use super::Service;
use crate::pool::{Counts, Units};
use crate::serving;
use crate::tables::{Doubt, MemoryUse};

/// Counters and gauges of the service.
pub struct Load {
    /// Whether requests can be taken, as far as was asked.
    pub is_ready: bool,
    /// The games in memory.
    pub games: MemoryUse,
    /// Games that wait for a bot's move.
    pub bots_waiting: usize,
    /// The writer of the store.
    pub writer: WriterStats,
    /// All searches for callers.
    pub searches: Counts,
    /// Of these, the shortest hints.
    pub hints: Counts,
    /// Of these, what is longer than any hint.
    pub long_analyses: Counts,
    /// Analyses kept, running and ended.
    pub analyses: usize,
    /// Searches kept to be gone on with, and the bytes that they take.
    pub kept_searches: (usize, usize),
    /// Answers made where nobody is served meanwhile.
    pub answers: Counts,
    /// Long work done on threads that serve, against the promise.
    pub long_while_serving: u64,
    /// What is doubtful about the clock.
    pub doubts: Vec<Doubt>,
}

impl Service {
    /// What there is to do and was done.
    pub fn load(&self) -> Load {
        Load {
            is_ready: self.was_ready(),
            games: self.live_games.usage(),
            bots_waiting: self.bots.waiting(),
            writer: self.store.writer_stats(),
            searches: self.solving.counts(),
            hints: self.solving.of(Units::new(1)).counts(),
            long_analyses: self.solving.analyses.counts(),
            analyses: self.analyses.len(),
            kept_searches: self.searches.size(),
            answers: self.answers.counts(),
            long_while_serving: serving::broken(),
            doubts: self.doubts(),
        }
    }
}

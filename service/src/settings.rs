//! How the service is run: sizes and bounds, without flags or files.

use std::time::Duration;

use crate::space::Space;

/// Everything that can be set.
#[derive(Clone, Debug)]
pub struct ServiceSettings {
    /// Hints and analyses.
    pub advice: AdviceSettings,
    /// Bots.
    pub bots: BotSettings,
    /// The free space that only people's moves may use.
    pub space: Space,
    /// Bytes of games kept in memory; others are rebuilt from their log when asked for.
    pub cache_bytes: usize,
    /// Threads that make answers which take long, at least 1.
    pub answers: usize,
}

/// Threads, queues and bounds of the searches for callers.
#[derive(Clone, Debug)]
pub struct AdviceSettings {
    /// Threads that search for hints of each length, at least 1.
    pub threads: usize,
    /// Threads that work on one hint together.
    pub threads_per_search: usize,
    /// Searches of each length that may wait for their turn.
    pub queue: usize,
    /// Work of each length that may wait, in milliseconds of searching.
    pub queue_ms: u64,
    /// The longest search for a hint, in milliseconds, whatever its budget.
    pub max_ms: u64,
    /// Threads for analyses that are longer than any hint.
    pub analysis_threads: usize,
    /// The longest search for an analysis, in milliseconds, whatever its budget.
    pub analysis_max_ms: u64,
    /// The number of analyses kept, running and finished.
    pub analyses: usize,
    /// How long a finished analysis is kept.
    pub analysis_keep: Duration,
}

/// Threads and pace of the bots.
#[derive(Clone, Debug)]
pub struct BotSettings {
    /// Threads that play the bots' moves in games with people, for each lane, at least 1.
    pub threads: usize,
    /// Games that may wait for a bot's move, with people as many as without.
    pub queue: usize,
    /// How long a bot's reply takes at least in games with people that do not say it, in milliseconds.
    pub pace_ms: u32,
    /// The unit of the slots of the levels, in which their searches are hidden.
    pub slot: Duration,
}

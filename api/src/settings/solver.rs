//! Search.

use std::time::Duration;

use clap::Args;
use tapis_service::settings::{AdviceSettings, BotSettings};

use super::bounded::within;

/// The solver's pools and bounds.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Solver")]
pub struct Solver {
    /// Threads that search for hints of each length (up to 0.5, 2, 8 seconds, longer); 0 means all processors but one, at least
    /// one.
    #[arg(long = "solver-threads", env = "TAPIS_SOLVER_THREADS", default_value_t = 0, value_parser = within(0_usize..=1_024))]
    pub threads: usize,
    /// Threads that work on one hint together; the solver threads divided by it are the hints searched at a time.
    #[arg(long = "solver-threads-per-search", env = "TAPIS_SOLVER_THREADS_PER_SEARCH", default_value_t = 2, value_parser = within(1_usize..=1_024))]
    pub threads_per_search: usize,
    /// Searches of each length that may wait for their turn; more are answered with 503.
    #[arg(long = "solver-queue", env = "TAPIS_SOLVER_QUEUE", default_value_t = 256, value_parser = within(1_usize..=1_000_000))]
    pub queue: usize,
    /// Work of each length that may wait, in milliseconds of searching; more is answered with 503.
    #[arg(long = "solver-queue-ms", env = "TAPIS_SOLVER_QUEUE_MS", default_value_t = 150_000, value_parser = within(1_u64..=86_400_000))]
    pub queue_ms: u64,
    /// Longest a hint may be searched, in milliseconds, whatever its budget.
    #[arg(long = "solver-max-ms", env = "TAPIS_SOLVER_MAX_MS", default_value_t = 30_000, value_parser = within(1_u64..=600_000))]
    pub max_ms: u64,
    /// Threads for analyses that are longer than any hint.
    #[arg(long = "analysis-threads", env = "TAPIS_ANALYSIS_THREADS", default_value_t = 1, value_parser = within(1_usize..=1_024))]
    pub analysis_threads: usize,
    /// Longest an analysis may be searched, in milliseconds, whatever its budget.
    #[arg(long = "analysis-max-ms", env = "TAPIS_ANALYSIS_MAX_MS", default_value_t = 600_000, value_parser = within(1_u64..=86_400_000))]
    pub analysis_max_ms: u64,
    /// Analyses kept, running and finished.
    #[arg(long = "analyses", env = "TAPIS_ANALYSES", default_value_t = 256, value_parser = within(1_usize..=1_000_000))]
    pub analyses: usize,
    /// Seconds a finished analysis is kept.
    #[arg(long = "analysis-keep-seconds", env = "TAPIS_ANALYSIS_KEEP_SECONDS", default_value_t = 900, value_parser = within(0_u64..=86_400))]
    pub analysis_keep_seconds: u64,
    /// Threads that play the bots' moves in games with people: so many for levels that do not search, and so many for each
    /// that does. Games of bots among themselves are played at the lowest priority, on all processors.
    #[arg(long = "bot-threads", env = "TAPIS_BOT_THREADS", default_value_t = 1, value_parser = within(1_usize..=1_024))]
    pub bot_threads: usize,
    /// Games that may wait for a bot's move, with people as many as without; new games with bots are refused with 503 when it
    /// is reached.
    #[arg(long = "bot-queue", env = "TAPIS_BOT_QUEUE", default_value_t = 20_000, value_parser = within(1_usize..=10_000_000))]
    pub bot_queue: usize,
    /// In games with people a bot's reply, and a pass by itself, takes at least so many milliseconds, found early or not, where
    /// the game does not say its own `bot_pace_ms`.
    #[arg(long = "bot-pace-ms", env = "TAPIS_BOT_PACE_MS", default_value_t = 600, value_parser = within(0_u32..=10_000))]
    pub bot_pace_ms: u32,
    /// Whatever a game says, a reply takes at least so many milliseconds (`casual` 4, `club` 10, `expert` 50 times as many): time
    /// for the searches of the level, so that the delay does not tell whether there was one. With 0, and a pace of 0, a reply is
    /// sent at once.
    #[arg(long = "bot-slot-ms", env = "TAPIS_BOT_SLOT_MS", default_value_t = 50, value_parser = within(0_u64..=3_600_000))]
    pub bot_slot_ms: u64,
}

impl Solver {
    /// How hints and analyses are searched.
    pub fn advice(&self) -> AdviceSettings {
        AdviceSettings {
            threads: self.thread_count(),
            threads_per_search: self.threads_per_search,
            queue: self.queue,
            queue_ms: self.queue_ms,
            max_ms: self.max_ms,
            analysis_threads: self.analysis_threads,
            analysis_max_ms: self.analysis_max_ms,
            analyses: self.analyses,
            analysis_keep: Duration::from_secs(self.analysis_keep_seconds),
        }
    }

    /// How bots play.
    pub fn bots(&self) -> BotSettings {
        let slot = Duration::from_millis(self.bot_slot_ms);
        BotSettings { threads: self.bot_threads, queue: self.bot_queue, pace_ms: self.bot_pace_ms, slot }
    }

    /// Threads that search for hints.
    fn thread_count(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1)).max(1),
            threads => threads,
        }
    }
}

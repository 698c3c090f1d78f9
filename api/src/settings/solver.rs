//! Search.

use std::time::Duration;

use clap::Args;
use tapis_service::settings::{AdviceSettings, BotSettings};

use super::bounded::within;

/// The solver's pools and bounds.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Solver")]
pub struct Solver {
    /// Threads for hint searches of each length (up to 0.5, 2, 8 seconds, longer); 0 means all processors but one, at least
    /// one.
    #[arg(long = "solver-threads", env = "TAPIS_SOLVER_THREADS", default_value_t = 0, value_parser = within(0_usize..=1_024))]
    pub threads: usize,
    /// Threads that work together on one hint. The number of concurrent hints is the number of solver threads divided by this.
    #[arg(long = "solver-threads-per-search", env = "TAPIS_SOLVER_THREADS_PER_SEARCH", default_value_t = 2, value_parser = within(1_usize..=1_024))]
    pub threads_per_search: usize,
    /// The maximum of waiting searches of each length; more get 503.
    #[arg(long = "solver-queue", env = "TAPIS_SOLVER_QUEUE", default_value_t = 256, value_parser = within(1_usize..=1_000_000))]
    pub queue: usize,
    /// The maximum of waiting work of each length, in milliseconds of search; more gets 503.
    #[arg(long = "solver-queue-ms", env = "TAPIS_SOLVER_QUEUE_MS", default_value_t = 150_000, value_parser = within(1_u64..=86_400_000))]
    pub queue_ms: u64,
    /// The longest search for a hint, in milliseconds, whatever its budget.
    #[arg(long = "solver-max-ms", env = "TAPIS_SOLVER_MAX_MS", default_value_t = 30_000, value_parser = within(1_u64..=600_000))]
    pub max_ms: u64,
    /// Threads for analyses that are longer than any hint, and as many for reviews.
    #[arg(long = "analysis-threads", env = "TAPIS_ANALYSIS_THREADS", default_value_t = 1, value_parser = within(1_usize..=1_024))]
    pub analysis_threads: usize,
    /// The longest search for an analysis, in milliseconds, whatever its budget, and the longest review.
    #[arg(long = "analysis-max-ms", env = "TAPIS_ANALYSIS_MAX_MS", default_value_t = 600_000, value_parser = within(1_u64..=86_400_000))]
    pub analysis_max_ms: u64,
    /// The number of analyses kept, running and finished, and as many reviews.
    #[arg(long = "analyses", env = "TAPIS_ANALYSES", default_value_t = 256, value_parser = within(1_usize..=1_000_000))]
    pub analyses: usize,
    /// Seconds a finished analysis is kept, and the review of a replay that was posted.
    #[arg(long = "analysis-keep-seconds", env = "TAPIS_ANALYSIS_KEEP_SECONDS", default_value_t = 900, value_parser = within(0_u64..=86_400))]
    pub analysis_keep_seconds: u64,
    /// Threads for bots' moves in games with people: this number each for moves without a search, for levels up to `casual`,
    /// for `club` and for `expert`. Games of bots alone are played at the lowest priority, on all processors.
    #[arg(long = "bot-threads", env = "TAPIS_BOT_THREADS", default_value_t = 1, value_parser = within(1_usize..=1_024))]
    pub bot_threads: usize,
    /// The maximum of games that wait for a bot's move, counted separately with people and without. Beyond it, new games with
    /// bots get 503.
    #[arg(long = "bot-queue", env = "TAPIS_BOT_QUEUE", default_value_t = 20_000, value_parser = within(1_usize..=10_000_000))]
    pub bot_queue: usize,
    /// In games with people: the least time before a bot's reply or an automatic pass, in milliseconds. A game may set its own
    /// `bot_pace_ms`.
    #[arg(long = "bot-pace-ms", env = "TAPIS_BOT_PACE_MS", default_value_t = 600, value_parser = within(0_u32..=10_000))]
    pub bot_pace_ms: u32,
    /// The least time before a bot's reply in every game with people, in milliseconds; `novice` and `beginner` take 2 times as
    /// long, `apprentice` and `casual` 4 times, `club` 10 times, `expert` 50 times. This is longer than the searches of the
    /// level, so the delay does not reveal whether the bot searched. With 0 here and a pace of 0, replies are sent at once.
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

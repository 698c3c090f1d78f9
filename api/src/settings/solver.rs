//! Search.

use std::time::Duration;

use clap::Args;
use tapis_service::settings::{AdviceSettings, BotSettings};

use super::Tuning;
use super::bounded::within;

/// The solver's pools and bounds.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Solver")]
pub struct Solver {
    /// Threads for hint searches of each length (up to 0.5, 2, 8 seconds, longer); 0 means all processors but one, at least
    /// one.
    #[arg(long = "solver-threads", env = "TAPIS_SOLVER_THREADS", default_value_t = 0, value_parser = within(0_usize..=1_024))]
    pub threads: usize,
    /// Threads for bots' moves in games with people: this number each for moves without a search, for levels up to `casual`,
    /// for `club` and for `expert`. Games of bots alone are played at the lowest priority, on all processors.
    #[arg(long = "bot-threads", env = "TAPIS_BOT_THREADS", default_value_t = 1, value_parser = within(1_usize..=1_024))]
    pub bot_threads: usize,
    /// In games with people: the least time before a bot's reply or an automatic pass, in milliseconds. A game may set its own
    /// `bot_pace_ms`.
    #[arg(long = "bot-pace-ms", env = "TAPIS_BOT_PACE_MS", default_value_t = 600, value_parser = within(0_u32..=10_000))]
    pub bot_pace_ms: u32,
}

impl Solver {
    /// How hints and analyses are searched.
    pub fn advice(&self, tuning: &Tuning) -> AdviceSettings {
        AdviceSettings {
            threads: self.thread_count(),
            threads_per_search: tuning.solver_threads_per_search as usize,
            queue: tuning.solver_queue as usize,
            queue_ms: tuning.solver_queue_ms,
            max_ms: tuning.solver_max_ms,
            analysis_threads: tuning.analysis_threads as usize,
            analysis_max_ms: tuning.analysis_max_ms,
            analyses: tuning.analyses as usize,
            analysis_keep: Duration::from_secs(tuning.analysis_keep_seconds),
        }
    }

    /// How bots play.
    pub fn bots(&self, tuning: &Tuning) -> BotSettings {
        let (queue, slot) = (tuning.bot_queue as usize, Duration::from_millis(tuning.bot_slot_ms));
        BotSettings { threads: self.bot_threads, queue, pace_ms: self.bot_pace_ms, slot }
    }

    /// Threads that search for hints.
    fn thread_count(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1)).max(1),
            threads => threads,
        }
    }
}

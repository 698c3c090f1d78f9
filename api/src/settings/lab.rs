//! The laboratory.

use std::time::Duration;

use clap::Args;
use tapis_lab::LabSettings;

use super::bounded::within;

/// How experiments are played.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Laboratory")]
pub struct Lab {
    /// Threads that play experiments, at the lowest priority; 0 means all processors but one, at least one.
    #[arg(id = "lab-threads", long = "lab-threads", env = "TAPIS_LAB_THREADS", default_value_t = 0, value_parser = within(0_usize..=1_024))]
    pub threads: usize,
    /// Milliseconds of play after which an experiment gives way to a waiting one.
    #[arg(id = "lab-turn-ms", long = "lab-turn-ms", env = "TAPIS_LAB_TURN_MS", default_value_t = 5_000, value_parser = within(0_u64..=3_600_000))]
    pub turn_ms: u64,
    /// The maximum number of games of an experiment, all arms and seatings together; more are refused.
    #[arg(id = "lab-games", long = "lab-games", env = "TAPIS_LAB_GAMES", default_value_t = 5_000_000, value_parser = within(1_u64..=10_000_000_000))]
    pub games: u64,
}

impl Lab {
    /// How experiments are played.
    pub fn settings(&self) -> LabSettings {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        LabSettings {
            threads: match self.threads {
                0 => processors().saturating_sub(1).max(1),
                threads => threads,
            },
            most_games: self.games,
            turn: Duration::from_millis(self.turn_ms),
        }
    }
}

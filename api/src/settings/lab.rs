//! The laboratory.

use std::time::Duration;

use clap::Args;
use tapis_lab::LabSettings;

use super::Tuning;
use super::bounded::within;

/// How experiments are played.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Laboratory")]
pub struct Lab {
    /// Threads that play experiments, at the lowest priority; 0 means all processors but one, at least one.
    #[arg(id = "lab-threads", long = "lab-threads", env = "TAPIS_LAB_THREADS", default_value_t = 0, value_parser = within(0_usize..=1_024))]
    pub threads: usize,
}

impl Lab {
    /// How experiments are played.
    pub fn settings(&self, tuning: &Tuning) -> LabSettings {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        LabSettings {
            threads: match self.threads {
                0 => processors().saturating_sub(1).max(1),
                threads => threads,
            },
            most_games: tuning.lab_games,
            turn: Duration::from_millis(tuning.lab_turn_ms),
        }
    }
}

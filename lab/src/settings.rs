//! How the laboratory is run.

use std::time::Duration;

/// Threads of the laboratory.
#[derive(Clone, Debug)]
pub struct LabSettings {
    /// Threads that play experiments, at least 1. They give way to all others.
    pub threads: usize,
    /// How long an experiment is played before it gives way to those that wait.
    pub turn: Duration,
    /// The most games of an experiment, all arms and seatings together.
    pub most_games: u64,
}

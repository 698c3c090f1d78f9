//! Experiments: what was asked, and what each chunk of their deals measured.

use serde::Serialize;
use utoipa::ToSchema;

use super::{Json, Time};

/// An experiment as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExperimentRecord {
    /// Its id.
    pub id: String,
    /// What was asked; never changes.
    pub plan: Json,
    /// Its state.
    pub state: ExperimentState,
    /// Why it failed.
    pub detail: Option<String>,
    /// When it was asked for first.
    pub created_at: Time,
    /// When it ended.
    pub ended_at: Option<Time>,
    /// The name of the key that asked for it last, unless that was the administrator.
    pub asked_by: Option<String>,
}

/// The state of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, strum::Display, strum::EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ExperimentState {
    /// It waits for its turn.
    Queued,
    /// It is played. After a stop of the program it goes on.
    Running,
    /// All its games are played, or it stopped early because everything is decided.
    Finished,
    /// Somebody ended it. What was played stays; posted again, it goes on.
    Cancelled,
    /// It cannot be played to its end.
    Failed,
}

/// What some deals of an experiment measured.
#[derive(Clone, Debug, PartialEq)]
pub struct ExperimentChunk {
    /// 0, 1, 2, … within the experiment.
    pub number: u64,
    /// For each arm, the metric of each deal; empty for an arm that no longer plays.
    pub measured: Vec<Vec<f64>>,
}

impl ExperimentState {
    /// The states with work left.
    pub const OPEN: [Self; 2] = [Self::Queued, Self::Running];
    /// The states from which an experiment can go on.
    pub const UNFINISHED: [Self; 4] = [Self::Queued, Self::Running, Self::Cancelled, Self::Failed];

    /// Whether there is work left.
    pub fn is_open(self) -> bool {
        Self::OPEN.contains(&self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_round_trip() {
        use ExperimentState::{Cancelled, Failed, Finished, Queued, Running};
        for state in [Queued, Running, Finished, Cancelled, Failed] {
            assert_eq!(state.to_string().parse(), Ok(state));
        }
        assert!("paused".parse::<ExperimentState>().is_err());
    }
}

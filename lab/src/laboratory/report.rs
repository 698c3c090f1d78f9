//! How far an experiment is.

use std::time::Instant;

use serde::Serialize;
use tapis_db::model::{ExperimentRecord, ExperimentState};
use tapis_games::refusal::Text;
use tokio::sync::watch;
use utoipa::ToSchema;

use crate::{Experiment, Outcome, Plan};

/// An experiment: its plan, its state, and the results so far.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = ExperimentReport)]
pub struct Report {
    /// Its id, derived from its plan: the same plan is the same experiment.
    #[schema(example = "exp_5f0c4e7b9d3a48e1a6c2b7d80f13e9c4")]
    pub id: String,
    /// Its state.
    pub state: ExperimentState,
    /// Why it failed, or what it waits for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// When it was posted.
    #[schema(format = DateTime, example = "2026-03-01T12:00:00Z")]
    pub created_at: String,
    /// When it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub ended_at: Option<String>,
    /// How many games are played.
    pub progress: Progress,
    /// The plan.
    pub plan: Plan,
    /// The results so far.
    pub outcome: Outcome,
    /// For each arm what it has where not all rulesets have the same, in words.
    #[serde(skip)]
    #[schema(ignore)]
    pub changes: Vec<Vec<Text>>,
}

/// The progress of an experiment in games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[schema(as = ExperimentProgress)]
pub struct Progress {
    /// Games played.
    #[schema(example = 640)]
    pub games: u64,
    /// The maximum number of games.
    #[schema(example = 4000)]
    pub of: u64,
    /// Games a second since it was last resumed; absent while it is not played.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 210.5)]
    pub games_per_second: Option<f64>,
    /// Seconds left at this rate, unless it stops early; absent while it is not played.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 16.0)]
    pub seconds_left: Option<f64>,
}

impl Report {
    /// The report of a record and its outcome.
    pub(super) fn new(record: &ExperimentRecord, experiment: &Experiment, outcome: Outcome) -> Self {
        Self {
            id: record.id.clone(),
            state: record.state,
            detail: record.detail.clone(),
            created_at: record.created_at.to_string(),
            ended_at: record.ended_at.map(|time| time.to_string()),
            progress: Progress {
                games: outcome.arms.iter().map(|arm| arm.games).sum(),
                of: experiment.games(),
                ..Progress::default()
            },
            plan: experiment.plan().clone(),
            outcome,
            changes: experiment.changes.clone(),
        }
    }
}

/// Tells those who follow an experiment what changes; nothing changes any more behind the end, which may be said while games end.
pub(super) fn tell(followed: &watch::Sender<Report>, change: impl FnOnce(&mut Report)) {
    followed.send_if_modified(|report| {
        let open = report.state.is_open();
        if open {
            change(report);
        }
        open
    });
}

/// How fast an experiment is played.
pub(super) struct Rate {
    since: Instant,
    first: u64,
}

impl Rate {
    /// From now on, `games` being played already.
    pub(super) fn new(games: u64) -> Self {
        Self { since: Instant::now(), first: games }
    }

    /// The progress at `games` of `of`.
    pub(super) fn progress(&self, games: u64, of: u64) -> Progress {
        let rate = games.saturating_sub(self.first) as f64 / self.since.elapsed().as_secs_f64();
        let known = rate.is_finite() && rate > 0.0;
        Progress {
            games,
            of,
            games_per_second: known.then_some(rate),
            seconds_left: known.then(|| of.saturating_sub(games) as f64 / rate),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::SequenceMethod;
    use serde_json::json;

    /// A game that ends behind the end of its experiment does not open it again.
    #[test]
    fn nothing_is_told_behind_the_end() {
        let arms = json!([{"name": "a", "seats": ["random"]}]);
        let plan: Plan =
            serde_json::from_value(json!({"game": "g", "arms": arms, "games": 9, "metric": "ties"})).unwrap();
        let outcome = Outcome {
            metric: plan.metric.clone(),
            confidence: 0.95,
            method: SequenceMethod::PlannedAndEmpiricalBernsteinSequence,
            deals: 0,
            stopped_early: false,
            arms: Vec::new(),
            comparisons: Vec::new(),
            interactions: Vec::new(),
            search: None,
            feature: None,
        };
        let state = ExperimentState::Running;
        let created_at = String::new();
        let (id, detail, ended_at, progress) = (String::new(), None, None, Progress::default());
        let followed = watch::Sender::new(Report {
            id,
            state,
            detail,
            created_at,
            ended_at,
            progress,
            plan,
            outcome,
            changes: Vec::new(),
        });
        for state in [ExperimentState::Cancelled, ExperimentState::Running] {
            tell(&followed, |report| report.state = state);
        }
        assert_eq!(followed.borrow().state, ExperimentState::Cancelled);
    }
}

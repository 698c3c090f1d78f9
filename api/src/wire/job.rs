//! Analyses: what is posted, and how far they are.

use serde::{Deserialize, Serialize};
use serde_json::Value;
#[allow(unused_imports, reason = "named in a schema only")]
use tapis_games::shapes::AnyOptions;
use tapis_service::advice::analyses::{JobReport, JobState, Progress, RulesetChoice};
use tapis_service::advice::hints::HintBody;
use utoipa::ToSchema;

use crate::problem::{ApiError, Problem};

/// The ruleset of a posted observation, as the log names it. `options` may be left out when `hash` names a ruleset
/// the service knows, `hash` and `rules_version` when the options are given.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AskedRuleset, example = json!({"game": "richelieu", "options": {"open_discs": true}}))]
pub struct PostedRuleset {
    /// The game's id.
    pub game: String,
    /// The version of the rules.
    #[serde(default)]
    pub rules_version: Option<u32>,
    /// The options; missing ones take their defaults.
    #[serde(default)]
    #[schema(value_type = Option<AnyOptions>)]
    pub options: Option<Value>,
    /// The hash they must have.
    #[serde(default)]
    pub hash: Option<String>,
}

/// An analysis as it is shown.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = JobView)]
pub struct AnalysisJob {
    /// Its id: whoever knows it may look and cancel.
    #[schema(example = "ana_5f0c4e7b9d3a48e1a6c2b7d80f13e9c4")]
    pub id: String,
    /// How far it is.
    pub status: JobState,
    /// What was done so far.
    pub progress: Progress,
    /// The answer, or while it runs the best so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<HintBody>,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
}

impl From<JobReport> for AnalysisJob {
    fn from(report: JobReport) -> Self {
        let JobReport { id, status, progress, answer, error } = report;
        let problem = error.map(|error| ApiError::from(error).problem());
        Self { id, status, progress, answer, problem }
    }
}

impl From<PostedRuleset> for RulesetChoice {
    fn from(posted: PostedRuleset) -> Self {
        let PostedRuleset { game, rules_version, options, hash } = posted;
        Self { game, rules_version, options, hash }
    }
}

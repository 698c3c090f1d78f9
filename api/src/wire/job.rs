//! How far an analysis or a review is, and what it says.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tapis_review::Effort;
use tapis_service::advice::analyses::{AnalysisProgress, JobReport, JobState};
use tapis_service::advice::hints::HintBody;
use tapis_service::reviews::{Hints, ReviewContent, ReviewProgress, ReviewReport};
use utoipa::ToSchema;

use crate::problem::{ApiError, Problem};

/// An analysis.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = JobView)]
pub struct AnalysisJob {
    /// Its id. Anyone who knows it may read and cancel the analysis.
    #[schema(example = "ana_5f0c4e7b9d3a48e1a6c2b7d80f13e9c4")]
    pub id: String,
    /// Its state.
    pub status: JobState,
    /// The work done so far.
    pub progress: AnalysisProgress,
    /// The answer; while the search runs, the best so far.
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

/// How much work a review of a game is to be.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"effort": "quick"}))]
pub struct ReviewRequest {
    /// How much work; `standard` when absent.
    pub effort: Option<Effort>,
}

/// Another try at a choice.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"move": "take 3R"}))]
pub struct ExerciseRequest {
    /// The move, in notation.
    #[serde(rename = "move")]
    pub notation: String,
}

/// A review.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!(example!("reviewed")))]
pub struct ReviewJob {
    /// Its id. Anyone who knows it may read the review.
    #[schema(example = "rev_5f0c4e7b9d3a48e1a6c2b7d80f13e9c4")]
    pub id: String,
    /// The game.
    #[schema(format = Uuid)]
    pub game: String,
    /// How much work it is.
    pub effort: Effort,
    /// The version of what makes reviews.
    #[schema(minimum = 1, maximum = 1_000_000)]
    pub version: u32,
    /// Its state.
    pub status: JobState,
    /// How far it is; absent once it has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<ReviewProgress>,
    /// The hints that each seat was given in the game; absent where there were none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hints_used: Vec<u32>,
    /// The plies before which the seat that moved was given a hint; absent where there were none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub helped: Vec<u32>,
    /// The review; while it is made, the parts that are ready: first the results taken apart, without any choice judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<tapis_review::Review>)]
    pub review: Option<Box<RawValue>>,
    /// Why there is no review.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
}

impl From<ReviewReport> for ReviewJob {
    fn from(report: ReviewReport) -> Self {
        let ReviewReport { id, game, effort, version, status, progress, content, error } = report;
        let (Hints { hints_used, helped }, review) = match content {
            Some(ReviewContent { hints, review }) => (hints, Some(review)),
            None => (Hints::default(), None),
        };
        let problem = error.map(|error| ApiError::from(error).problem());
        let game = game.to_string();
        Self { id, game, effort, version, status, progress, hints_used, helped, review, problem }
    }
}

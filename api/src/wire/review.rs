//! How far a review is, and what it says.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tapis_review::Effort;
#[allow(unused_imports, reason = "named in a schema only")]
use tapis_review::Review;
use tapis_service::advice::analyses::JobState;
use tapis_service::reviews::{Hints, ReviewContent, ReviewProgress, ReviewReport};
#[allow(unused_imports, reason = "named in a schema only")]
use tapis_service::tables::replay::GameReplay;
use utoipa::ToSchema;

use crate::problem::{ApiError, Problem};

/// How much work a review of a game is to be.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"effort": "quick"}))]
pub struct ReviewRequest {
    /// How much work; `standard` when absent.
    #[serde(default)]
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
#[schema(example = json!({
    "id": "rev_5f0c4e7b9d3a48e1a6c2b7d80f13e9c4", "game": "0197f0c5-3a1b-7c2d-8e4f-0123456789ab", "effort": "quick", "version": 1,
    "status": "finished", "review": {
        "ruleset": {"game": "richelieu", "rules_version": 1, "hash": "3f0c2a4d9e8b7c6a5f4e3d2c1b0a99887766554433221100ffeeddccbbaa9988"},
        "moves": 1, "reference": {"version": 1, "plays": 60, "outcomes": 8, "deals": 4000},
        "par": {"value": [0.5, 0.5], "error": [0.01, 0.01]},
        "seats": [
            {"seat": 0, "result": 1.0, "par": 0.5, "luck": {"deal": 0.1, "draws": 0.0}, "play": 0.3, "others": 0.1,
                "turning_points": [{"ply": 1, "by": "own", "seat": 0, "notation": "take 2L", "before": 0.6, "after": 0.9}],
                "choices": {"made": 1, "loss": 0.0, "faults": {"slips": 0, "mistakes": 0, "blunders": 0}}},
            {"seat": 1, "result": 0.0, "par": 0.5, "luck": {"deal": -0.1, "draws": 0.0}, "play": -0.1, "others": -0.3, "turning_points": []}
        ],
        "course": [{"ply": 0, "by": "deal", "value": [0.6, 0.4], "error": [0.06, 0.06]}, {"ply": 1, "by": 0, "value": [1.0, 0.0], "error": [0.0, 0.0]}],
        "decisions": [{"ply": 1, "seat": 0, "notation": "take 2L", "best": "take 2L", "moves": 8,
            "behind": {"mean": 0.0, "low": 0.0, "high": 0.0}, "grade": "as_good", "proved": false, "lines": 1000}]
    }
}))]
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
    #[schema(required = false)]
    pub hints_used: Vec<u32>,
    /// The plies before which the seat that moved was given a hint; absent where there were none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub helped: Vec<u32>,
    /// The review; while it is made, the parts that are ready: first the results taken apart, without any choice judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Review>)]
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

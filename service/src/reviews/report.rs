//! A review at one moment.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tapis_db::model::{GameId, ReviewRecord};
use tapis_review::{Effort, Review};
use utoipa::ToSchema;

use crate::ServiceError;
use crate::jobs::JobState;

/// A review at one moment.
#[derive(Clone, Debug)]
pub struct ReviewReport {
    /// Its id.
    pub id: String,
    /// The game.
    pub game: GameId,
    /// How much work it is.
    pub effort: Effort,
    /// The version of what makes it.
    pub version: u32,
    /// Its state.
    pub status: JobState,
    /// How far it is; `None` once it has ended.
    pub progress: Option<ReviewProgress>,
    /// What it says so far.
    pub content: Option<ReviewContent>,
    /// Why it says nothing.
    pub error: Option<ServiceError>,
}

/// How far a review is.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
pub struct ReviewProgress {
    /// Milliseconds since it began; 0 while it waits for its turn.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64, example = 1_200)]
    pub elapsed_ms: u64,
    /// The part of the work that is done, 0 to 1.
    #[schema(minimum = 0, maximum = 1, example = 0.4)]
    pub done: f64,
    /// About how many seconds it takes from now on, once it has begun.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64, example = 2)]
    pub seconds_left: u64,
}

/// The hints that were given in a game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Hints {
    /// How many each seat was given; empty where there were none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints_used: Vec<u32>,
    /// The plies before which the seat that moved was given one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub helped: Vec<u32>,
}

/// What a review says, as it is kept: the same bytes to whoever asks.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReviewContent {
    /// Which moves were helped.
    #[serde(default)]
    pub hints: Hints,
    /// The [`Review`].
    pub review: Box<RawValue>,
}

impl ReviewContent {
    /// What this review says.
    ///
    /// # Errors
    /// It has no JSON: a fault of this program.
    pub(crate) fn of(hints: Hints, review: &Review) -> Result<Self, ServiceError> {
        let review = serde_json::value::to_raw_value(review).map_err(ServiceError::internal)?;
        Ok(Self { hints, review })
    }

    /// The review.
    ///
    /// # Errors
    /// It is not as this program wrote it.
    pub(crate) fn read(&self) -> Result<Review, ServiceError> {
        serde_json::from_str(self.review.get()).map_err(ServiceError::internal)
    }
}

/// A review that is stored.
///
/// # Errors
/// It is not as this program wrote it.
pub(crate) fn of_record(record: ReviewRecord) -> Result<ReviewReport, ServiceError> {
    let ReviewRecord { id, game, engine, effort, body, .. } = record;
    Ok(ReviewReport {
        id,
        game,
        effort: effort.parse().map_err(ServiceError::internal)?,
        version: engine,
        status: JobState::Finished,
        progress: None,
        content: Some(body.read().map_err(ServiceError::internal)?),
        error: None,
    })
}

//! Whether a move would be legal.

use serde::Serialize;
use utoipa::ToSchema;

use crate::problem::{ApiError, Problem};
use tapis_service::Judgement;

/// Whether a move is legal, and why not.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"legal": true, "notation": "take 2L"}))]
pub struct MoveVerdict {
    /// Whether the move would be played.
    pub legal: bool,
    /// Its notation, if it is legal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "take 2L")]
    pub notation: Option<String>,
    /// The refusal, if it is not legal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
}

impl From<Judgement> for MoveVerdict {
    fn from(verdict: Judgement) -> Self {
        match verdict {
            Judgement::Legal(notation) => Self { legal: true, notation: Some(notation), problem: None },
            Judgement::Refused(error) => {
                let problem = ApiError::from(error).problem();
                Self { legal: false, notation: None, problem: Some(problem) }
            }
        }
    }
}

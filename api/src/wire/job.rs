//! How far an analysis is.

use serde::Serialize;
use tapis_service::advice::analyses::{AnalysisProgress, JobReport, JobState};
use tapis_service::advice::hints::HintBody;
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

//! One analysis.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tapis_solver::answer::{Answer, Stop};
use utoipa::ToSchema;

use crate::ServiceError;
use crate::advice::hints::{HintBody, Improvements, PendingSearch, Projector, hint_error};
use crate::jobs::{JobCourse, JobState, LongJob};

/// One analysis, waiting, running or ended.
pub struct AnalysisWork {
    id: String,
    projector: Projector,
    limit: Duration,
    nodes: Arc<AtomicU64>,
    newest: Improvements,
    course: JobCourse<Arc<Answer>>,
}

/// An analysis at one moment.
#[derive(Clone, Debug)]
pub struct JobReport {
    /// Its id. Anyone who knows it may read and cancel the analysis.
    pub id: String,
    /// Its state.
    pub status: JobState,
    /// The work done so far.
    pub progress: AnalysisProgress,
    /// The answer; while the search runs, the best so far.
    pub answer: Option<HintBody>,
    /// Why there is no answer.
    pub error: Option<ServiceError>,
}

/// The work done so far.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = Progress)]
pub struct AnalysisProgress {
    /// Milliseconds of searching.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64, example = 4_120)]
    pub elapsed_ms: u64,
    /// The search ends after at most this many milliseconds.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64, example = 60_500)]
    pub limit_ms: u64,
    /// Positions visited or playouts made.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64, example = 9_102_331)]
    pub nodes: u64,
}

impl AnalysisWork {
    /// An analysis that waits.
    pub fn new(
        id: String,
        projector: Projector,
        limit: Duration,
        nodes: Arc<AtomicU64>,
        newest: Improvements,
    ) -> Self {
        Self { id, projector, limit, nodes, newest, course: JobCourse::new() }
    }

    /// Follows the search to its end.
    pub async fn drive(&self, searching: PendingSearch) {
        let outcome = tokio::select! {
            outcome = self.follow(searching) => outcome,
            () = self.course.stop().cancelled() => Err(ServiceError::internal("the analysis was cancelled")),
        };
        self.course.end(outcome.map(Arc::new));
    }

    async fn follow(&self, searching: PendingSearch) -> Result<Answer, ServiceError> {
        let searching = searching.started().await?;
        self.course.run(None);
        searching.answer().await?.map_err(hint_error)
    }

    /// Waits for its end: the body of the answer, or why there is none.
    ///
    /// # Errors
    /// The search failed, was refused while it waited, or was cancelled.
    pub async fn ended(&self) -> Result<HintBody, ServiceError> {
        self.projector.body(&*self.course.over().await?)
    }
}

impl LongJob for AnalysisWork {
    type Made = Arc<Answer>;
    type Report = JobReport;

    fn id(&self) -> &str {
        &self.id
    }

    fn course(&self) -> &JobCourse<Arc<Answer>> {
        &self.course
    }

    fn report(&self) -> JobReport {
        let (state, stage) = self.course.now();
        let until = stage.end.as_ref().map_or_else(Instant::now, |(at, _)| *at);
        let elapsed = stage.since.map_or(Duration::ZERO, |since| until.duration_since(since));
        let (status, answer, error) = match stage.end {
            Some((_, Ok(answer))) if answer.stop == Stop::Cancelled => {
                (JobState::Cancelled, Some(answer), None)
            }
            Some((_, Ok(answer))) => (state, Some(answer), None),
            Some((_, Err(error))) if state == JobState::Failed => (state, None, Some(error)),
            _ => (state, self.newest.newest(), None),
        };
        let progress = AnalysisProgress {
            elapsed_ms: elapsed.as_millis() as u64,
            limit_ms: self.limit.as_millis() as u64,
            nodes: self.nodes.load(Ordering::Relaxed),
        };
        let answer = answer.and_then(|answer| self.projector.project((*answer).clone()));
        JobReport { id: self.id.clone(), status, progress, answer, error }
    }
}

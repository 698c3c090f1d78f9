//! One analysis.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use tapis_solver::answer::{Answer, Stop};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use utoipa::ToSchema;

use crate::ServiceError;
use crate::advice::hints::{HintBody, Improvements, PendingSearch, Projector, hint_error};
use crate::jobs::{LongJob, Telling};

/// One analysis, waiting, running or ended.
pub struct Job {
    id: String,
    projector: Projector,
    limit: Duration,
    nodes: Arc<AtomicU64>,
    newest: Improvements,
    started: Mutex<Option<Instant>>,
    end: watch::Sender<Option<End>>,
    stop: CancellationToken,
    telling: Telling,
}

/// How an analysis ended.
#[derive(Clone)]
struct End {
    outcome: Result<Arc<Answer>, ServiceError>,
    at: Instant,
}

/// The state of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum JobState {
    /// It waits for its turn.
    Queued,
    /// It is being searched.
    Running,
    /// It ended with an answer.
    Finished,
    /// It was cancelled; the answer, if any, is what was found until then.
    Cancelled,
    /// It ended without an answer; `problem` says why.
    Failed,
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

impl Job {
    /// An analysis that waits.
    pub fn new(
        id: String,
        projector: Projector,
        limit: Duration,
        nodes: Arc<AtomicU64>,
        newest: Improvements,
    ) -> Self {
        let (started, end, stop) = (Mutex::new(None), watch::Sender::new(None), CancellationToken::new());
        let telling = Telling::default();
        Self { id, projector, limit, nodes, newest, started, end, stop, telling }
    }

    /// Follows the search to its end.
    pub async fn drive(&self, searching: PendingSearch) {
        let outcome = tokio::select! {
            outcome = self.follow(searching) => outcome,
            () = self.stop.cancelled() => Err(ServiceError::internal("the analysis was cancelled")),
        };
        self.end.send_replace(Some(End { outcome: outcome.map(Arc::new), at: Instant::now() }));
    }

    async fn follow(&self, searching: PendingSearch) -> Result<Answer, ServiceError> {
        let searching = searching.started().await?;
        *self.started.lock() = Some(Instant::now());
        searching.answer().await?.map_err(hint_error)
    }

    /// Waits for its end: the body of the answer, or why there is none.
    ///
    /// # Errors
    /// The search failed, was refused while it waited, or was cancelled.
    pub async fn ended(&self) -> Result<HintBody, ServiceError> {
        let mut end = self.end.subscribe();
        let end = end.wait_for(Option::is_some).await.map(|end| end.clone());
        let outcome = end.ok().flatten().map(|end| end.outcome);
        let answer = outcome.unwrap_or_else(|| Err(ServiceError::internal("an analysis without an end")))?;
        self.body(&answer).ok_or_else(|| ServiceError::internal("an answer without moves"))
    }

    fn body(&self, answer: &Answer) -> Option<HintBody> {
        self.projector.project(answer.clone())
    }
}

impl LongJob for Job {
    type Report = JobReport;

    fn id(&self) -> &str {
        &self.id
    }

    fn report(&self) -> JobReport {
        let end = self.end.borrow().clone();
        let cancelled = self.stop.is_cancelled();
        let (status, answer, error) = match end.as_ref().map(|end| &end.outcome) {
            None if self.started.lock().is_none() => (JobState::Queued, None, None),
            None => (JobState::Running, self.newest.newest(), None),
            Some(Ok(answer)) if answer.stop == Stop::Cancelled => {
                (JobState::Cancelled, Some(answer.clone()), None)
            }
            Some(Ok(answer)) => (JobState::Finished, Some(answer.clone()), None),
            Some(Err(_)) if cancelled => (JobState::Cancelled, self.newest.newest(), None),
            Some(Err(error)) => (JobState::Failed, None, Some(error.clone())),
        };
        let until = end.map_or_else(Instant::now, |end| end.at);
        let elapsed = self.started.lock().map_or(Duration::ZERO, |started| until.duration_since(started));
        let progress = AnalysisProgress {
            elapsed_ms: elapsed.as_millis() as u64,
            limit_ms: self.limit.as_millis() as u64,
            nodes: self.nodes.load(Ordering::Relaxed),
        };
        let answer = answer.and_then(|answer| self.body(&answer));
        JobReport { id: self.id.clone(), status, progress, answer, error }
    }

    fn ended_at(&self) -> Option<Instant> {
        self.end.borrow().as_ref().map(|end| end.at)
    }

    fn cancel(&self) {
        self.stop.cancel();
    }

    async fn over(&self) {
        // Without a sender nothing changes either.
        let _ = self.end.subscribe().wait_for(Option::is_some).await;
    }

    fn telling(&self) -> &Telling {
        &self.telling
    }
}

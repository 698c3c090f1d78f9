//! Analyses and reviews shown to the other nodes of a database, and those of other nodes told here.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;
use tapis_db::model::{Json, SharedAnalysis};
use tapis_db::{Store, StoreError};

use super::Service;
use crate::ServiceError;
use crate::advice::analyses::{AnalysisProgress, AnalysisWork, JobReport, JobState};
use crate::jobs::{Jobs, LongJob};

/// How often the others are told how far an analysis is.
const EVERY: Duration = Duration::from_secs(1);
/// After so long without a word the node that searches is taken for dead.
const TOLD_FOR: Duration = Duration::from_secs(15);

/// With what the ids of analyses begin: the store shows reviews beside them.
pub(super) const ANALYSIS: &str = "ana_";

/// How the body of an analysis or a review is written, its texts in all languages.
pub type Written<R> = fn(R) -> Json;

/// An analysis or a review at one moment.
pub enum JobNow<R> {
    /// One of this node or of a node that is gone, or one that is stored.
    Report(Box<R>),
    /// The body that another node wrote.
    Written(Value),
}

/// An analysis at one moment.
pub type AnalysisNow = JobNow<JobReport>;

/// What is read of a body that another node wrote.
#[derive(Deserialize)]
struct ShownJob {
    progress: AnalysisProgress,
}

impl Service {
    /// An analysis as it is now, whichever node searches.
    ///
    /// # Errors
    /// There is none of this id, or its id was given to nobody; the store cannot tell.
    pub async fn analysis(&self, id: &str) -> Result<AnalysisNow, ServiceError> {
        let here = self.analyses.get(id);
        let report = |job: &Arc<AnalysisWork>| AnalysisNow::Report(Box::new(job.report()));
        let none = ServiceError::NotFound { what: "analysis" };
        if !id.starts_with(ANALYSIS) {
            return Err(none);
        }
        if !self.store.is_shared() {
            return here.as_ref().map(report).ok_or(none);
        }
        match (self.in_store(id, |store, id| store.analysis(id)).await, here) {
            // Another node dropped it.
            (Ok(None), Some(job)) if job.course().is_shown() => Err(none),
            (_, Some(job)) => Ok(report(&job)),
            (Ok(Some(shown)), None) => told(shown),
            (Ok(None), None) => Err(none),
            (Err(error), None) => Err(error),
        }
    }

    /// Stops an analysis and forgets it, whichever node searches.
    ///
    /// # Errors
    /// As [`Service::analysis`].
    pub async fn cancel_analysis(&self, id: &str) -> Result<(), ServiceError> {
        if !id.starts_with(ANALYSIS) {
            return Err(ServiceError::NotFound { what: "analysis" });
        }
        let here = self.analyses.get(id).map(|job| self.analyses.remove(job.id())).is_some();
        let shown = self.in_store(id, |store, id| store.drop_analysis(id)).await;
        match (here, shown) {
            (true, _) | (_, Ok(true)) => Ok(()),
            (_, Ok(false)) => Err(ServiceError::NotFound { what: "analysis" }),
            (_, Err(error)) => Err(error),
        }
    }

    /// Shows one of `jobs` to the other nodes from now on, if there may be any; answers whether none of them shows it already.
    pub(super) async fn show<J: LongJob>(
        self: &Arc<Self>,
        jobs: &Arc<Jobs<J>>,
        job: &Arc<J>,
        written: Written<J::Report>,
    ) -> bool {
        if !self.store.is_shared() || job.course().begin_showing() {
            return true;
        }
        let report = shared(&**job, written);
        match self.in_store(job.id(), move |store, _| store.add_analysis(report, TOLD_FOR)).await {
            Ok(true) => job.course().shown(),
            Ok(false) => return false,
            Err(error) => tracing::debug!(%error, "what goes on is not shown yet"),
        }
        let (this, jobs, job) = (Arc::clone(self), Arc::clone(jobs), Arc::clone(job));
        tokio::spawn(async move { this.keep_showing(&jobs, &*job, written).await });
        true
    }

    /// Says how far a job is, to its end, and ends it when another node dropped it.
    async fn keep_showing<J: LongJob>(&self, jobs: &Jobs<J>, job: &J, written: Written<J::Report>) {
        loop {
            let is_shown = job.course().is_shown();
            let is_over = tokio::time::timeout(EVERY, job.course().over()).await.is_ok();
            let report = shared(job, written);
            let time = if report.ended { jobs.keep() } else { TOLD_FOR };
            let say = move |store: &dyn Store, _: &str| match is_shown {
                true => store.change_analysis(report, time),
                false => store.add_analysis(report, time).map(|_| true),
            };
            match self.in_store(job.id(), say).await {
                Ok(true) if is_over && is_shown => return,
                Ok(true) => job.course().shown(),
                Ok(false) => return jobs.remove(job.id()),
                Err(_) if is_over && self.stopping.is_cancelled() => return,
                Err(_) => tokio::time::sleep(EVERY).await,
            }
        }
    }

    /// Asks the store where it may block.
    pub(super) async fn in_store<T: Send + 'static>(
        &self,
        id: &str,
        ask: impl FnOnce(&dyn Store, &str) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, ServiceError> {
        let id = id.to_owned();
        self.ask_store(move |store| ask(store, &id)).await
    }
}

fn shared<J: LongJob>(job: &J, written: Written<J::Report>) -> SharedAnalysis {
    // In this order: what is written of an analysis that has ended is its end.
    let ended = job.course().ended_at().is_some();
    let mut body = written(job.report());
    if let Some(begun_by) = job.begun_by() {
        body = with_beginner(&body, begun_by);
    }
    SharedAnalysis { id: job.id().to_owned(), body, ended, is_late: false }
}

/// The member of a stored body that is for nodes only: who began it.
const BEGUN_BY: &str = "begun_by";

fn with_beginner(body: &Json, begun_by: &str) -> Json {
    let mut members: serde_json::Map<String, Value> = body.read().unwrap_or_default();
    members.insert(BEGUN_BY.to_owned(), begun_by.into());
    Json::of(&members)
}

/// Takes out of the body that another node wrote who began it.
pub(super) fn taken_beginner(body: &mut Value) -> Option<String> {
    let taken = body.as_object_mut()?.remove(BEGUN_BY)?;
    taken.as_str().map(str::to_owned)
}

/// What another node said, or that it is gone.
fn told(shown: SharedAnalysis) -> Result<AnalysisNow, ServiceError> {
    if !shown.is_late {
        return Ok(AnalysisNow::Written(shown.body.read().map_err(ServiceError::internal)?));
    }
    let ShownJob { progress } = shown.body.read().map_err(ServiceError::internal)?;
    let (status, error) = (JobState::Failed, Some(ServiceError::NodeGone));
    Ok(AnalysisNow::Report(Box::new(JobReport { id: shown.id, status, progress, answer: None, error })))
}

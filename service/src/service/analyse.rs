//! Analyses of posted observations.

use std::sync::Arc;
use std::time::Duration;

use tapis_solver::answer::Estimate;
use tapis_solver::control::Control;

use super::Service;
use crate::ServiceError;
use crate::advice::analyses::{Job, Observation, Position, Retry, read};
use crate::advice::hints::{Bounds, Projector, SearchFields, SearchRequest, hint_error, improvements};
use crate::advice::pool::{Caller, Task, Units};

/// An estimate is quick, but not free.
const ESTIMATE_UNITS: u64 = 20;
const ESTIMATE_LIMIT: Duration = Duration::from_secs(5);

/// A question about a posted observation.
pub struct AnalysisRequest {
    /// The observation.
    pub observation: Observation,
    /// What to search.
    pub fields: SearchFields,
}

impl Service {
    /// Starts an analysis, or lets it wait for its turn.
    ///
    /// # Errors
    /// What is wrong with the request, with its pointer; no room.
    pub async fn begin_analysis(
        self: &Arc<Self>,
        request: AnalysisRequest,
        caller: Caller,
        retry: Option<Retry>,
    ) -> Result<Arc<Job>, ServiceError> {
        let (ask, Position { question, legal_moves }) = self.read_analysis(request).await?;
        let mut control = Control::default();
        let newest = improvements(&mut control);
        let nodes = Arc::clone(&control.nodes);
        let searching = question.search(self.solving.of(ask.price), caller, &ask, None, control)?;
        let projector = Projector::new(ask.level, None, &legal_moves);
        let job = Arc::new(Job::new(self.new_analysis_id()?, projector, ask.limit, nodes, newest));
        self.analyses.add(Arc::clone(&job), caller, retry)?;
        let driven = Arc::clone(&job);
        tokio::spawn(async move { driven.drive(searching).await });
        Ok(job)
    }

    /// What an analysis would cost, and the SHA-256 of its observation.
    ///
    /// # Errors
    /// What is wrong with the request, with its pointer; no room.
    pub async fn estimate_analysis(
        self: &Arc<Self>,
        request: AnalysisRequest,
        caller: Caller,
    ) -> Result<([u8; 32], Estimate), ServiceError> {
        let (ask, Position { question, .. }) = self.read_analysis(request).await?;
        let hash = question.log.sha256();
        let work = move || question.engine.estimate(&question.log, &ask.request(&hash));
        let (price, limit) = (Units::new(ESTIMATE_UNITS), ESTIMATE_LIMIT);
        let task = Task { caller, price, limit, patience: None, control: Control::default(), work };
        let outcome = self.solving.hints.submit(task)?.within_limit().await?;
        Ok((hash, outcome.answer.map_err(hint_error)?))
    }

    /// Checks fields and observation.
    async fn read_analysis(
        self: &Arc<Self>,
        request: AnalysisRequest,
    ) -> Result<(SearchRequest, Position), ServiceError> {
        let AnalysisRequest { observation, fields } = request;
        let bounds = Bounds { max_ms: self.settings.analysis_max_ms };
        let ask = fields.check(bounds).map_err(ServiceError::Invalid)?;
        let this = Arc::clone(self);
        let position = tokio::task::spawn_blocking(move || {
            read(observation, &this.rulesets, &*this.store, &*this.sources.engines)
        });
        Ok((ask, position.await.map_err(ServiceError::internal)??))
    }

    fn new_analysis_id(&self) -> Result<String, ServiceError> {
        let secret = self.sources.entropy.bytes().map_err(ServiceError::internal)?;
        Ok(format!("ana_{}", hex::encode(&secret[..16])))
    }
}

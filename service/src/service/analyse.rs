//! Analyses of posted observations.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use tapis_solver::answer::Estimate;
use tapis_solver::control::Control;
use utoipa::ToSchema;

use super::Service;
use super::show::{ANALYSIS, AnalysisNow, Written};
use crate::ServiceError;
use crate::advice::analyses::{AnalysisRequest, AnalysisWork, JobReport, PostedPosition, read};
use crate::advice::hints::{HintBody, Prior, Projector, SearchRequest, hint_error, improvements};
use crate::jobs::{FirstAnswer, LongJob as _, RepeatedJob, Retry};
use crate::pool::{Caller, Task, Units};

/// An estimate is quick, but not free.
const ESTIMATE_UNITS: u64 = 20;
const ESTIMATE_LIMIT: Duration = Duration::from_secs(5);

/// What came of an analysis within the time its creator waited.
pub struct Analysed {
    /// The answer, or the analysis that goes on.
    pub outcome: AnalysisOutcome,
    /// Whether an earlier try of the same request began it.
    pub repeated: bool,
}

/// An answer, or the analysis that goes on.
pub enum AnalysisOutcome {
    /// The answer.
    Answer(HintBody),
    /// It takes longer, or was said to take longer before: its id, and what is told of it where it is searched.
    Job(String, AnalysisNow),
}

impl AnalysisOutcome {
    fn goes_on(job: &AnalysisWork) -> Self {
        Self::Job(job.id().to_owned(), AnalysisNow::Report(Box::new(job.report())))
    }
}

/// What an analysis would cost.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = EstimateAnswer)]
pub struct AnalysisEstimate {
    /// Lower-case hex SHA-256 of the canonical JSON of the observation log.
    pub observation_hash: String,
    #[serde(flatten)]
    #[allow(missing_docs)]
    pub estimate: Estimate,
}

impl Service {
    /// Searches a posted observation, once however often it is asked for, and waits for the answer as long as it says.
    /// Whoever goes away while waiting cancels it, unless a retry can find it. One that goes on is shown to other nodes as `written`.
    ///
    /// # Errors
    /// What is wrong with the request, with its pointer; the key was used for another request; no room; the search failed.
    pub async fn analyse(
        self: &Arc<Self>,
        request: AnalysisRequest,
        caller: Caller,
        retry: Option<Retry>,
        written: Written<JobReport>,
    ) -> Result<Analysed, ServiceError> {
        let wait = request.wait()?;
        let known = retry.as_ref().map(|retry| self.analyses.retried(retry)).transpose()?.flatten();
        let (repeated, keyed) = (known.is_some(), retry.is_some());
        if let (None, Some(retry)) = (&known, &retry)
            && let Some(outcome) = self.begun_elsewhere(retry).await?
        {
            return Ok(Analysed { outcome, repeated: true });
        }
        let RepeatedJob { job, answered } = match known {
            Some(known) => known,
            None => RepeatedJob { job: self.begin(request, caller, retry).await?, answered: None },
        };
        let outcome = match answered {
            Some(FirstAnswer::Job) => AnalysisOutcome::goes_on(&job),
            _ => self.wait_for(&job, wait, keyed).await?,
        };
        if matches!(outcome, AnalysisOutcome::Job(..)) {
            self.show(&self.analyses, &job, written).await;
        }
        Ok(Analysed { outcome, repeated })
    }

    /// The analysis that an earlier try of a request began at another node, if it goes on or its answer is kept.
    async fn begun_elsewhere(&self, retry: &Retry) -> Result<Option<AnalysisOutcome>, ServiceError> {
        if !self.store.is_shared() {
            return Ok(None);
        }
        let id = self.keyed_analysis_id(retry);
        let shown = self.in_store(&id, |store, id| store.analysis(id)).await?.filter(|shown| !shown.is_late);
        let body = shown.map(|shown| serde_json::from_str(shown.body.as_str())).transpose();
        Ok(body
            .map_err(ServiceError::internal)?
            .map(|body| AnalysisOutcome::Job(id, AnalysisNow::Written(body))))
    }

    /// What an analysis would cost.
    ///
    /// # Errors
    /// What is wrong with the request, with its pointer; no room.
    pub async fn estimate_analysis(
        self: &Arc<Self>,
        request: AnalysisRequest,
        caller: Caller,
    ) -> Result<AnalysisEstimate, ServiceError> {
        request.wait()?;
        let (ask, PostedPosition { question, .. }) = self.read_analysis(request).await?;
        let hash = question.log.sha256();
        let work = move || question.engine.estimate(&question.log, &ask.request(&hash));
        let (price, limit) = (Units::new(ESTIMATE_UNITS), ESTIMATE_LIMIT);
        let task = Task { caller, price, limit, patience: None, control: Control::default(), work };
        let outcome = self.solving.of(Units::new(1)).submit(task)?.within_limit().await?;
        let estimate = outcome.answer.map_err(hint_error)?;
        Ok(AnalysisEstimate { observation_hash: hex::encode(hash), estimate })
    }

    /// Starts an analysis, or lets it wait for its turn.
    async fn begin(
        self: &Arc<Self>,
        request: AnalysisRequest,
        caller: Caller,
        retry: Option<Retry>,
    ) -> Result<Arc<AnalysisWork>, ServiceError> {
        let (ask, PostedPosition { question, legal_moves, texts }) = self.read_analysis(request).await?;
        let mut control = Control::default();
        let newest = improvements(&mut control);
        let nodes = Arc::clone(&control.nodes);
        let searching =
            question.search(self.solving.of(ask.price), caller, (&ask, Prior::Nothing), None, control)?;
        let projector = Projector::new(ask.level, None, &legal_moves, texts);
        let id = match &retry {
            Some(retry) => self.keyed_analysis_id(retry),
            None => self.new_analysis_id()?,
        };
        let job = Arc::new(AnalysisWork::new(id, projector, ask.limit, nodes, newest));
        self.analyses.add(Arc::clone(&job), caller, retry)?;
        let driven = Arc::clone(&job);
        tokio::spawn(async move { driven.drive(searching).await });
        Ok(job)
    }

    /// The answer, if it comes within `wait`; else the analysis goes on.
    async fn wait_for(
        &self,
        job: &Arc<AnalysisWork>,
        wait: Duration,
        keyed: bool,
    ) -> Result<AnalysisOutcome, ServiceError> {
        let mut waiting = WaitingCaller { service: self, job, abandoned: !keyed };
        let ended = tokio::time::timeout(wait, job.ended()).await;
        waiting.abandoned = false;
        match ended {
            Ok(Ok(answer)) => {
                self.analyses.answered(job);
                Ok(AnalysisOutcome::Answer(answer))
            }
            Ok(Err(error)) => {
                self.analyses.remove(job.id());
                Err(error)
            }
            Err(_) => {
                self.analyses.publish(job);
                Ok(AnalysisOutcome::goes_on(job))
            }
        }
    }

    /// Checks fields and observation.
    async fn read_analysis(
        self: &Arc<Self>,
        request: AnalysisRequest,
    ) -> Result<(SearchRequest, PostedPosition), ServiceError> {
        let ask = request.search().check(self.settings.analysis_max_ms);
        // Whoever names a long time wants all of it; a hint is wanted soon.
        let ask = ask.map_err(ServiceError::Invalid)?.to_the_end();
        let this = Arc::clone(self);
        let position = move || read(request, &this.rulesets, &*this.store, &*this.sources.engines);
        Ok((ask, self.answers.make_here(position).await??))
    }

    /// The id of the analysis that a request with a key begins, at whichever node; nobody else can guess it.
    fn keyed_analysis_id(&self, retry: &Retry) -> String {
        let asked = [retry.key.as_bytes(), retry.fingerprint.as_bytes()].concat();
        format!("{ANALYSIS}{}", hex::encode(&self.tokens.seal("analysis", &asked).as_bytes()[..16]))
    }

    fn new_analysis_id(&self) -> Result<String, ServiceError> {
        let secret = self.sources.entropy.bytes().map_err(ServiceError::internal)?;
        Ok(format!("{ANALYSIS}{}", hex::encode(&secret[..16])))
    }
}

/// Somebody waits for an answer. If the caller goes away meanwhile, nobody will ever ask for it.
struct WaitingCaller<'a> {
    service: &'a Service,
    job: &'a AnalysisWork,
    abandoned: bool,
}

impl Drop for WaitingCaller<'_> {
    fn drop(&mut self) {
        if self.abandoned {
            self.service.analyses.remove(self.job.id());
        }
    }
}

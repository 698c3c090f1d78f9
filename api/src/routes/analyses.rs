//! Analyses of posted observations.

use std::sync::Arc;
use std::time::Duration;

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, delete, get, post, web};
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tapis_games::log::AnySeenPly;
use tapis_games::seat::Seat;
use tapis_solver::answer::Estimate;
use tapis_solver::request::{Belief, Budget, Concept, Objective, SolverKind};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::extract::{KeyOwner, UnreadBody, caller_address, read_json, replayed, scoped_key};
use crate::problem::{ApiError, BodyProblems, NoSuchAnalysis, ProblemResponses};
use crate::state::AppState;
#[allow(unused_imports, reason = "named in a schema only")]
use crate::wire::SeenPly;
use crate::wire::{AnalysisJob, PostedRuleset};
use tapis_service::ServiceError;
use tapis_service::advice::analyses::{Job, Observation, RepeatedAnalysis, Retry};
use tapis_service::advice::hints::{BudgetForm, HintBody, HintLevel, SearchFields};
use tapis_service::advice::pool::Caller;

pub(super) fn configure(config: &mut ServiceConfig) {
    // `/estimate` before `/{id}`.
    config.service(estimate_analysis).service(create_analysis).service(get_analysis).service(cancel_analysis);
}

/// How long the creator of an analysis waits when it does not say.
const DEFAULT_WAIT_MS: u64 = 2_000;
/// Longest wait.
const MAX_WAIT_MS: u64 = 10_000;

/// An observation with a question about it: the answer of `GET /v1/games/{id}/moves` with solver fields added.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!(example_request()))]
pub struct AnalysisRequest {
    /// The ruleset.
    pub ruleset: PostedRuleset,
    /// The seat to advise. It must be its turn.
    #[serde(default)]
    #[schema(value_type = u8, minimum = 0, maximum = 6)]
    pub seat: Option<Seat>,
    /// What the seat saw, from the set-up on.
    #[schema(value_type = Vec<SeenPly>)]
    pub plies: Vec<AnySeenPly>,
    /// Which family of solver; `auto` when absent.
    #[serde(default)]
    pub solver: Option<SolverKind>,
    /// How much work; 20000 iterations when absent.
    #[serde(default)]
    #[schema(value_type = Option<BudgetForm>)]
    pub budget: Option<Budget>,
    /// What to maximise; the game's default when absent.
    #[serde(default)]
    pub objective: Option<Objective>,
    /// The solution concept where three or more play; `maxn` when absent.
    #[serde(default)]
    pub concept: Option<Concept>,
    /// How likely sampled worlds are taken to be; `weighed` when absent.
    #[serde(default)]
    pub belief: Option<Belief>,
    /// How much of the answer; `full` when absent.
    #[serde(default)]
    pub level: Option<HintLevel>,
    /// Seed of the sampling, 1 to 64 hex digits; derived from the observation when absent.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 64, pattern = "^[0-9a-fA-F]+$")]
    pub seed: Option<String>,
    /// How many milliseconds to wait for the answer before it becomes a job; 2000 when absent.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 10_000)]
    pub wait_ms: Option<u64>,
}

/// What an analysis would cost.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EstimateAnswer {
    /// Lower-case hex SHA-256 of the canonical JSON of the observation log.
    pub observation_hash: String,
    #[serde(flatten)]
    #[allow(missing_docs)]
    pub estimate: Estimate,
}

/// Analyse an observation.
///
/// Searches as a hint does, for any observation; it is never compared with a running game. When the answer does not
/// come within `wait_ms`, it becomes a job: 202 with its address. Going away while waiting cancels it, unless an
/// `Idempotency-Key` promises to come back.
#[utoipa::path(
    tag = "analyses", operation_id = "createAnalysis", security(()),
    params(("Idempotency-Key" = Option<String>, Header,
        description = "Makes a retry from the same address find the same analysis: a random UUID, or at least 22 random characters.",
        min_length = 22)),
    request_body(content = AnalysisRequest, description = "The observation and the question."),
    responses(
        (status = 200, description = "The answer.", body = HintBody, example = json!(super::hints::example_hint())),
        (status = 202, description = "It takes longer: look at `Location`.", body = AnalysisJob,
            headers(("Location" = String, description = "The analysis.")), example = json!(example_job())),
        BodyProblems, ProblemResponses
    )
)]
#[post("/v1/analyses")]
async fn create_analysis(
    state: AppState,
    request: HttpRequest,
    body: UnreadBody,
) -> Result<HttpResponse, ApiError> {
    let bytes = body.bytes().await?;
    let retry = retry(&request, &bytes)?;
    let wanted: AnalysisRequest = read_json(&bytes)?;
    let wait = wait(&wanted)?;
    let known = retry.as_ref().map(|retry| state.service.analyses.retried(retry)).transpose()?.flatten();
    let repeated = known.is_some();
    let keyed = retry.is_some();
    let RepeatedAnalysis { job, answered } = match known {
        Some(known) => known,
        None => {
            let job = state.service.begin_analysis(wanted.into(), caller(&request), retry).await?;
            RepeatedAnalysis { job, answered: None }
        }
    };
    let mut response = match answered {
        Some(202) => accepted(&state, &job),
        _ => wait_for(&state, &job, wait, keyed).await?,
    };
    if repeated {
        let (name, value) = replayed();
        response.headers_mut().insert(name, value);
    }
    Ok(response)
}

/// Look at an analysis.
///
/// How far it is, what it has searched, and the answer: the best so far while it runs.
#[utoipa::path(
    tag = "analyses", operation_id = "getAnalysis", security(()),
    params(("id" = String, Path, description = "The analysis.", example = json!(EXAMPLE_ID))),
    responses(
        (status = 200, description = "The analysis as it is now.", body = AnalysisJob, example = json!(example_job())),
        NoSuchAnalysis, ProblemResponses
    )
)]
#[get("/v1/analyses/{id}")]
async fn get_analysis(state: AppState, id: web::Path<String>) -> Result<HttpResponse, ApiError> {
    let job = state.service.analyses.get(&id).ok_or_else(no_analysis)?;
    Ok(HttpResponse::Ok().insert_header(NO_STORE).json(AnalysisJob::from(job.report())))
}

/// Cancel an analysis.
///
/// Stops its search, if it still runs, and forgets it.
#[utoipa::path(
    tag = "analyses", operation_id = "cancelAnalysis", security(()),
    params(("id" = String, Path, description = "The analysis.", example = json!(EXAMPLE_ID))),
    responses((status = 204, description = "It is gone."), NoSuchAnalysis, ProblemResponses)
)]
#[delete("/v1/analyses/{id}")]
async fn cancel_analysis(state: AppState, id: web::Path<String>) -> Result<HttpResponse, ApiError> {
    let job = state.service.analyses.get(&id).ok_or_else(no_analysis)?;
    state.service.analyses.remove(job.id());
    Ok(HttpResponse::NoContent().finish())
}

/// Estimate an analysis.
///
/// Which solver `auto` would take, how many worlds agree with the observation, how long the search would take and what
/// its answer could claim, without searching. Takes the same body as an analysis.
#[utoipa::path(
    tag = "analyses", operation_id = "estimateAnalysis", security(()),
    request_body(content = AnalysisRequest, description = "The observation and the question."),
    responses(
        (status = 200, description = "The estimate.", body = EstimateAnswer, example = json!({
            "observation_hash": "9b74c9897bac770ffc029102a200c5de2a5bb9c1e4b5e1f3f1a0c8d7e6f50413",
            "solver": "sampling", "worlds": {"consistent": 504.0, "counted": "exact", "used": 0},
            "log10_nodes": 14.2, "expected_ms": 400.0, "reachable": "sampled"
        })),
        BodyProblems, ProblemResponses
    )
)]
#[post("/v1/analyses/estimate")]
async fn estimate_analysis(
    state: AppState,
    request: HttpRequest,
    body: UnreadBody,
) -> Result<HttpResponse, ApiError> {
    let wanted: AnalysisRequest = read_json(&body.bytes().await?)?;
    wait(&wanted)?;
    let (hash, estimate) = state.service.estimate_analysis(wanted.into(), caller(&request)).await?;
    let answer = EstimateAnswer { observation_hash: hex::encode(hash), estimate };
    Ok(HttpResponse::Ok().insert_header(NO_STORE).json(answer))
}

fn no_analysis() -> ServiceError {
    ServiceError::NotFound { what: "analysis" }
}

const NO_STORE: (header::HeaderName, &str) = (header::CACHE_CONTROL, "no-store");

impl From<AnalysisRequest> for tapis_service::AnalysisRequest {
    fn from(wanted: AnalysisRequest) -> Self {
        let AnalysisRequest {
            ruleset,
            seat,
            plies,
            solver,
            budget,
            objective,
            concept,
            belief,
            level,
            seed,
            wait_ms: _,
        } = wanted;
        Self {
            observation: Observation { ruleset: ruleset.into(), seat, plies },
            fields: SearchFields { solver, budget, objective, concept, belief, level, seed },
        }
    }
}

/// The answer, if it comes within `wait`; else the job.
async fn wait_for(
    state: &AppState,
    job: &Arc<Job>,
    wait: Duration,
    keyed: bool,
) -> Result<HttpResponse, ApiError> {
    let waiting = Waiting { state, job, keyed, done: false };
    match tokio::time::timeout(wait, job.ended()).await {
        Ok(Ok(answer)) => {
            waiting.done();
            state.service.analyses.answered(job);
            Ok(HttpResponse::Ok().insert_header(NO_STORE).json(answer))
        }
        Ok(Err(error)) => {
            waiting.done();
            state.service.analyses.remove(job.id());
            Err(error.into())
        }
        Err(_) => {
            waiting.done();
            Ok(accepted(state, job))
        }
    }
}

/// The analysis goes on as a job.
fn accepted(state: &AppState, job: &Job) -> HttpResponse {
    state.service.analyses.publish(job);
    let location = (header::LOCATION, format!("/v1/analyses/{}", job.id()));
    HttpResponse::Accepted()
        .insert_header(location)
        .insert_header(NO_STORE)
        .json(AnalysisJob::from(job.report()))
}

/// Somebody waits for an answer. If the client goes away meanwhile, nobody will ever ask for it.
struct Waiting<'a> {
    state: &'a AppState,
    job: &'a Job,
    keyed: bool,
    done: bool,
}

impl Waiting<'_> {
    fn done(mut self) {
        self.done = true;
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if !self.done && !self.keyed {
            self.state.service.analyses.remove(self.job.id());
        }
    }
}

fn wait(wanted: &AnalysisRequest) -> Result<Duration, ApiError> {
    match wanted.wait_ms.unwrap_or(DEFAULT_WAIT_MS) {
        ms if ms <= MAX_WAIT_MS => Ok(Duration::from_millis(ms)),
        _ => Err(ApiError::field("/wait_ms", format!("from 0 to {MAX_WAIT_MS}"))),
    }
}

fn caller(request: &HttpRequest) -> Caller {
    Caller::new(caller_address(request), 0)
}

fn retry(request: &HttpRequest, bytes: &Bytes) -> Result<Option<Retry>, ApiError> {
    let scoped = scoped_key(request, KeyOwner::Address)?;
    Ok(scoped.map(|(key, scope)| Retry { key: format!("{scope} {key}"), fingerprint: blake3::hash(bytes) }))
}

const EXAMPLE_ID: &str = "ana_5f0c4e7b9d3a48e1a6c2b7d80f13e9c4";

/// The visible set-up of a short game.
pub(in crate::routes) fn example_set_up() -> Value {
    let cards = json!([{"cell": "1c01", "region": "anjou", "shields": 2, "symbol": "sword"}]);
    json!({"n": 0, "outcome": {"set_up": {"first_seat": 0, "rows": [cards], "disc_cells": ["1c01"]}}})
}

fn example_request() -> Value {
    json!({
        "ruleset": {"game": "richelieu", "options": {"open_discs": true}},
        "seat": 0,
        "plies": [example_set_up()],
        "budget": {"ms": 5000},
        "wait_ms": 0
    })
}

fn example_job() -> Value {
    json!({
        "id": EXAMPLE_ID, "status": "running",
        "progress": {"elapsed_ms": 4120, "limit_ms": 60500, "nodes": 9102331}
    })
}

//! Analyses of posted observations.

use actix_web::http::header;
use actix_web::middleware::from_fn;
use actix_web::{HttpRequest, HttpResponse, delete, get, post, web};
use bytes::Bytes;
use serde::Serialize;
use tapis_db::model::Json;
use tapis_games::locale::Languages;
use tapis_service::advice::analyses::{AnalysisRequest, JobReport};
use tapis_service::advice::hints::HintBody;
use tapis_service::pool::Caller;
use tapis_service::{AnalysisEstimate, AnalysisNow, AnalysisOutcome, Retry};
use utoipa_actix_web::service_config::ServiceConfig;

use super::respond::{self, again};
use crate::allowance::as_hint;
use crate::extract::{Body, KeyOwner, caller_address, scoped_key};
use crate::languages;
use crate::problem::{ApiError, BodyProblems, NoSuchAnalysis, ProblemResponses};
use crate::state::AppState;
use crate::wire::AnalysisJob;

pub(super) fn configure(config: &mut ServiceConfig) {
    // `/estimate` before `/{id}`.
    config.service(estimate_analysis).service(create_analysis).service(get_analysis).service(cancel_analysis);
}

/// Analyse an observation.
///
/// Searches like a hint, for any observation, but uses a budget of time to its end unless the first move is proved or the
/// confidence asked for is reached. The observation is never compared with a running game. If the answer does not
/// come within `wait_ms`, the analysis becomes a job: 202 with its URL. Disconnecting while waiting cancels it, unless the
/// request has an `Idempotency-Key`.
#[utoipa::path(
    tag = "analyses", operation_id = "createAnalysis", security(()),
    params(("Idempotency-Key" = Option<String>, Header,
        description = "Makes a retry from the same address find the same analysis: a random UUID, or 16 random bytes in hex or Base64: at least 22 characters.",
        min_length = 22)),
    request_body(content = AnalysisRequest, description = "The observation and the question."),
    responses(
        (status = 200, description = "The answer.", body = HintBody, example = json!(example!("hint"))),
        (status = 202, description = "The analysis takes longer: see `Location`.", body = AnalysisJob,
            headers(("Location" = String, description = "The analysis.")), example = json!(example!("analysis"))),
        BodyProblems, ProblemResponses
    )
)]
#[post("/v1/analyses", wrap = "from_fn(as_hint)")]
async fn create_analysis(
    state: AppState,
    request: HttpRequest,
    Body { value: wanted, bytes }: Body<AnalysisRequest>,
) -> Result<HttpResponse, ApiError> {
    let retry = retry(&request, &bytes)?;
    let analysed = state.service.analyse(wanted, caller(&request), retry, written).await?;
    let response = match analysed.outcome {
        AnalysisOutcome::Answer(answer) => {
            respond::json(HttpResponse::Ok().insert_header(NO_STORE), &answer)?
        }
        AnalysisOutcome::Job(job) => accepted(&job.id.clone(), &AnalysisJob::from(*job))?,
        AnalysisOutcome::Elsewhere { id, mut body } => {
            languages::asked().leave(&mut body);
            accepted(&id, &body)?
        }
    };
    Ok(if analysed.repeated { again(response) } else { response })
}

/// Get an analysis.
///
/// Progress, work done, and the best answer so far.
#[utoipa::path(
    tag = "analyses", operation_id = "getAnalysis", security(()),
    params(("id" = String, Path, description = "The analysis.", example = json!(EXAMPLE_ID))),
    responses(
        (status = 200, description = "The analysis as it is now.", body = AnalysisJob, example = json!(example!("analysis"))),
        NoSuchAnalysis, ProblemResponses
    )
)]
#[get("/v1/analyses/{id}")]
async fn get_analysis(state: AppState, id: web::Path<String>) -> Result<HttpResponse, ApiError> {
    let mut response = HttpResponse::Ok();
    response.insert_header(NO_STORE);
    match state.service.analysis(&id).await? {
        AnalysisNow::Report(report) => respond::json(&mut response, &AnalysisJob::from(*report)),
        AnalysisNow::Written(mut body) => {
            languages::asked().leave(&mut body);
            respond::json(&mut response, &body)
        }
    }
}

/// Cancel an analysis.
///
/// Stops the search if it still runs, and deletes the analysis.
#[utoipa::path(
    tag = "analyses", operation_id = "cancelAnalysis", security(()),
    params(("id" = String, Path, description = "The analysis.", example = json!(EXAMPLE_ID))),
    responses((status = 204, description = "The analysis is deleted."), NoSuchAnalysis, ProblemResponses)
)]
#[delete("/v1/analyses/{id}")]
async fn cancel_analysis(state: AppState, id: web::Path<String>) -> Result<HttpResponse, ApiError> {
    state.service.cancel_analysis(&id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Estimate an analysis.
///
/// Answers without searching: which solver `auto` would choose, how many worlds agree with the observation, how long the search
/// would take, and what its answer could claim. Takes the same body as an analysis.
#[utoipa::path(
    tag = "analyses", operation_id = "estimateAnalysis", security(()),
    request_body(content = AnalysisRequest, description = "The observation and the question."),
    responses(
        (status = 200, description = "The estimate.", body = AnalysisEstimate, example = json!(example!("estimate"))),
        BodyProblems, ProblemResponses
    )
)]
#[post("/v1/analyses/estimate", wrap = "from_fn(as_hint)")]
async fn estimate_analysis(
    state: AppState,
    request: HttpRequest,
    body: Body<AnalysisRequest>,
) -> Result<HttpResponse, ApiError> {
    let answer = state.service.estimate_analysis(body.value, caller(&request)).await?;
    respond::json(HttpResponse::Ok().insert_header(NO_STORE), &answer)
}

/// The answer to whoever has to ask later.
fn accepted(id: &str, body: &impl Serialize) -> Result<HttpResponse, ApiError> {
    let location = (header::LOCATION, format!("/v1/analyses/{id}"));
    respond::json(HttpResponse::Accepted().insert_header(location).insert_header(NO_STORE), body)
}

const NO_STORE: (header::HeaderName, &str) = (header::CACHE_CONTROL, "no-store");

/// An analysis as other nodes tell of it: they choose the language.
fn written(report: JobReport) -> Json {
    languages::answering_now(Languages::All, || {
        Languages::All.writing(|| Json::of(&AnalysisJob::from(report)))
    })
}

fn caller(request: &HttpRequest) -> Caller {
    Caller::new(caller_address(request), 0)
}

fn retry(request: &HttpRequest, bytes: &Bytes) -> Result<Option<Retry>, ApiError> {
    let scoped = scoped_key(request, KeyOwner::Address)?;
    Ok(scoped.map(|(key, scope)| Retry { key: format!("{scope} {key}"), fingerprint: blake3::hash(bytes) }))
}

const EXAMPLE_ID: &str = "ana_5f0c4e7b9d3a48e1a6c2b7d80f13e9c4";

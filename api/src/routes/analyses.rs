//! Analyses of posted observations.

use super::prelude::*;

use tapis_service::advice::analyses::AnalysisRequest;
use tapis_service::advice::hints::HintBody;
use tapis_service::{AnalysisEstimate, AnalysisOutcome, Retry};

pub(super) fn configure(config: &mut ServiceConfig) {
    // `/estimate` before `/{id}`.
    config.service(estimate_analysis).service(create_analysis).service(get_analysis).service(cancel_analysis);
}

/// Analyse an observation.
///
/// Searches like a hint, for any observation, but uses a budget of time to its end unless the first move is proved or the
/// confidence asked for is reached. The observation is never compared with a running game:
/// `hints` of a game keep none of its players from asking here (docs/ratings.md says why). If the answer does not
/// come within `wait_ms`, the analysis becomes a job: 202 with its URL. Disconnecting while waiting cancels it, unless the
/// request has an `Idempotency-Key`.
#[utoipa::path(
    tag = "analyses", operation_id = "createAnalysis", security(()),
    params(("Idempotency-Key" = Option<String>, Header,
        description = "Makes a retry by the same caller, known by the login, or else by the address, find the same analysis: a random UUID, or 16 random bytes in hex or Base64: at least 22 characters.",
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
    Body { value: mut wanted, bytes }: Body<AnalysisRequest>,
) -> Answer {
    let retry = retry(&request, &bytes)?;
    // Whoever waits is in memory as a stream is. Without a place the analysis is a job at once.
    let place = if wanted.wait()?.is_zero() { None } else { state.streams.take(caller(&request)).ok() };
    if place.is_none() {
        wanted.wait_ms = Some(0);
    }
    let analysed =
        state.service.analyse(wanted, caller(&request), retry, respond::shown_job::<_, AnalysisJob>).await?;
    let response = match analysed.outcome {
        AnalysisOutcome::Answer(answer) => respond::ok(&answer)?,
        AnalysisOutcome::Job(id, now) => {
            let response = respond::job::<_, AnalysisJob>(StatusCode::ACCEPTED, now)?;
            with(response, header::LOCATION, &format!("/v1/analyses/{id}"))
        }
    };
    Ok(if analysed.repeated { respond::again(response) } else { response })
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
async fn get_analysis(state: AppState, id: web::Path<String>) -> Answer {
    respond::job::<_, AnalysisJob>(StatusCode::OK, state.service.analysis(&id).await?)
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
async fn cancel_analysis(state: AppState, id: web::Path<String>) -> Answer {
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
async fn estimate_analysis(state: AppState, request: HttpRequest, body: Body<AnalysisRequest>) -> Answer {
    let answer = state.service.estimate_analysis(body.value, caller(&request)).await?;
    respond::ok(&answer)
}

fn retry(request: &HttpRequest, bytes: &Bytes) -> Result<Option<Retry>, ApiError> {
    let scoped = scoped_key(request, KeyOwner::Caller(None))?;
    Ok(scoped.map(|(key, scope)| Retry { key: format!("{scope} {key}"), fingerprint: blake3::hash(bytes) }))
}

const EXAMPLE_ID: &str = "ana_5f0c4e7b9d3a48e1a6c2b7d80f13e9c4";

//! Experiments: simulations and comparisons of rulesets and line-ups.

use super::prelude::*;

use std::sync::Arc;

use tapis_db::model::ExperimentState;
use tapis_lab::{Experiment, Laboratory, Plan, Report};

mod events;
pub(crate) mod games;
mod report;
mod values;

pub(super) fn configure(config: &mut ServiceConfig) {
    config
        .service(create_experiment)
        .service(list_experiments)
        .service(get_experiment)
        .service(cancel_experiment)
        .service(report::get_experiment_report)
        .service(values::export_experiment)
        .service(games::get_experiment_game);
}

const NO_STORE: (header::HeaderName, &str) = (header::CACHE_CONTROL, "no-store");
const EXAMPLE_ID: &str = "exp_5f0c4e7b9d3a48e1a6c2b7d80f13e9c4";

/// How many experiments to list.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListQuery {
    /// The maximum number of experiments; 50 when absent.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u64>,
}

/// The newest experiments.
#[derive(Serialize, ToSchema)]
pub struct ExperimentList {
    /// The newest first.
    pub items: Vec<ExperimentEntry>,
}

/// An experiment in the list.
#[derive(Serialize, ToSchema)]
pub struct ExperimentEntry {
    /// Its id.
    #[schema(example = json!(EXAMPLE_ID))]
    pub id: String,
    /// Its state.
    pub state: ExperimentState,
    /// When it was posted.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// When it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub ended_at: Option<String>,
}

/// Run an experiment.
///
/// Bots play the arms on the same deals, and each deal in all different seatings. The experiment is queued: read `Location`, or
/// follow it. It has the lowest priority, below moves, bots and hints. The request is idempotent, because the same plan
/// is the same experiment: posted again, it is reported, or resumed if it was cancelled. So a retry needs no `Idempotency-Key`.
/// Needs the admin token or a key of scope `lab`.
#[utoipa::path(
    tag = "experiments", operation_id = "createExperiment", security(("admin_token" = []), ("api_key" = [])),
    request_body(content = Plan, description = "What to play, and what to measure.", example = json!(example!("plan"))),
    responses(
        (status = 200, description = "The experiment is already over.", body = Report, example = json!(example!("experiment"))),
        (status = 202, description = "The experiment is queued or running: see `Location`.", body = Report,
            headers(("Location" = String, description = "The experiment.")), example = json!(example!("experiment-queued"))),
        DesignerProblems, BodyProblems, SpaceProblems, ProblemResponses
    )
)]
#[post("/v1/experiments")]
async fn create_experiment(
    state: AppState,
    designer: Designer,
    Body { value: plan, .. }: Body<Plan>,
) -> Answer {
    let report = submit(&state, plan, designer).await?;
    let status = if report.state.is_open() { StatusCode::ACCEPTED } else { StatusCode::OK };
    let response = respond::no_store(status, &report, false)?;
    Ok(with(response, header::LOCATION, &format!("/v1/experiments/{}", report.id)))
}

/// Queues an experiment of a designer, or finds it again.
///
/// # Errors
/// Those of `createExperiment`.
pub(crate) async fn submit(state: &AppState, plan: Plan, by: Designer) -> Result<Report, ApiError> {
    with_laboratory(state, move |laboratory| laboratory.submit(&plan, by.key.as_deref())).await
}

/// List experiments.
///
/// Newest first. Needs the admin token or a key of scope `lab`.
#[utoipa::path(
    tag = "experiments", operation_id = "listExperiments", security(("admin_token" = []), ("api_key" = [])),
    params(ListQuery),
    responses(
        (status = 200, description = "The experiments.", body = ExperimentList, example = json!({"items": [
            {"id": EXAMPLE_ID, "state": "finished", "created_at": "2026-03-01T12:00:00Z", "ended_at": "2026-03-01T12:03:10Z"}]})),
        DesignerProblems, QueryProblems, ProblemResponses
    )
)]
#[get("/v1/experiments")]
async fn list_experiments(state: AppState, _: Designer, Query(query): Query<ListQuery>) -> Answer {
    let limit = match query.limit.unwrap_or(50) {
        limit @ 1..=200 => limit as usize,
        _ => return Err(ApiError::query("limit", said("from_to").with("least", 1).with("most", 200))),
    };
    let newest = with_laboratory(&state, move |laboratory| laboratory.newest(limit)).await?;
    let entry = |record: tapis_db::model::ExperimentRecord| ExperimentEntry {
        id: record.id,
        state: record.state,
        created_at: record.created_at.to_string(),
        ended_at: record.ended_at.map(|time| time.to_string()),
    };
    let items = newest.into_iter().map(entry).collect();
    respond::ok(&ExperimentList { items })
}

/// Get an experiment.
///
/// State, progress with rate and time left, and in `outcome` the results so far: every arm with its mean and its number of games
/// (`getExperimentGame` replays each), and the difference of every other arm to the first: interval, verdict, and how many more deals
/// would decide. The intervals hold simultaneously, however often you look. Needs the admin token or a key of scope `lab`.
///
/// With `Accept: text/event-stream` alone the experiment is followed: `progress` after each advance, at most twice a second, and
/// `ended` once at the end; `data` is the report. A comment is sent every 15 seconds as a heartbeat. Each event has the whole
/// report, so a broken stream is resumed without a position.
#[utoipa::path(
    tag = "experiments", operation_id = "getExperiment", security(("admin_token" = []), ("api_key" = [])),
    params(
        ("id" = String, Path, description = "The experiment.", example = json!(EXAMPLE_ID)),
        ("Accept" = Option<String>, Header, description = "`text/event-stream` to follow the experiment."),
    ),
    responses(
        (status = 200, description = "The experiment as it is now, or a stream of reports.", content(
            (Report = "application/json", example = json!(example!("experiment"))),
            (String = "text/event-stream", example = json!(events::EXAMPLE)),
        )),
        DesignerProblems, NoSuchExperiment, ProblemResponses
    )
)]
#[get("/v1/experiments/{id}")]
async fn get_experiment(state: AppState, request: HttpRequest, _: Designer, id: web::Path<String>) -> Answer {
    let id = id.into_inner();
    if wants_events_alone(&request) {
        return events::stream(state, &request, id).await;
    }
    respond::ok(&report(&state, id).await?)
}

/// Cancel an experiment.
///
/// Stops the experiment; the games played stay in the statistics. Post the plan again to resume it. Needs the admin token, or the
/// key of scope `lab` that asked for it last.
#[utoipa::path(
    tag = "experiments", operation_id = "cancelExperiment", security(("admin_token" = []), ("api_key" = [])),
    params(("id" = String, Path, description = "The experiment.", example = json!(EXAMPLE_ID))),
    responses(
        (status = 204, description = "The experiment is cancelled."),
        DesignerProblems, NoSuchExperiment, ProblemResponses
    )
)]
#[delete("/v1/experiments/{id}")]
async fn cancel_experiment(state: AppState, designer: Designer, id: web::Path<String>) -> Answer {
    let cancelled = move |laboratory: &Laboratory| laboratory.cancel(&id, designer.key.as_deref());
    match with_laboratory(&state, cancelled).await? {
        true => Ok(HttpResponse::NoContent().finish()),
        false => Err(no_experiment().into()),
    }
}

/// Works with the laboratory where it may block.
async fn with_laboratory<T: Send + 'static>(
    state: &AppState,
    work: impl FnOnce(&Laboratory) -> Result<T, ServiceError> + Send + 'static,
) -> Result<T, ApiError> {
    let laboratory = state.laboratory.clone();
    let done = tokio::task::spawn_blocking(move || work(&laboratory)).await;
    Ok(done.map_err(ServiceError::internal)??)
}

/// How far an experiment is, and what it found.
///
/// # Errors
/// There is none of this id.
pub(crate) async fn report(state: &AppState, id: String) -> Result<Report, ApiError> {
    let report = with_laboratory(state, move |laboratory| laboratory.report(&id)).await?;
    Ok(report.ok_or_else(no_experiment)?)
}

async fn experiment(state: &AppState, id: String) -> Result<Arc<Experiment>, ApiError> {
    let experiment = with_laboratory(state, move |laboratory| laboratory.experiment(&id)).await?;
    Ok(experiment.ok_or_else(no_experiment)?)
}

fn no_experiment() -> ServiceError {
    ServiceError::NotFound { what: "experiment" }
}

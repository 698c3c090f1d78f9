//! Statistics of finished games.

#![allow(unused_qualifications, reason = "the route macros name parameters with their path")]

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, get, web};
use tapis_db::model::Period;
use tapis_db::{StatisticsReader, StoreError};
use tapis_lab::Laboratory;
use tapis_lab::statistics::{Features, Question, StatisticsRequest, Summary, sources};
use tapis_service::ServiceError;
use tapis_service::pool::Caller;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::extract::{Query, caller_address};
use crate::problem::{ApiError, NoSuchGame, ProblemResponses, QueryProblems};
use crate::state::AppState;

mod chart;
mod crossed;
mod facts;
mod form;
mod query;
mod report;
mod scan;
mod series;

use form::Form;
pub(crate) use query::ChartOf;
use query::{FeaturesQuery, SummaryQuery};

pub(super) fn configure(config: &mut ServiceConfig) {
    config
        .service(get_summary)
        .service(get_features)
        .service(series::get_series)
        .service(chart::get_chart)
        .service(crossed::get_crossed)
        .service(report::get_report)
        .service(facts::export_facts);
}

/// Summarise finished games.
///
/// Games, win share of each seat, scores, ties and length, each with its n, 95 % interval and method, the line-ups that played,
/// and `sources`: which finished games of the game there are to ask about. The answer is JSON, or a table with a row for each
/// number: `format` chooses, or else `Accept`.
#[utoipa::path(
    tag = "statistics", operation_id = "getSummary", security(()),
    params(("game" = String, Path, description = "The game's id.", example = "richelieu"), SummaryQuery),
    responses(
        (status = 200, description = "The summary.", content(
            (Summary = "application/json", example = json!(example!("summary"))),
            (String = "text/csv", example = json!(form::EXAMPLE_CSV)),
            (String = "application/x-ndjson", example = json!(form::EXAMPLE_NDJSON)),
            (String = "application/vnd.apache.parquet", example = json!(form::EXAMPLE_PARQUET)),
        )),
        (status = 304, description = "Not modified: what `If-None-Match` names is current."),
        NoSuchGame, QueryProblems, ProblemResponses
    )
)]
#[get("/v1/stats/{game}/summary")]
async fn get_summary(
    state: AppState,
    game: web::Path<String>,
    Query(query): Query<SummaryQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let form = Form::asked(query.format, &request)?;
    let mut summary = summary(&state, &game, query.which(), &request).await?;
    if form == Form::Json {
        let game = game.into_inner();
        summary.sources =
            read(&state, &request, move |store| Ok(sources(&store.populations()?, &game))).await?;
    }
    form.answer(&request, &summary)
}

/// List what goes with winning.
///
/// For each value of each feature: how many seats had it, their win share, its lift over the other values, and whether that
/// lift is significant after correction for multiple tests. Seats are compared only within one line-up and one seat, so bots of
/// different levels are never mixed. Values with few games get `insufficient_data` instead of numbers. The answer is JSON, or a
/// table with a row for each number: `format` chooses, or else `Accept`.
#[utoipa::path(
    tag = "statistics", operation_id = "getFeatures", security(()),
    params(("game" = String, Path, description = "The game's id.", example = "richelieu"), FeaturesQuery),
    responses(
        (status = 200, description = "The features.", content(
            (Features = "application/json", example = json!(example!("features"))),
            (String = "text/csv", example = json!(form::EXAMPLE_CSV)),
            (String = "application/x-ndjson", example = json!(form::EXAMPLE_NDJSON)),
            (String = "application/vnd.apache.parquet", example = json!(form::EXAMPLE_PARQUET)),
        )),
        (status = 304, description = "Not modified: what `If-None-Match` names is current."),
        NoSuchGame, QueryProblems, ProblemResponses
    )
)]
#[get("/v1/stats/{game}/features")]
async fn get_features(
    state: AppState,
    game: web::Path<String>,
    Query(query): Query<FeaturesQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let form = Form::asked(query.format, &request)?;
    let features = features(&state, &game, query.which(), query.feature, &request).await?;
    form.answer(&request, &features)
}

/// What came of the games.
async fn summary(
    state: &AppState,
    game: &str,
    which: StatisticsRequest,
    request: &HttpRequest,
) -> Result<Summary, ApiError> {
    let question = question(state, game, which).await?;
    let wide = adds_games_up(&question);
    read_or_scan(state, request, wide, move |store| question.summary(store)).await
}

/// What went with a win: for all features, or for `feature` alone.
async fn features(
    state: &AppState,
    game: &str,
    which: StatisticsRequest,
    feature: Option<String>,
    request: &HttpRequest,
) -> Result<Features, ApiError> {
    let question = question(state, game, which).await?;
    question.check_feature(feature.as_deref()).map_err(of_query)?;
    let wide = adds_games_up(&question);
    read_or_scan(state, request, wide, move |store| question.features(store, feature.as_deref())).await
}

/// What is asked; rulesets and experiments may have to be read for it.
async fn question(state: &AppState, game: &str, which: StatisticsRequest) -> Result<Question, ApiError> {
    let game = game.to_owned();
    with_laboratory(state, move |laboratory| laboratory.question(&game, which)).await
}

/// Works with the laboratory, which may read the store, where nobody is served.
async fn with_laboratory<T: Send + 'static>(
    state: &AppState,
    work: impl FnOnce(&Laboratory) -> Result<T, ServiceError> + Send + 'static,
) -> Result<T, ApiError> {
    let laboratory = state.laboratory.clone();
    let done = state.service.answers().make_here(move || work(&laboratory)).await?;
    done.map_err(of_query)
}

/// Reads when it is the turn of the caller, of whom only the address counts.
async fn read<T: Send + 'static>(
    state: &AppState,
    request: &HttpRequest,
    read: impl FnOnce(&dyn StatisticsReader) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, ApiError> {
    let caller = Caller::new(caller_address(request), 0);
    let store = Arc::clone(state.service.store());
    Ok(state.statistics.read(caller, move || read(&*store)).await?)
}

/// Whether an answer goes through the games one by one: no sums are kept of a period.
fn adds_games_up(question: &Question) -> bool {
    question.filter.period != Period::default()
}

async fn read_or_scan<T: Send + 'static>(
    state: &AppState,
    request: &HttpRequest,
    is_scan: bool,
    work: impl FnOnce(&dyn StatisticsReader) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, ApiError> {
    if is_scan { scan(state, request, work).await } else { read(state, request, work).await }
}

/// As [`read`], for what goes through the games one by one: one at a time, and it ends when the caller goes away.
async fn scan<T: Send + 'static>(
    state: &AppState,
    request: &HttpRequest,
    read: impl FnOnce(&dyn StatisticsReader) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, ApiError> {
    let caller = Caller::new(caller_address(request), 0);
    let store = Arc::clone(state.service.store());
    let scan = move |gone: &dyn Fn() -> bool| read(&scan::UntilGone { store: &*store, gone });
    Ok(state.statistics.scan(caller, scan).await?)
}

/// The refusal of a request whose fields are query parameters.
fn of_query(error: ServiceError) -> ApiError {
    match error {
        ServiceError::Invalid(errors) => ApiError::InvalidQuery(errors),
        other => other.into(),
    }
}

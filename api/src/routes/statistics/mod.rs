//! Statistics of finished games.

use super::prelude::*;

use std::sync::Arc;

use tapis_db::model::{Gone, Period};
use tapis_db::{StatisticsReader, StoreError};
use tapis_lab::Laboratory;
use tapis_lab::statistics::{Features, Question, StatisticsRequest, Summary, sources};
use tapis_solver::control::Control;

mod chart;
mod crossed;
mod facts;
mod form;
mod query;
mod report;
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
async fn get_summary(at: OfGame, Query(query): Query<SummaryQuery>) -> Answer {
    let form = Form::asked(query.format, &at.2)?;
    let which = query.which();
    let summary =
        if form == Form::Json { with_sources(&at, which).await? } else { summary(&at, which).await? };
    form.answer(&at, summary).await
}

/// The summary, and which games there are to ask about.
async fn with_sources(at: &OfGame, which: StatisticsRequest) -> Result<Summary, ApiError> {
    let (mut summary, game) = (summary(at, which).await?, at.1.to_string());
    summary.sources = read(at, false, move |store, _| Ok(sources(&store.populations()?, &game))).await?;
    Ok(summary)
}

/// The parts there are, the usual one first.
pub(crate) const PARTS: [&str; 4] = ["summary", "features", "crossed", "series"];

/// The JSON of one of [`PARTS`], asked by the text of its query.
///
/// # Errors
/// Those of its call.
pub(crate) async fn part(at: &OfGame, name: &str, query: &str) -> Result<Bytes, ApiError> {
    let json = match name {
        "features" => {
            let Query(query) = read_query::<FeaturesQuery>(query)?;
            let features = features(at, query.which(), query.feature).await?;
            Form::Json.document(at, features).await?
        }
        "crossed" => {
            let crossed = crossed::crossed(at, read_query(query)?.0).await?;
            Form::Json.document(at, crossed).await?
        }
        "series" => {
            let series = series::series(at, &read_query(query)?.0).await?;
            Form::Json.document(at, series).await?
        }
        _ => {
            let Query(query) = read_query::<SummaryQuery>(query)?;
            Form::Json.document(at, with_sources(at, query.which()).await?).await?
        }
    };
    Ok(json.body)
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
async fn get_features(at: OfGame, Query(query): Query<FeaturesQuery>) -> Answer {
    let form = Form::asked(query.format, &at.2)?;
    let features = features(&at, query.which(), query.feature).await?;
    form.answer(&at, features).await
}

/// What came of the games.
async fn summary(at: &OfGame, which: StatisticsRequest) -> Result<Summary, ApiError> {
    figures(at, question(at, which).await?, Question::summary).await
}

/// What went with a win: for all features, or for `feature` alone.
async fn features(
    at: &OfGame,
    which: StatisticsRequest,
    feature: Option<String>,
) -> Result<Features, ApiError> {
    let question = question(at, which).await?;
    question.check_feature(feature.as_deref()).map_err(in_query)?;
    figures(at, question, move |question, store| question.features(store, feature.as_deref())).await
}

/// What is asked; rulesets and experiments may have to be read for it.
async fn question((state, game, _): &OfGame, which: StatisticsRequest) -> Result<Question, ApiError> {
    let game = game.to_string();
    with_laboratory(state, move |laboratory| laboratory.question(&game, which)).await
}

/// Works with the laboratory, which may read the store, where nobody is served.
async fn with_laboratory<T: Send + 'static>(
    state: &AppState,
    work: impl FnOnce(&Laboratory) -> Result<T, ServiceError> + Send + 'static,
) -> Result<T, ApiError> {
    let laboratory = state.laboratory.clone();
    let done = state.service.answers().make_here(move || work(&laboratory)).await?;
    done.map_err(in_query)
}

/// Reads kept sums, or goes through the games one by one where there are none: of a period.
async fn figures<T: Send + 'static>(
    at: &OfGame,
    question: Question,
    work: impl FnOnce(&Question, &dyn StatisticsReader) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, ApiError> {
    let is_scan = question.filter.period != Period::default();
    ask(at, is_scan, question, work).await
}

/// As [`figures`], where it is known whether games are gone through, which ends when the caller goes away.
async fn ask<T: Send + 'static>(
    at: &OfGame,
    is_scan: bool,
    mut question: Question,
    work: impl FnOnce(&Question, &dyn StatisticsReader) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, ApiError> {
    read(at, is_scan, move |store, gone| {
        question.filter.gone = gone;
        work(&question, store)
    })
    .await
}

/// Reads kept sums or, as a scan, games one by one, when it is the turn of the caller, of whom only the address counts.
async fn read<T: Send + 'static>(
    (state, _, request): &OfGame,
    is_scan: bool,
    work: impl FnOnce(&dyn StatisticsReader, Gone) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, ApiError> {
    let store = Arc::clone(state.service.store());
    let work = move |control: &Control| {
        let cancel = control.cancel.clone();
        work(&*store, Gone::new(move || cancel.is_cancelled()))
    };
    let read = state.service.statistics(is_scan).watched(caller(request), work).await?;
    Ok(read.map_err(ServiceError::from)?)
}

//! Statistics over time.

use crate::routes::prelude::*;

use tapis_lab::statistics::Series;

use super::form::{self, Form};
use super::query::SeriesQuery;
use super::{ask, question};

/// Follow statistics over time.
///
/// Games, ties, win shares of the seats and length, for each day, week or month (UTC) in which games ended. Days without games
/// have no point. The answer is JSON, or a table with a row for each number: `format` chooses, or else `Accept`.
#[utoipa::path(
    tag = "statistics", operation_id = "getSeries", security(()),
    params(("game" = String, Path, description = "The game's id.", example = "richelieu"), SeriesQuery),
    responses(
        (status = 200, description = "The series.", content(
            (Series = "application/json", example = json!(example!("series"))),
            (String = "text/csv", example = json!(form::EXAMPLE_CSV)),
            (String = "application/x-ndjson", example = json!(form::EXAMPLE_NDJSON)),
            (String = "application/vnd.apache.parquet", example = json!(form::EXAMPLE_PARQUET)),
        )),
        (status = 304, description = "Not modified: what `If-None-Match` names is current."),
        NoSuchGame, QueryProblems, ProblemResponses
    )
)]
#[get("/v1/stats/{game}/series")]
pub(super) async fn get_series(at: OfGame, Query(query): Query<SeriesQuery>) -> Answer {
    let form = Form::asked(query.format, &at.2)?;
    let series = series(&at, &query).await?;
    form.answer(&at, series).await
}

pub(super) async fn series(at: &OfGame, query: &SeriesQuery) -> Result<Series, ApiError> {
    let by = query.by.unwrap_or_default();
    let question = question(at, query.which()).await?;
    ask(at, false, question, move |question, store| question.series(store, by)).await
}

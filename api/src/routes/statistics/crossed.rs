//! Two features crossed.

use crate::routes::prelude::*;

use tapis_lab::statistics::Crossed;
use tapis_lab::statistics::cross::PLAYER;

use super::form::{self, Form};
use super::query::CrossedQuery;
use super::{ask, question};

/// Cross two features.
///
/// For each value of a feature with each value of another, or with each level of who plays the seat: what the value is worth to the seats
/// with the other, what it is worth to those without it, and whether that differs by more than chance explains, after correction for the
/// number of pairs. At most 100 values with 20 others, of at most 30,000 games. The answer is JSON, or a table with a row for each number:
/// `format` chooses, or else `Accept`.
#[utoipa::path(
    tag = "statistics", operation_id = "getCrossed", security(()),
    params(("game" = String, Path, description = "The game's id.", example = "richelieu"), CrossedQuery),
    responses(
        (status = 200, description = "The pairs.", content(
            (Crossed = "application/json", example = json!(example!("crossed"))),
            (String = "text/csv", example = json!(form::EXAMPLE_CSV)),
            (String = "application/x-ndjson", example = json!(form::EXAMPLE_NDJSON)),
            (String = "application/vnd.apache.parquet", example = json!(form::EXAMPLE_PARQUET)),
        )),
        (status = 304, description = "Not modified: what `If-None-Match` names is current."),
        NoSuchGame, QueryProblems, ProblemResponses
    )
)]
#[get("/v1/stats/{game}/crossed")]
pub(super) async fn get_crossed(at: OfGame, Query(query): Query<CrossedQuery>) -> Answer {
    let form = Form::asked(query.format, &at.2)?;
    let crossed = crossed(&at, query).await?;
    form.answer(&at, crossed).await
}

pub(super) async fn crossed(at: &OfGame, query: CrossedQuery) -> Result<Crossed, ApiError> {
    let question = question(at, query.which()).await?;
    let (feature, by) = (query.feature, query.by.unwrap_or_else(|| PLAYER.to_owned()));
    question.check_crossed(&feature, &by).map_err(in_query)?;
    ask(at, true, question, move |question, store| question.crossed(store, &feature, &by)).await
}

//! What some games say, on one page.

use crate::routes::prelude::*;

use tapis_db::model::Json;
use tapis_lab::report::{Report, html};

use super::query::StatisticsQuery;
use super::{figures, question, with_laboratory};

/// Read a report on finished games.
///
/// One HTML page that needs nothing else: who played, three findings, who begins, how long, how close, which cards; then all verdicts in
/// words, charts, tables and methods. In the requested language or else in English.
#[utoipa::path(
    tag = "statistics", operation_id = "getReport", security(()),
    params(("game" = String, Path, description = "The game's id.", example = "richelieu"), StatisticsQuery),
    responses(
        (status = 200, description = "The page.", body = String, content_type = "text/html",
            example = json!("<!DOCTYPE html><html lang=\"en\">…</html>")),
        (status = 304, description = "Not modified: what `If-None-Match` names is current."),
        NoSuchGame, QueryProblems, ProblemResponses
    )
)]
#[get("/v1/stats/{game}/report")]
pub(super) async fn get_report(at: OfGame, Query(query): Query<StatisticsQuery>) -> Answer {
    let language = languages::asked().one();
    let question = question(&at, query.which()).await?;
    let asked = question.clone();
    let rules = with_laboratory(&at.0, move |laboratory| laboratory.ruleset_of(&asked)).await?;
    let document = figures(&at, question, move |question, store| {
        let report = Report {
            summary: question.summary(store)?,
            advantage: question.advantage(store)?,
            features: question.features(store, None)?,
            luck: None,
            options: Json::of(&rules.ruleset().options),
            database: None,
            simulation: None,
            language,
        };
        Ok(Document::of_bytes(html(&report).into_bytes()))
    })
    .await?;
    let response = public(&at.2, &document, "text/html; charset=utf-8", Some("Accept-Language"))?;
    Ok(with(response, header::CONTENT_SECURITY_POLICY, STANDALONE))
}

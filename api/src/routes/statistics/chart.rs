//! Statistics drawn.

#![allow(unused_qualifications, reason = "the route macros name parameters with their path")]

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, web};
use tapis_games::locale::said;
use tapis_lab::chart::{of_statistics, svg};
use tapis_service::catalogue::Document;

use super::query::{ChartOf, ChartQuery};
use super::{features, summary};
use crate::extract::Query;
use crate::languages;
use crate::problem::{ApiError, NoSuchGame, ProblemResponses, QueryProblems};
use crate::routes::respond::{STANDALONE, public, with};
use crate::state::AppState;

const EXAMPLE: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"><title>Richelieu: win share by seat</title></svg>";

/// Draw statistics.
///
/// A chart as SVG with its intervals, those of all seats together with 95 %, for light and dark screens. It includes a description in words, in the requested
/// language or else in English.
#[utoipa::path(
    tag = "statistics", operation_id = "getChart", security(()),
    params(("game" = String, Path, description = "The game's id.", example = "richelieu"), ChartQuery),
    responses(
        (status = 200, description = "The chart.", body = String, content_type = "image/svg+xml", example = json!(EXAMPLE)),
        (status = 304, description = "Not modified: what `If-None-Match` names is current."),
        NoSuchGame, QueryProblems, ProblemResponses
    )
)]
#[get("/v1/stats/{game}/chart.svg")]
pub(super) async fn get_chart(
    state: AppState,
    game: web::Path<String>,
    Query(query): Query<ChartQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let which = query.which();
    let ChartQuery { of, feature, .. } = query;
    let language = languages::asked().one();
    if feature.is_some() && of != ChartOf::Features {
        return Err(ApiError::query("feature", said("of_features")));
    }
    let chart = match of {
        ChartOf::Features => {
            of_statistics::features(&features(&state, &game, which, feature, &request).await?, language)
        }
        other => {
            let summary = summary(&state, &game, which, &request).await?;
            match other {
                ChartOf::Length => of_statistics::length(&summary, language),
                ChartOf::Score => of_statistics::score(&summary, language),
                _ => of_statistics::seats(&summary, language),
            }
        }
    };
    let document = Document::of_bytes(svg::draw(&chart, "chart", language).into_bytes());
    let response = public(&request, &document, "image/svg+xml", Some("Accept-Language"))?;
    Ok(with(response, header::CONTENT_SECURITY_POLICY, STANDALONE))
}

//! Statistics drawn.

use crate::routes::prelude::*;

use tapis_lab::chart::{of_statistics, svg};

use super::query::{ChartOf, ChartQuery};
use super::{features, summary};

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
pub(super) async fn get_chart(at: OfGame, Query(query): Query<ChartQuery>) -> Answer {
    let which = query.which();
    let ChartQuery { of, feature, .. } = query;
    let language = languages::asked().one();
    if feature.is_some() && of != ChartOf::Features {
        return Err(ApiError::query("feature", said("of_features")));
    }
    let chart = match of {
        ChartOf::Features => of_statistics::features(&features(&at, which, feature).await?, language),
        other => {
            let summary = summary(&at, which).await?;
            match other {
                ChartOf::Length => of_statistics::length(&summary, language),
                ChartOf::Score => of_statistics::score(&summary, language),
                _ => of_statistics::seats(&summary, language),
            }
        }
    };
    let draw = move || {
        serving::long("a chart");
        Document::of_bytes(svg::draw(&chart, "chart", language).into_bytes())
    };
    let document = at.0.service.answers().make(caller(&at.2), draw).await?;
    let response = public(&at.2, &document, "image/svg+xml", Some("Accept-Language"))?;
    Ok(with(response, header::CONTENT_SECURITY_POLICY, STANDALONE))
}

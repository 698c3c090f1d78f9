//! Statistics drawn.

#![allow(unused_qualifications, reason = "the route macros name parameters with their path")]

use actix_web::http::header::{AcceptLanguage, Header};
use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use tapis_service::catalogue::Document;
use tapis_service::chart::{of_statistics, svg};
use tapis_service::language::Language;
use utoipa::{IntoParams, ToSchema};

use super::{AssistedQuery, StatisticsQuery, of_query};
use crate::extract::Query;
use crate::problem::{ApiError, NoSuchGame, ProblemResponses, QueryProblems};
use crate::routes::respond::public;
use crate::state::AppState;

/// As [`StatisticsQuery`], and what is drawn.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ChartQuery {
    /// What is drawn.
    #[param(inline)]
    of: ChartOf,
    /// Of the features: all values of the one of this name; when absent, the largest lifts of all.
    #[param(example = "region_won")]
    feature: Option<String>,
    /// The language; what `Accept-Language` likes better when absent, English where it likes neither.
    #[param(inline)]
    lang: Option<LanguageQuery>,
    /// Where the games come from: `played`, `bots`, `practice` or `experiment:<id>`; `played` when absent.
    #[param(example = "played", pattern = "^(played|bots|practice|experiment:.+)$")]
    source: Option<String>,
    /// Whether to count games in which anybody was helped; `exclude` when absent.
    #[param(inline)]
    assisted: Option<AssistedQuery>,
    /// Hash of a ruleset of this game; the game's default ruleset when absent.
    #[param(
        pattern = "^[0-9a-f]{64}$",
        example = "3f0c2a4d9e8b7c6a5f4e3d2c1b0a99887766554433221100ffeeddccbbaa9988"
    )]
    ruleset: Option<String>,
    /// Only games of this many players. A ruleset fixes the number of players; another one finds nothing.
    #[param(minimum = 1, maximum = 7)]
    players: Option<u8>,
    /// Only games of this line-up: a player for each seat, `human` or a bot's level; all line-ups when absent.
    #[param(example = "club,greedy", max_length = 1000)]
    lineup: Option<String>,
}

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChartOf {
    /// The win share of each seat, beside the fair share.
    Seats,
    /// How often the games had which length.
    Length,
    /// How often each seat had which score.
    Score,
    /// What went with a win.
    Features,
}

/// The language of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LanguageQuery {
    /// English.
    En,
    /// French.
    Fr,
}

const EXAMPLE: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"><title>Richelieu: win share by seat</title></svg>";

/// Draw statistics.
///
/// A chart as SVG, with 95 % intervals, for light and dark screens; it says in words what it shows.
#[utoipa::path(
    tag = "statistics", operation_id = "getChart", security(()),
    params(("game" = String, Path, description = "The game's id.", example = "richelieu"), ChartQuery),
    responses(
        (status = 200, description = "The chart.", body = String, content_type = "image/svg+xml", example = json!(EXAMPLE)),
        (status = 304, description = "What `If-None-Match` names is still current."),
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
    let ChartQuery { of, feature, lang, source, assisted, ruleset, players, lineup } = query;
    let which = StatisticsQuery { source, assisted, ruleset, players, lineup }.into();
    let language = language(lang, &request);
    if feature.is_some() && of != ChartOf::Features {
        return Err(ApiError::query("feature", "goes with of=features"));
    }
    let chart = match of {
        ChartOf::Features => {
            let features = state.service.features(&game, which, feature).await.map_err(of_query)?;
            of_statistics::features(&features, language)
        }
        other => {
            let summary = state.service.summary(&game, which).await.map_err(of_query)?;
            match other {
                ChartOf::Length => of_statistics::length(&summary, language),
                ChartOf::Score => of_statistics::score(&summary, language),
                _ => of_statistics::seats(&summary, language),
            }
        }
    };
    let document = Document::of_bytes(svg::draw(&chart, "chart", language).into_bytes());
    public(&request, &document, "image/svg+xml", Some("Accept-Language"))
}

fn language(asked: Option<LanguageQuery>, request: &HttpRequest) -> Language {
    match asked {
        Some(LanguageQuery::En) => Language::English,
        Some(LanguageQuery::Fr) => Language::French,
        None => {
            let liked = AcceptLanguage::parse(request).map(|liked| liked.ranked()).unwrap_or_default();
            let known = |tag: &actix_web::http::header::LanguageTag| tag.primary_language().parse().ok();
            liked.iter().filter_map(|tag| tag.item()).find_map(known).unwrap_or_default()
        }
    }
}

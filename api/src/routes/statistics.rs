//! Statistics of finished games.

#![allow(unused_qualifications, reason = "the route macros name parameters with their path")]

use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::extract::Query;
use crate::problem::{ApiError, NoSuchGame, ProblemResponses, QueryProblems};
use crate::state::AppState;
use tapis_db::model::Assisted;
use tapis_service::catalogue::Document;
use tapis_service::statistics::{Features, Summary};
use tapis_service::{ServiceError, StatisticsRequest};

pub(super) fn configure(config: &mut ServiceConfig) {
    config.service(get_summary).service(get_features);
}

/// Which games to count.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct StatisticsQuery {
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

/// As [`StatisticsQuery`], and which feature.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct FeaturesQuery {
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
    /// Only the feature of this name. False discoveries are then controlled among its values alone.
    #[param(example = "region_won")]
    feature: Option<String>,
}

/// Whether to count games in which anybody was helped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AssistedQuery {
    /// Leave them out.
    Exclude,
    /// Count them with the others.
    Include,
    /// Count them alone.
    Only,
}

/// Summarise finished games.
///
/// Games, win share of each seat, scores, ties and length, each number with its n, its 95 % interval and the method; and the
/// line-ups the games were played by.
#[utoipa::path(
    tag = "statistics", operation_id = "getSummary", security(()),
    params(("game" = String, Path, description = "The game's id.", example = "richelieu"), StatisticsQuery),
    responses(
        (status = 200, description = "The summary.", body = Summary, example = json!(example_summary())),
        (status = 304, description = "What `If-None-Match` names is still current."),
        NoSuchGame, QueryProblems, ProblemResponses
    )
)]
#[get("/v1/stats/{game}/summary")]
async fn get_summary(
    state: AppState,
    game: web::Path<String>,
    Query(query): Query<StatisticsQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let summary = state.service.summary(&game, query.into()).await.map_err(of_query)?;
    document(&request, &summary)
}

/// Tell what went with a win.
///
/// For each value of each feature: how many seats had it, their win share, its lift over the other values, and whether that
/// lift is one to believe among so many. Seats are compared within one line-up and one seat only: bots of different levels
/// are never mixed. Values with few games get `insufficient_data` instead of numbers.
#[utoipa::path(
    tag = "statistics", operation_id = "getFeatures", security(()),
    params(("game" = String, Path, description = "The game's id.", example = "richelieu"), FeaturesQuery),
    responses(
        (status = 200, description = "The features.", body = Features, example = json!(example_features())),
        (status = 304, description = "What `If-None-Match` names is still current."),
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
    let FeaturesQuery { source, assisted, ruleset, players, lineup, feature } = query;
    let which = StatisticsQuery { source, assisted, ruleset, players, lineup };
    let features = state.service.features(&game, which.into(), feature).await.map_err(of_query)?;
    document(&request, &features)
}

impl From<StatisticsQuery> for StatisticsRequest {
    fn from(query: StatisticsQuery) -> Self {
        let StatisticsQuery { source, assisted, ruleset, players, lineup } = query;
        let assisted = match assisted {
            None | Some(AssistedQuery::Exclude) => Assisted::Exclude,
            Some(AssistedQuery::Include) => Assisted::Include,
            Some(AssistedQuery::Only) => Assisted::Only,
        };
        Self { source, assisted, ruleset, players, line_up: lineup }
    }
}

/// The refusal of a request whose fields are query parameters.
fn of_query(error: ServiceError) -> ApiError {
    match error {
        ServiceError::Invalid(errors) => ApiError::InvalidQuery(errors),
        other => other.into(),
    }
}

fn document<T: Serialize>(request: &HttpRequest, body: &T) -> Result<HttpResponse, ApiError> {
    super::rulesets::document(request, &Document::of(body).map_err(ApiError::internal)?)
}

fn example_summary() -> Value {
    let share = json!({"n": 812, "value": 0.531, "low": 0.497, "high": 0.565, "method": "wilson", "confidence": 0.95,
        "minimum_n": 1});
    let mean = json!({"n": 812, "value": 31.4, "low": 30.7, "high": 32.1, "method": "student_t", "confidence": 0.95,
        "minimum_n": 2});
    json!({
        "game": "richelieu", "ruleset": "3f0c2a4d9e8b7c6a5f4e3d2c1b0a99887766554433221100ffeeddccbbaa9988",
        "source": "played", "assisted": "exclude", "players": 2, "games": 812, "left_out": 31,
        "ties": {"n": 812, "value": 0.004, "low": 0.001, "high": 0.011, "method": "wilson", "confidence": 0.95,
            "minimum_n": 1},
        "seats": [{"seat": 0, "win_share": share, "sole_wins": 430, "shared_wins": 3,
            "score": {"mean": mean, "sd": 9.8, "min": -12, "max": 58, "histogram": [{"value": 31, "n": 17}]},
            "turns": {"mean": mean, "sd": 2.2, "min": 20, "max": 41}}],
        "lineups": [{"lineup": "human,human", "games": 812, "win_shares": [share]}],
        "length": {"mean": mean, "sd": 4.1, "min": 48, "max": 97, "histogram": [{"value": 64, "n": 30}]},
        "measures": []
    })
}

fn example_features() -> Value {
    let share = json!({"n": 402, "value": 0.68, "low": 0.633, "high": 0.724, "method": "wilson", "confidence": 0.95,
        "minimum_n": 30});
    json!({
        "game": "richelieu", "ruleset": "3f0c2a4d9e8b7c6a5f4e3d2c1b0a99887766554433221100ffeeddccbbaa9988",
        "source": "played", "assisted": "exclude", "players": 2, "games": 812, "left_out": 31,
        "base_rate": 0.5, "minimum_n": 30, "false_discovery_rate": 0.05,
        "features": [{"name": "disc_taken", "kind": "categories", "role": "choice",
            "text": {"en": "Discs taken", "fr": "Disques pris"},
            "buckets": [{"bucket": "marker_return", "n": 402, "win_share": share,
                "lift": {"n": 402, "value": 0.18, "low": 0.133, "high": 0.227, "method": "stratified",
                    "confidence": 0.95, "minimum_n": 30},
                "score": {"n": 402, "value": 34.2, "low": 33.4, "high": 35.0, "method": "student_t",
                    "confidence": 0.95, "minimum_n": 30},
                "p_value": 0.000_001, "discovery": true}]}]
    })
}

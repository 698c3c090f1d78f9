//! How strong bots are, from the games in which they met.

#![allow(unused_qualifications, reason = "the route macros name parameters with their path")]

use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use serde_json::{Value, json};
use tapis_db::model::{Assisted, Source};
use tapis_games::locale::said;
use tapis_lab::statistics::StatisticsRequest;
use tapis_lab::{StoredRatings, bots_that_met, met};
use tapis_service::catalogue::Document;
use utoipa::IntoParams;

use super::{question, read};
use crate::extract::Query;
use crate::languages;
use crate::problem::{ApiError, NoSuchGame, ProblemResponses, QueryProblems};
use crate::routes::respond::public;
use crate::state::AppState;

/// Which games.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct RatingsQuery {
    /// Hash of a ruleset of this game; the game's default ruleset when absent.
    #[param(
        pattern = "^[0-9a-f]{64}$",
        example = "3f0c2a4d9e8b7c6a5f4e3d2c1b0a99887766554433221100ffeeddccbbaa9988"
    )]
    ruleset: Option<String>,
    /// Only games of this source: `bots` or `experiment:<id>`; of all sources when absent.
    #[param(example = "bots", pattern = "^(played|bots|practice|experiment:.+)$")]
    source: Option<String>,
    /// The bot with the rating 0; `greedy` when absent and it met others, else the first by name.
    #[param(example = "greedy", max_length = 100)]
    anchor: Option<String>,
}

/// Rate bots.
///
/// Ratings on Elo's scale, on which 400 points are odds of ten to one, of all bots that met in finished games of bots: at tables, in
/// simulations and in experiments. `tapis ratings` lets bots meet evenly. With few games, or of bots that hardly met, intervals are wide.
#[utoipa::path(
    tag = "statistics", operation_id = "getRatings", security(()),
    params(("game" = String, Path, description = "The game's id.", example = "richelieu"), RatingsQuery),
    responses(
        (status = 200, description = "The ratings, the strongest first; none where no bots met.", body = StoredRatings,
            example = json!(example())),
        (status = 304, description = "Not modified: what `If-None-Match` names is current."),
        NoSuchGame, QueryProblems, ProblemResponses
    )
)]
#[get("/v1/stats/{game}/ratings")]
pub(super) async fn get_ratings(
    state: AppState,
    game: web::Path<String>,
    Query(query): Query<RatingsQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let only: Option<Source> = match &query.source {
        Some(source) => Some(source.parse().map_err(|_| ApiError::query("source", said("source_of")))?),
        None => None,
    };
    let which = StatisticsRequest {
        source: query.source,
        assisted: Assisted::Exclude,
        ruleset: query.ruleset,
        players: None,
        line_up: None,
        skill: None,
        from: None,
        to: None,
    };
    let question = question(&state, &game, which).await?;
    let asked = question.clone();
    let strata = read(&state, &request, move |store| met(store, &asked, only.as_ref())).await?;
    let Some(ratings) = StoredRatings::of(&question, &strata, query.anchor.as_deref()) else {
        let known = bots_that_met(&strata).join(", ");
        let detail = if known.is_empty() { said("anchor_none") } else { said("anchor").with("known", known) };
        return Err(ApiError::query("anchor", detail));
    };
    let document = Document::of_bytes(languages::json(&ratings).map_err(ApiError::internal)?);
    public(&request, &document, "application/json", None)
}

fn example() -> Value {
    json!({
        "game": "richelieu", "ruleset": "3f0c2a4d9e8b7c6a5f4e3d2c1b0a99887766554433221100ffeeddccbbaa9988",
        "games": 600, "anchor": "greedy",
        "ratings": [
            {"bot": "casual", "elo": 180.0, "low": 120.0, "high": 240.0, "games": 400},
            {"bot": "greedy", "elo": 0.0, "games": 400}
        ]
    })
}

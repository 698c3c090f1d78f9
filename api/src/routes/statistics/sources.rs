//! Which finished games there are.

#![allow(unused_qualifications, reason = "the route macros name parameters with their path")]

use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Serialize;
use tapis_lab::statistics::{CountedSource, sources};
use tapis_service::ServiceError;
use tapis_service::catalogue::Document;
use utoipa::ToSchema;

use super::read;
use crate::problem::{ApiError, NoSuchGame, ProblemResponses};
use crate::routes::respond::public;
use crate::state::AppState;

/// Where finished games of a game come from.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"items": [{"source": "experiment:0123456789abcdef",
    "ruleset": "3f0c2a4d9e8b7c6a5f4e3d2c1b0a99887766554433221100ffeeddccbbaa9988", "players": 2, "lineups": ["greedy,random"],
    "games": 400}]}))]
pub struct SourceList {
    /// Those with the most games first, at most 200.
    #[schema(max_items = 200)]
    pub items: Vec<CountedSource>,
}

/// List sources of games.
///
/// Which finished games there are to ask about: those of people and bots at tables, of experiments, and of simulations whose database is
/// served. Each group has one ruleset and one source.
#[utoipa::path(
    tag = "statistics", operation_id = "listSources", security(()),
    params(("game" = String, Path, description = "The game's id.", example = "richelieu")),
    responses(
        (status = 200, description = "The groups.", body = SourceList),
        (status = 304, description = "Not modified: what `If-None-Match` names is current."),
        NoSuchGame, ProblemResponses
    )
)]
#[get("/v1/stats/{game}/sources")]
pub(super) async fn list_sources(
    state: AppState,
    game: web::Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    if state.service.rulesets().default_of(&game).is_none() {
        return Err(ServiceError::NotFound { what: "game_played" }.into());
    }
    let items = read(&state, &request, move |store| Ok(sources(&store.populations()?, &game))).await?;
    public(&request, &Document::of(&SourceList { items }), "application/json", None)
}

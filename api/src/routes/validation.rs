//! Why a move would be refused.

#![allow(unused_qualifications, reason = "the route macros name parameters with their path")]

use actix_web::http::StatusCode;
use actix_web::middleware::from_fn;
use actix_web::{HttpRequest, HttpResponse, post};

use super::moves::wanted;
use super::respond::{self, AnswerKind};
use crate::allowance::as_move;
use crate::extract::{Bearer, Decided, GamePath, UnreadBody, caller};
use crate::problem::{ApiError, BodyProblems, GameProblems, ProblemResponses};
use crate::state::AppState;
use crate::wire::{MoveRequest, MoveVerdict};

/// Check a move.
///
/// Checks a move as `playMove` would, without playing it. The answer is `legal` and the notation, or the `problem` with which
/// `playMove` would refuse the move: the rule, a text in both languages, which of `picks` does not fit, and what would be
/// `possible` in its place. Nothing changes and nobody is told; `wait_ms` is ignored. Counts as a move for the rate limit.
#[utoipa::path(
    tag = "play", operation_id = "validateMove", security(("seat_token" = [])),
    params(
        ("id" = String, Path, description = "The game.", format = Uuid),
        ("If-Match" = Option<String>, Header, description = "The `ETag` of the state the question is about. It is checked if it is sent, like a `version` in the body."),
    ),
    request_body(content = MoveRequest, content_type = "application/json"),
    responses(
        (status = 200, description = "Whether the move is legal, and why not.", body = MoveVerdict),
        (status = 412, description = "`If-Match` or `version` is not the current version.", body = crate::problem::Problem,
            content_type = "application/problem+json"),
        BodyProblems, GameProblems, ProblemResponses,
    )
)]
#[post("/v1/games/{id}/moves/validation", wrap = "from_fn(as_move)")]
pub(super) async fn validate_move(
    state: AppState,
    request: HttpRequest,
    path: GamePath,
    bearer: Bearer,
    body: UnreadBody,
) -> Result<HttpResponse, ApiError> {
    let player = state.service.player(path.0, bearer.token()).await?.from(caller(&request));
    let bytes = body.bytes().await?;
    let Decided { expects, body, .. } = Decided::read(&state, &request, (&bearer, player.seat()), &bytes)?;
    let wanted = body.and_then(wanted).map(|wanted| wanted.what);
    let verdict = state.service.validate(&player, expects, wanted).await?;
    respond::no_store(StatusCode::OK, &MoveVerdict::from(verdict), AnswerKind::First)
}

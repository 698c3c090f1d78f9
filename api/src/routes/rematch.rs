//! Playing again.

use actix_web::http::{StatusCode, header};
use actix_web::middleware::from_fn;
use actix_web::{HttpRequest, HttpResponse, post};

use super::respond::{self, AnswerKind};
use crate::extract::{Bearer, GamePath, UnreadBody, account, caller_address, read_json};
use crate::middleware::as_creation;
use crate::problem::{ApiError, BodyProblems, GameProblems, ProblemResponses, StateProblems};
use crate::state::AppState;
use crate::wire::{EmptyBody, RematchToken};

/// Play again.
///
/// The game that follows a finished one: the same ruleset, visibility, hint policy, people and bots, everybody one seat on
/// (who had seat 1 has seat 0), and a new deal. Whoever asks first makes it; everybody who asks with the token of the old
/// game takes the seat that is kept there and gets its token, the same one however often, so a retry needs no key. The
/// game begins when all its people have asked. Where nobody sat a bot of level `club` plays. The old game tells of it: an
/// event `rematch`, and `rematch` in its state. Refused before the end.
#[utoipa::path(
    tag = "seats", operation_id = "rematchGame", security(("seat_token" = [])),
    params(("id" = String, Path, description = "The finished game.", format = Uuid)),
    responses(
        (status = 200, description = "Another made the game already.", body = RematchToken,
            headers(("Location" = String, description = "The game that follows."))),
        (status = 201, description = "The game is made.", body = RematchToken,
            headers(("Location" = String, description = "The game that follows."))),
        StateProblems, BodyProblems, GameProblems, ProblemResponses,
    )
)]
#[post("/v1/games/{id}/rematch", wrap = "from_fn(as_creation)")]
pub(super) async fn rematch_game(
    state: AppState,
    request: HttpRequest,
    path: GamePath,
    bearer: Bearer,
    body: UnreadBody,
) -> Result<HttpResponse, ApiError> {
    read_json::<EmptyBody>(&body.bytes_or_nothing().await?)?;
    let address = caller_address(&request);
    let account = state.quotas.of(account(&request));
    let next = state.service.rematch(path.0, bearer.token(), address, &account).await?;
    let status = if next.made { StatusCode::CREATED } else { StatusCode::OK };
    let body =
        RematchToken { id: next.game.to_string(), seat: next.seat, token: next.token, version: next.version };
    let response = respond::no_store(status, &body, AnswerKind::First)?;
    Ok(respond::with(response, header::LOCATION, &format!("/v1/games/{}", body.id)))
}

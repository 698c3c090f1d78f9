//! `POST /v1/games`.

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, post};
use tapis_service::CreateGame;

use super::respond;
use crate::extract::{Bearer, Unread, read_json, retry_key};
use crate::problem::{ApiError, BodyProblems, ProblemResponses};
use crate::state::AppState;
use crate::wire::CreatedGame;

/// Create a game.
///
/// The answer has the tokens of the creator's seats and the tickets of invited ones. A retry with the same
/// `Idempotency-Key` and body gets the same answer. The game begins at once when no seat is open or invited.
#[utoipa::path(
    tag = "games", operation_id = "createGame", security((), ("seat_token" = [])),
    params(("Idempotency-Key" = Option<String>, Header, description = "Makes a retry safe.", min_length = 16)),
    request_body(content = CreateGame, content_type = "application/json"),
    responses(
        (status = 201, description = "Created.", body = CreatedGame,
            headers(("Location" = String, description = "The game."))),
        BodyProblems, ProblemResponses,
    )
)]
#[post("/v1/games")]
pub(super) async fn create_game(
    state: AppState,
    request: HttpRequest,
    bearer: Bearer,
    body: Unread,
) -> Result<HttpResponse, ApiError> {
    let bytes = body.bytes().await?;
    let retry = retry_key(&state, &request, bearer.token(), &bytes)?;
    let wanted: CreateGame = read_json(&bytes)?;
    let created = state.service.create_game(&wanted, retry.as_ref()).await?;
    let (repeated, body) = (created.repeated, CreatedGame::from(created));
    let response = respond::unkept(StatusCode::CREATED, &body, repeated.into())?;
    Ok(respond::with(response, header::LOCATION, &format!("/v1/games/{}", body.id)))
}

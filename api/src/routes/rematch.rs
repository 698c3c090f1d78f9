//! Playing again.

use super::prelude::*;

use tapis_db::model::GameId;
use tapis_service::RematchSeat;

/// Play again.
///
/// Creates the game that follows a finished one: the same ruleset, visibility, hint policy, people and bots, and a new deal.
/// Everybody moves on by one seat (the player of seat 1 gets seat 0). The first request creates the game. Every request with a
/// token of the old game takes the seat that is kept for it and gets its token. Requests are idempotent and need no key: the
/// token is always the same. The game begins when all its people have asked. A seat without a player gets a bot of level
/// `club`. The old game announces the rematch with an event `rematch`, and with `rematch` in its state. Players that
/// front ends have named stay named. Refused before the end.
#[utoipa::path(
    tag = "seats", operation_id = "rematchGame", security(("seat_token" = [])),
    params(("id" = String, Path, description = "The finished game.", format = Uuid)),
    responses(
        (status = 200, description = "The game already exists.", body = RematchToken,
            headers(("Location" = String, description = "The game that follows."))),
        (status = 201, description = "The game is created.", body = RematchToken,
            headers(("Location" = String, description = "The game that follows."))),
        StateProblems, BodyProblems, GameProblems, SpaceProblems, ProblemResponses,
    )
)]
#[post("/v1/games/{id}/rematch", wrap = "from_fn(as_creation)")]
pub(super) async fn rematch_game(
    (state, request, path, bearer): At<GamePath>,
    _: OptionalBody<EmptyBody>,
) -> Answer {
    let next = rematch(&state, &request, (path.0, bearer.token())).await?;
    let status = if next.made { StatusCode::CREATED } else { StatusCode::OK };
    let body =
        RematchToken { id: next.game.to_string(), seat: next.seat, token: next.token, version: next.version };
    let response = respond::no_store(status, &body, false)?;
    Ok(respond::with(response, header::LOCATION, &format!("/v1/games/{}", body.id)))
}

/// The bearer's seat in the game that follows, where players stay named and their front end is told.
///
/// # Errors
/// Those of `rematchGame`.
pub(crate) async fn rematch(
    state: &AppState,
    request: &HttpRequest,
    (game, token): (GameId, Option<&str>),
) -> Result<RematchSeat, ApiError> {
    let (account, key) = (state.quotas.of(account(request)), key_name(request));
    Ok(state.service.rematch(game, token, key.as_deref(), caller_address(request), &account).await?)
}

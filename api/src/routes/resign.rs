//! Giving up.

use super::prelude::*;

use tapis_service::Resigned;

/// Resign.
///
/// With two seats the game ends and the other seat wins, with the scores as they are; such a game counts in no statistics. With
/// more seats a bot plays on, as after `leaveSeat`, and the token can only read. `result.resigned` names the seats that
/// resigned. Refused while the game waits for players, and when it is over.
#[utoipa::path(
    tag = "seats", operation_id = "resignGame", security(("seat_token" = [])),
    params(
        ("id" = String, Path, description = "The game.", format = Uuid),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes a retry safe."),
    ),
    responses(
        (status = 200, description = "Resigned.", body = Resigned),
        StateProblems, BodyProblems, GameProblems, ProblemResponses,
    )
)]
#[post("/v1/games/{id}/resign", wrap = "from_fn(as_change)")]
pub(super) async fn resign_game(
    (state, request, path, bearer): At<GamePath>,
    body: OptionalBody<EmptyBody>,
) -> Answer {
    let retry = retry_key_of_holder(&state, &request, &bearer, &body.bytes)?;
    let (resigned, repeated) = state.service.resign(path.0, bearer.token(), retry.as_ref()).await?;
    respond::no_store(StatusCode::OK, &resigned, repeated)
}

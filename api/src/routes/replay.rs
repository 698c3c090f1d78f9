//! The replay of a finished game.

use super::prelude::*;

use tapis_service::ReplayBody;
use tapis_service::tables::replay::GameReplay;

/// Replay a finished game.
///
/// Everything that was hidden: the deals, every move with the moves that were legal, the state hashes, the moves taken back,
/// and seed and nonce to check the commitment.
#[utoipa::path(
    tag = "play", operation_id = "getReplay", security((), ("seat_token" = []), ("login" = [])),
    params(
        ("id" = String, Path, description = "The game.", format = Uuid),
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` that the caller has."),
    ),
    responses(
        (status = 200, description = "The whole game.", body = GameReplay),
        (status = 304, description = "Not modified: the caller has it."),
        StateProblems, GameProblems, ProblemResponses,
    )
)]
#[get("/v1/games/{id}/replay")]
pub(super) async fn get_replay((state, request, path, bearer): At<GamePath>) -> Answer {
    let ReplayBody { version, json } = state.service.replay(path.0, bearer.token(), caller(&request)).await?;
    respond::conditional(&request, &format!("\"v{version}-replay\""), || Ok(json))
}

//! The replay of a finished game.

use actix_web::{HttpRequest, HttpResponse, get};
use bytes::Bytes;
use tapis_games::seat::Viewer;
use tokio::sync::SemaphorePermit;

use super::respond;
use crate::extract::{Bearer, GamePath};
use crate::problem::{ApiError, GameProblems, ProblemResponses, StateProblems};
use crate::state::AppState;
use crate::wire::GameReplay;
use tapis_service::tables::GameStatus;
use tapis_service::{Conflict, ServiceError};

/// Replay a finished game.
///
/// Everything that was hidden: the deals, every move with the moves that were legal, the state hashes, what was taken
/// back, and seed and nonce against the commitment.
#[utoipa::path(
    tag = "play", operation_id = "getReplay", security((), ("seat_token" = [])),
    params(
        ("id" = String, Path, description = "The game.", format = Uuid),
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` the caller has."),
    ),
    responses(
        (status = 200, description = "The whole game.", body = GameReplay),
        (status = 304, description = "The caller has it."),
        StateProblems, GameProblems, ProblemResponses,
    )
)]
#[get("/v1/games/{id}/replay")]
pub(super) async fn get_replay(
    state: AppState,
    request: HttpRequest,
    path: GamePath,
    bearer: Bearer,
) -> Result<HttpResponse, ApiError> {
    let game = state.service.live_games.open(path.0).await?;
    let snapshot = game.snapshot();
    snapshot.caller(&state.service.tokens, bearer.token())?;
    if snapshot.status != GameStatus::Finished {
        return Err(ServiceError::conflict(Conflict::GameNotOver, "a game is replayed after its end").into());
    }
    let etag = format!("\"v{}-replay\"", snapshot.version());
    let _permit = turn(&state).await?;
    let body = tokio::task::spawn_blocking(move || {
        snapshot.body(Viewer::Replay, || {
            let body = serde_json::to_vec(&GameReplay::of(&snapshot)?).map_err(ApiError::internal)?;
            Ok::<_, ApiError>(Bytes::from(body))
        })
    });
    let body = body.await.map_err(ApiError::internal)??;
    state.service.live_games.count(&game);
    respond::conditional(&request, &etag, || Ok(body))
}

/// Waits until a replay may be worked out: they would take all processors otherwise, and none waits once the service stops.
async fn turn(state: &AppState) -> Result<SemaphorePermit<'_>, ApiError> {
    tokio::select! {
        biased;
        () = state.stopping.cancelled() => Err(ServiceError::ShuttingDown.into()),
        permit = state.replays.acquire() => permit.map_err(ApiError::internal),
    }
}

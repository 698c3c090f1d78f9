//! Taking back a move.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, delete, post};
use tapis_db::StoreError;
use tapis_games::seat::{Seat, Viewer};

use super::respond::{self, Told};
use super::seats::Nothing;
use crate::extract::{Bearer, GamePath, IfMatch, Unread, read_json};
use crate::problem::{ApiError, BodyProblems, GameProblems, ProblemResponses, StateProblems};
use crate::retry::{Done, Retry};
use crate::sessions::changes::{Asked, ask_undo, refuse_undo};
use crate::sessions::{CommitError, LiveGame};
use crate::state::AppState;
use crate::wire::GameState;

/// Take back a move.
///
/// Goes back to the caller's last decision, over the bots' replies. Other people at the table are asked: they consent
/// by the same call, refuse by `DELETE` or by playing on. Never across chance, a disclosure or the end, whoever
/// consents. Such games count as assisted.
#[utoipa::path(
    tag = "play", operation_id = "undoMove", security(("seat_token" = [])),
    params(
        ("id" = String, Path, description = "The game.", format = Uuid),
        ("If-Match" = Option<String>, Header, description = "The `ETag` the decision is made on; checked when sent."),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes a retry safe."),
    ),
    responses(
        (status = 200, description = "Taken back: the game now.", body = GameState),
        (status = 202, description = "Others are asked: the game now.", body = GameState),
        (status = 412, description = "`If-Match` is not the current version.", body = crate::problem::Problem,
            content_type = "application/problem+json"),
        StateProblems, BodyProblems, GameProblems, ProblemResponses,
    )
)]
#[post("/v1/games/{id}/undo")]
pub(super) async fn undo_move(
    state: AppState,
    request: HttpRequest,
    path: GamePath,
    bearer: Bearer,
    body: Unread,
) -> Result<HttpResponse, ApiError> {
    let game = state.sessions.open(path.0).await?;
    game.session().caller(&state.tokens, &bearer)?.seat()?;
    let bytes = body.bytes_or_nothing().await?;
    let retry = Retry::of_bearer(&state, &request, &bearer, &bytes)?;
    let writing = state.sessions.write(path.0).await?;
    let session = writing.session();
    let seat = session.caller(&state.tokens, &bearer)?.seat()?;
    if let Some(done) = retry.as_ref().map(|retry| retry.done(&state)).transpose()?.flatten() {
        drop(writing);
        return asked_before(&game, seat, &done).await;
    }
    let etag = session.etag(Viewer::Seat(seat));
    if IfMatch::if_any(&request)?.is_some_and(|condition| !condition.allows(&etag)) {
        return Err(ApiError::StaleVersion { version: session.version(), etag });
    }
    let _: Nothing = read_json(&bytes)?;
    let (status, change) = match ask_undo(&session, seat, state.sources.clock.now().into())? {
        Asked::Done(change) => (StatusCode::OK, change),
        Asked::Pending(change) => (StatusCode::ACCEPTED, change),
        Asked::Unchanged => {
            return respond::state(StatusCode::ACCEPTED, &session, Viewer::Seat(seat), Told::Now);
        }
    };
    let version = session.version() + 1;
    let record = retry.as_ref().map(|retry| retry.record(status, path.0, version, None));
    match (state.sessions.commit(writing, change, record).await, retry) {
        (Ok(session), _) => {
            if session.undone {
                game.mark_assisted();
            }
            respond::state(status, &session, Viewer::Seat(seat), Told::Now)
        }
        (Err(CommitError::Store(StoreError::KeyUsed(first))), Some(retry)) => {
            asked_before(&game, seat, &retry.same(*first)?).await
        }
        (Err(error), _) => Err(error.into()),
    }
}

async fn asked_before(game: &LiveGame, seat: Seat, done: &Done) -> Result<HttpResponse, ApiError> {
    let (session, version) = (game.session(), done.version()?);
    let then = tokio::task::spawn_blocking(move || session.at(version)).await;
    let then = then.map_err(ApiError::internal)??;
    respond::state(done.status(), &then, Viewer::Seat(seat), Told::Before)
}

/// Refuse to take back a move.
///
/// Refuses what another asked, or takes the caller's own request back.
#[utoipa::path(
    tag = "play", operation_id = "refuseUndo", security(("seat_token" = [])),
    params(("id" = String, Path, description = "The game.", format = Uuid)),
    responses(
        (status = 200, description = "Refused: the game now.", body = GameState),
        StateProblems, GameProblems, ProblemResponses,
    )
)]
#[delete("/v1/games/{id}/undo")]
pub(super) async fn refuse_undo_request(
    state: AppState,
    path: GamePath,
    bearer: Bearer,
) -> Result<HttpResponse, ApiError> {
    let writing = state.sessions.write(path.0).await?;
    let session = writing.session();
    let seat = session.caller(&state.tokens, &bearer)?.seat()?;
    let change = refuse_undo(&session, seat, state.sources.clock.now().into())?;
    let session = state.sessions.commit(writing, change, None).await.map_err(ApiError::from)?;
    respond::state(StatusCode::OK, &session, Viewer::Seat(seat), Told::Now)
}

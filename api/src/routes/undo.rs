//! Taking back a move.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, delete, post};
use tapis_games::seat::{Seat, Viewer};
use tapis_service::ServiceError;
use tapis_service::tables::changes::{UndoOutcome, ask_undo, refuse_undo};
use tapis_service::tables::{Decision, LiveGame, RetryOutcome, Snapshot};

use super::known_version::KnownVersion;
use super::respond::{self, AnswerKind};
use crate::extract::{Bearer, GamePath, UnreadBody, read_json, retry_key_of_holder};
use crate::problem::{ApiError, BodyProblems, GameProblems, ProblemResponses, StateProblems};
use crate::state::AppState;
use crate::wire::{GameState, UndoRequest};

/// Take back a move.
///
/// Goes back to the caller's last decision, over the bots' replies. Other people at the table are asked: they consent
/// by the same call, refuse by `DELETE` or by playing on. Never across chance, a disclosure or the end, whoever
/// consents. Such games count as assisted.
#[utoipa::path(
    tag = "play", operation_id = "undoMove", security(("seat_token" = [])),
    params(
        ("id" = String, Path, description = "The game.", format = Uuid),
        ("If-Match" = Option<String>, Header, description = "The `ETag` the decision is made on; checked when sent, as is a \
            `version` in the body."),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes a retry safe."),
    ),
    request_body(content = Option<UndoRequest>, content_type = "application/json", description = "May be left out.",
        example = json!({"version": 18})),
    responses(
        (status = 200, description = "Taken back: the game now.", body = GameState),
        (status = 202, description = "Others are asked: the game now.", body = GameState),
        (status = 412, description = "`If-Match` or `version` is not the current version.", body = crate::problem::Problem,
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
    body: UnreadBody,
) -> Result<HttpResponse, ApiError> {
    let service = &state.service;
    let game = service.live_games.open(path.0).await?;
    let seat = game.snapshot().caller(&service.tokens, bearer.token())?.seat()?;
    let bytes = body.bytes_or_nothing().await?;
    let retry = retry_key_of_holder(&state, &request, &bearer, &bytes)?;
    let decide = |_: &LiveGame, snapshot: &Snapshot| {
        let seat = snapshot.caller(&service.tokens, bearer.token())?.seat()?;
        KnownVersion::of(&request, &bytes)?.check(snapshot, seat)?;
        let _: UndoRequest = read_json(&bytes)?;
        Ok::<_, ApiError>(match ask_undo(snapshot, seat, service.now())? {
            UndoOutcome::Done(change) => Decision::new(change, StatusCode::OK.as_u16()),
            UndoOutcome::Pending(change) => Decision::new(change, StatusCode::ACCEPTED.as_u16()),
            UndoOutcome::Unchanged => Decision::nothing(StatusCode::ACCEPTED.as_u16()),
        })
    };
    let (snapshot, status, answered) = match service.live_games.change(path.0, retry.as_ref(), decide).await?
    {
        RetryOutcome::Done { snapshot, status, .. } => (snapshot, status, AnswerKind::First),
        RetryOutcome::Repeated(first) => {
            let snapshot = game.snapshot().at_version(first.version()?).await?;
            (snapshot, first.0.status, AnswerKind::Again)
        }
    };
    if snapshot.undone {
        game.mark_assisted();
    }
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
    respond::state(status, &snapshot, Viewer::Seat(seat), answered)
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
    let service = &state.service;
    let mut seat = Seat(0);
    let decide = |_: &LiveGame, snapshot: &Snapshot| {
        seat = snapshot.caller(&service.tokens, bearer.token())?.seat()?;
        let change = refuse_undo(snapshot, seat, service.now())?;
        Ok::<_, ServiceError>(Decision::new(change, StatusCode::OK.as_u16()))
    };
    service.live_games.change(path.0, None, decide).await?;
    let snapshot = service.live_games.open(path.0).await?.snapshot();
    respond::state(StatusCode::OK, &snapshot, Viewer::Seat(seat), AnswerKind::First)
}

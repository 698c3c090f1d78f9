//! What a seat wishes for itself.

#![allow(unused_qualifications, reason = "the route macros name parameters with their path")]

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, get, put};

use super::respond::{self, AnswerKind};
use crate::extract::{Bearer, SeatPath, UnreadBody, read_json};
use crate::problem::{ApiError, BodyProblems, GameProblems, ProblemResponses, StateProblems};
use crate::state::AppState;
use crate::wire::SeatSettings;

/// Read the settings of a seat.
///
/// What the caller wishes for its seat. Nobody else is told.
#[utoipa::path(
    tag = "seats", operation_id = "getSeatSettings", security(("seat_token" = [])),
    params(
        ("id" = String, Path, description = "The game.", format = Uuid),
        ("seat" = u8, Path, description = "The caller's seat."),
    ),
    responses(
        (status = 200, description = "The settings.", body = SeatSettings),
        GameProblems, ProblemResponses,
    )
)]
#[get("/v1/games/{id}/seats/{seat}/settings")]
pub(super) async fn get_seat_settings(
    state: AppState,
    path: SeatPath,
    bearer: Bearer,
) -> Result<HttpResponse, ApiError> {
    let auto_pass = state.service.auto_pass((path.game, path.seat), bearer.token()).await?;
    respond::no_store(StatusCode::OK, &SeatSettings { auto_pass }, AnswerKind::First)
}

/// Replace the settings of a seat.
///
/// With `auto_pass` the seat passes by itself in windows: where it is merely asked whether it uses something (the
/// windows of Parbourg and Le Malin, the start of a day). Such a pass is the ply the seat would have played, to everybody
/// and in every respect: logs, events and replays do not tell it from one played by hand, and never that there is a
/// setting. It holds at once, also for a window that is open, makes no version, and ends when the seat is left. While
/// somebody asks to take back a move nothing is passed by itself. On time: in a game with other people such a pass comes at
/// the pace of the bots. With `no_choice` it comes only where the seat has nothing to use, so who knows of the wish may
/// read the hand from a longer wait, as from any hesitation; `windows` answers every window alike and tells nothing.
#[utoipa::path(
    tag = "seats", operation_id = "putSeatSettings", security(("seat_token" = [])),
    params(
        ("id" = String, Path, description = "The game.", format = Uuid),
        ("seat" = u8, Path, description = "The caller's seat."),
    ),
    request_body(content = SeatSettings, content_type = "application/json"),
    responses(
        (status = 200, description = "The settings now.", body = SeatSettings),
        StateProblems, BodyProblems, GameProblems, ProblemResponses,
    )
)]
#[put("/v1/games/{id}/seats/{seat}/settings")]
pub(super) async fn put_seat_settings(
    state: AppState,
    path: SeatPath,
    bearer: Bearer,
    body: UnreadBody,
) -> Result<HttpResponse, ApiError> {
    let bytes = body.bytes().await?;
    let wanted = read_json(&bytes).map(|SeatSettings { auto_pass }| auto_pass);
    let auto_pass = state.service.set_auto_pass((path.game, path.seat), bearer.token(), wanted).await?;
    respond::no_store(StatusCode::OK, &SeatSettings { auto_pass }, AnswerKind::First)
}

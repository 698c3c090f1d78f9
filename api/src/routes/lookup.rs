//! What tokens and tickets open.

use actix_web::http::StatusCode;
use actix_web::middleware::from_fn;
use actix_web::{HttpRequest, HttpResponse, post};

use super::respond::{self, AnswerKind};
use crate::extract::{Bearer, UnreadBody, caller, read_json};
use crate::middleware::as_creation;
use crate::problem::{ApiError, BodyProblems, ProblemResponses};
use crate::state::AppState;
use crate::wire::{FoundSeat, FoundSeats, SeatLookup};
use tapis_service::ServiceError;

/// Most tokens a request.
const MOST: usize = 200;

/// Look up tokens.
///
/// Which game and seat each of up to 200 tokens and tickets opens, how far the game is and whose turn it is: "my games",
/// and an invitation by its ticket alone. What opens nothing is said in its place and is no error. Nothing is changed, and
/// no ticket is used up. A ticket stays good until it is used, a token until it is replaced or its seat is left to an
/// invitation; where a bot took the seat it opens what was `left`. Both end with the game's deletion. Counts as creating a game does towards the rate.
#[utoipa::path(
    tag = "seats", operation_id = "lookUpSeats", security((), ("seat_token" = [])),
    request_body(content = SeatLookup, content_type = "application/json"),
    responses(
        (status = 200, description = "What they open.", body = FoundSeats),
        BodyProblems, ProblemResponses,
    )
)]
#[post("/v1/seats/lookup", wrap = "from_fn(as_creation)")]
pub(super) async fn look_up_seats(
    state: AppState,
    request: HttpRequest,
    _: Bearer,
    body: UnreadBody,
) -> Result<HttpResponse, ApiError> {
    let SeatLookup { tokens } = read_json(&body.bytes().await?)?;
    if tokens.len() > MOST {
        return Err(ServiceError::field("/tokens", format!("at most {MOST} tokens")).into());
    }
    let opened = state.service.look_up(tokens, caller(&request)).await?;
    let items = opened.iter().map(|opened| FoundSeat::of(opened.as_ref())).collect();
    respond::no_store(StatusCode::OK, &FoundSeats { items }, AnswerKind::First)
}

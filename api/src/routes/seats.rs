//! Seats: take, leave, secure.

#![allow(unused_qualifications, reason = "the route macros name parameters with their path")]

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, delete, post};
use serde::{Deserialize, Serialize};
use tapis_db::StoreError;
use tapis_db::model::{GameId, Json, SeatKind, Visibility};
use tapis_games::seat::Seat;
use utoipa::IntoParams;

use super::create::known_level;
use super::respond::{self, Told};
use crate::extract::{Bearer, Query, SeatPath, Unread, read_json};
use crate::problem::{ApiError, BodyProblems, GameProblems, Kind, ProblemResponses, StateProblems};
use crate::retry::{Done, Retry};
use crate::sessions::changes::{Successor, join, leave, rotate};
use crate::sessions::{CommitError, Session, TokenKind, name};
use crate::state::AppState;
use crate::wire::{JoinSeat, LeftSeat, SeatToken, SuccessorName};

/// What a retry needs to derive the same token.
#[derive(Serialize, Deserialize)]
struct Given {
    generation: u32,
}

/// Take a seat.
///
/// An open seat goes to whoever comes first, an invited one to the bearer of its ticket (in the body, or as Bearer
/// token). The game begins when the last free seat is taken.
#[utoipa::path(
    tag = "seats", operation_id = "joinSeat", security((), ("seat_token" = [])),
    params(
        ("id" = String, Path, description = "The game.", format = Uuid),
        ("seat" = u8, Path, description = "The seat."),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes a retry safe; a ticket makes do with one character.", min_length = 16),
    ),
    request_body(content = JoinSeat, content_type = "application/json"),
    responses(
        (status = 201, description = "Taken.", body = SeatToken),
        StateProblems, BodyProblems, GameProblems, ProblemResponses,
    )
)]
#[post("/v1/games/{id}/seats/{seat}")]
pub(super) async fn join_seat(
    state: AppState,
    request: HttpRequest,
    path: SeatPath,
    bearer: Bearer,
    body: Unread,
) -> Result<HttpResponse, ApiError> {
    let bytes = body.bytes_or_nothing().await?;
    let wish: JoinSeat = read_json(&bytes)?;
    let ticket = wish.ticket.as_deref().or(bearer.0.as_deref());
    let retry = Retry::of(&state, &request, ticket, &bytes)?;
    let writing = state.sessions.write(path.game).await?;
    if let Some(done) = retry.as_ref().map(|retry| retry.done(&state)).transpose()?.flatten() {
        return given_before(&state, path.seat, &done);
    }
    let session = writing.session();
    admit(&state, &session, path.seat, ticket)?;
    let name = wish.name.as_deref().map(name::clean).transpose();
    let name = name.map_err(|detail| ApiError::field("/name", detail))?;
    let change = join(&session, path.seat, name, state.sources.clock.now().into())?;
    let generation = session.seat(path.seat).map_or(0, |record| record.generation);
    let version = session.version() + 1;
    let record = retry.as_ref().map(|retry| {
        retry.record(StatusCode::CREATED, path.game, version, Json::of(&Given { generation }).ok())
    });
    match (state.sessions.commit(writing, change, record).await, retry) {
        (Ok(_), _) => token(&state, path.game, path.seat, generation, version, Told::Now),
        (Err(CommitError::Store(StoreError::KeyUsed(first))), Some(retry)) => {
            given_before(&state, path.seat, &retry.same(*first)?)
        }
        (Err(error), _) => Err(error.into()),
    }
}

/// The retry of a caller with a token. Without one there is nothing to repeat: the call is refused for that, whatever its
/// key.
fn retry_of_holder(
    state: &AppState,
    request: &HttpRequest,
    bearer: &Bearer,
    body: &[u8],
) -> Result<Option<Retry>, ApiError> {
    if bearer.0.is_none() {
        return Ok(None);
    }
    Retry::of_bearer(state, request, bearer, body)
}

/// Whether the ticket opens the seat.
fn admit(state: &AppState, session: &Session, seat: Seat, ticket: Option<&str>) -> Result<(), ApiError> {
    let hidden = session.info.visibility == Visibility::Private;
    let refuse = |error| Err(if hidden { ApiError::NotFound { what: "game" } } else { error });
    let Some(record) = session.seat(seat) else { return refuse(ApiError::NotFound { what: "seat" }) };
    let opens = |ticket| {
        let (id, generation) = (session.info.id, record.generation);
        state.tokens.matches(ticket, TokenKind::Invite, id, seat, generation)
    };
    match (record.kind, ticket) {
        (SeatKind::Invite, Some(ticket)) if opens(ticket) => Ok(()),
        (SeatKind::Invite, Some(_)) => refuse(ApiError::UnknownToken),
        (SeatKind::Invite, None) => refuse(ApiError::TokenRequired),
        (SeatKind::Open, _) if !hidden => Ok(()),
        _ => refuse(ApiError::conflict(Kind::SeatTaken, "somebody sits there already")),
    }
}

fn token(
    state: &AppState,
    id: GameId,
    seat: Seat,
    generation: u32,
    version: u64,
    told: Told,
) -> Result<HttpResponse, ApiError> {
    let token = state.tokens.derive(TokenKind::Seat, id, seat, generation);
    let response = respond::unkept(StatusCode::CREATED, &SeatToken { seat, token, version }, told)?;
    Ok(respond::with(response, header::LOCATION, &format!("/v1/games/{id}")))
}

/// The answer to a retry: the token of that generation.
fn given_before(state: &AppState, seat: Seat, done: &Done) -> Result<HttpResponse, ApiError> {
    let (game, generation) = given(done)?;
    token(state, game, seat, generation, done.version()?, Told::Before)
}

/// What the first try gave.
fn given(done: &Done) -> Result<(GameId, u32), ApiError> {
    let given = done.0.response.as_ref().and_then(|json| json.read::<Given>().ok());
    match (done.0.game, given) {
        (Some(game), Some(given)) => Ok((game, given.generation)),
        _ => Err(ApiError::internal("a stored answer has no generation")),
    }
}

/// Who follows.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Leaving {
    /// Who follows: `bot` or `invite`.
    #[serde(default)]
    successor: SuccessorName,
    /// The bot's level.
    #[param(example = "club", default = "club")]
    level: Option<String>,
}

/// Leave a seat.
///
/// A bot plays on, or the answer has the ticket of a new invitation; a seat that is left never goes to a stranger. A
/// game that has not begun and has nobody left is given up.
#[utoipa::path(
    tag = "seats", operation_id = "leaveSeat", security(("seat_token" = [])),
    params(
        ("id" = String, Path, description = "The game.", format = Uuid),
        ("seat" = u8, Path, description = "The caller's seat."),
        Leaving,
        ("Idempotency-Key" = Option<String>, Header,
            description = "Makes a retry with the old token safe: the ticket is told again."),
    ),
    responses(
        (status = 200, description = "Left.", body = LeftSeat),
        (status = 422, description = "A parameter is not what is expected.", body = crate::problem::Problem,
            content_type = "application/problem+json"),
        StateProblems, GameProblems, ProblemResponses,
    )
)]
#[delete("/v1/games/{id}/seats/{seat}")]
pub(super) async fn leave_seat(
    state: AppState,
    request: HttpRequest,
    path: SeatPath,
    bearer: Bearer,
    query: Result<Query<Leaving>, ApiError>,
) -> Result<HttpResponse, ApiError> {
    let retry = retry_of_holder(&state, &request, &bearer, request.query_string().as_bytes())?;
    let writing = state.sessions.write(path.game).await?;
    // The first try has made the caller's token worthless: whoever has it and the key may be told again.
    if let Some(done) = retry.as_ref().map(|retry| retry.done(&state)).transpose()?.flatten() {
        return left_before(&state, path.seat, &successor(query?.0)?, &done);
    }
    let session = writing.session();
    own_seat(&state, &session, &bearer, path.seat)?;
    let successor = successor(query?.0)?;
    let change = leave(&session, path.seat, successor.clone(), state.sources.clock.now().into())?;
    let generation = change.next.seat(path.seat).map_or(0, |record| record.generation);
    let version = change.next.version();
    let record = retry
        .as_ref()
        .map(|retry| retry.record(StatusCode::OK, path.game, version, Json::of(&Given { generation }).ok()));
    match (state.sessions.commit(writing, change, record).await, retry) {
        (Ok(_), _) => left(&state, &path, &successor, generation, version, Told::Now),
        (Err(CommitError::Store(StoreError::KeyUsed(first))), Some(retry)) => {
            left_before(&state, path.seat, &successor, &retry.same(*first)?)
        }
        (Err(error), _) => Err(error.into()),
    }
}

/// Who is to follow.
fn successor(leaving: Leaving) -> Result<Successor, ApiError> {
    match (leaving.successor, leaving.level) {
        (SuccessorName::Invite, None) => Ok(Successor::Invite),
        (SuccessorName::Invite, Some(_)) => Err(ApiError::query("level", "only a bot has a level")),
        (SuccessorName::Bot, level) => {
            let level = known_level(level.as_deref().unwrap_or("club"));
            level.map(Successor::Bot).map_err(|detail| ApiError::query("level", detail))
        }
    }
}

fn left(
    state: &AppState,
    path: &SeatPath,
    successor: &Successor,
    generation: u32,
    version: u64,
    told: Told,
) -> Result<HttpResponse, ApiError> {
    let (successor, level, ticket) = match successor {
        Successor::Bot(level) => (SuccessorName::Bot, Some(level.clone()), None),
        Successor::Invite => {
            let ticket = state.tokens.derive(TokenKind::Invite, path.game, path.seat, generation);
            (SuccessorName::Invite, None, Some(ticket))
        }
    };
    let body = LeftSeat { seat: path.seat, successor, level, ticket, version };
    respond::unkept(StatusCode::OK, &body, told)
}

/// The answer to a retry: the ticket of that generation.
fn left_before(
    state: &AppState,
    seat: Seat,
    successor: &Successor,
    done: &Done,
) -> Result<HttpResponse, ApiError> {
    let (game, generation) = given(done)?;
    left(state, &SeatPath { game, seat }, successor, generation, done.version()?, Told::Before)
}

/// Replace a seat's token.
///
/// The old token is worthless from then on.
#[utoipa::path(
    tag = "seats", operation_id = "rotateSeatToken", security(("seat_token" = [])),
    params(
        ("id" = String, Path, description = "The game.", format = Uuid),
        ("seat" = u8, Path, description = "The caller's seat."),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes a retry with the old token safe."),
    ),
    responses(
        (status = 201, description = "The new token.", body = SeatToken),
        StateProblems, BodyProblems, GameProblems, ProblemResponses,
    )
)]
#[post("/v1/games/{id}/seats/{seat}/token")]
pub(super) async fn rotate_seat_token(
    state: AppState,
    request: HttpRequest,
    path: SeatPath,
    bearer: Bearer,
    body: Unread,
) -> Result<HttpResponse, ApiError> {
    let bytes = body.bytes_or_nothing().await?;
    let retry = retry_of_holder(&state, &request, &bearer, &bytes)?;
    let writing = state.sessions.write(path.game).await?;
    // The first try has made the caller's token worthless: whoever has it and the key may be told again.
    if let Some(done) = retry.as_ref().map(|retry| retry.done(&state)).transpose()?.flatten() {
        return given_before(&state, path.seat, &done);
    }
    let session = writing.session();
    own_seat(&state, &session, &bearer, path.seat)?;
    let _: Nothing = read_json(&bytes)?;
    let change = rotate(&session, path.seat, state.sources.clock.now().into())?;
    let generation = change.next.seat(path.seat).map_or(0, |record| record.generation);
    let version = session.version() + 1;
    let record = retry.as_ref().map(|retry| {
        retry.record(StatusCode::CREATED, path.game, version, Json::of(&Given { generation }).ok())
    });
    match (state.sessions.commit(writing, change, record).await, retry) {
        (Ok(_), _) => token(&state, path.game, path.seat, generation, version, Told::Now),
        (Err(CommitError::Store(StoreError::KeyUsed(first))), Some(retry)) => {
            given_before(&state, path.seat, &retry.same(*first)?)
        }
        (Err(error), _) => Err(error.into()),
    }
}

/// A body without members.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {}

/// Checks that the caller sits at `seat`.
pub(super) fn own_seat(
    state: &AppState,
    session: &Session,
    bearer: &Bearer,
    seat: Seat,
) -> Result<(), ApiError> {
    let own = session.caller(&state.tokens, bearer)?.seat()?;
    if session.seat(seat).is_none() {
        return Err(ApiError::NotFound { what: "seat" });
    }
    if own == seat { Ok(()) } else { Err(ApiError::NotYourSeat) }
}

//! Ids in paths. What does not parse cannot exist: 404.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use tapis_games::seat::{MAX_SEATS, Seat};

use crate::problem::ApiError;
use tapis_service::ServiceError;
use tapis_service::tables::GameId;

/// `{id}` of a game's path.
pub struct GamePath(pub GameId);

/// `{id}` and `{seat}` of a seat's path.
pub struct SeatPath {
    /// The game.
    pub game: GameId,
    /// The seat; whether the game has it is not known yet.
    pub seat: Seat,
}

impl FromRequest for GamePath {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(game(request).map(Self))
    }
}

impl FromRequest for SeatPath {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(game(request).and_then(|game| Ok(Self { game, seat: seat(request)? })))
    }
}

fn game(request: &HttpRequest) -> Result<GameId, ApiError> {
    let text = request.match_info().get("id").unwrap_or_default();
    text.parse().map_err(|_| ServiceError::NotFound { what: "game" }.into())
}

fn seat(request: &HttpRequest) -> Result<Seat, ApiError> {
    let text = request.match_info().get("seat").unwrap_or_default();
    let seat: Option<u8> = text.parse().ok().filter(|_| text.len() == 1);
    seat.filter(|&seat| usize::from(seat) < MAX_SEATS)
        .map(Seat)
        .ok_or(ServiceError::NotFound { what: "seat" }.into())
}

//! Ids in paths. What does not parse cannot exist: 404.

use actix_web::HttpRequest;
use tapis_games::seat::{MAX_SEATS, Seat};
use utoipa::IntoParams;

use crate::problem::ApiError;
use tapis_service::ServiceError;
use tapis_service::tables::GameId;

/// `{id}` of a game's path.
pub struct GamePath(pub GameId);

/// `{id}` and `{seat}` of a seat's path. Whether the game has the seat is not known yet.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
pub struct SeatPath {
    /// The game.
    #[param(rename = "id", value_type = String, format = Uuid)]
    pub game: GameId,
    /// The caller's seat.
    #[param(value_type = u8)]
    pub seat: Seat,
}

at_once!(GamePath, request => Self::read(part(request, "id")));
at_once!(SeatPath, request => Self::read(part(request, "id"), part(request, "seat")));

impl GamePath {
    /// The game of this id.
    ///
    /// # Errors
    /// It is none of a game.
    pub fn read(id: &str) -> Result<Self, ApiError> {
        id.parse().map(Self).map_err(|_| ServiceError::NotFound { what: "game" }.into())
    }
}

impl SeatPath {
    /// This seat of the game of this id.
    ///
    /// # Errors
    /// No game has such an id or seat.
    pub fn read(id: &str, seat: &str) -> Result<Self, ApiError> {
        let GamePath(game) = GamePath::read(id)?;
        let number: Option<u8> = seat.parse().ok().filter(|_| seat.len() == 1);
        let seat = number.filter(|&seat| usize::from(seat) < MAX_SEATS).map(Seat);
        Ok(Self { game, seat: seat.ok_or(ServiceError::NotFound { what: "seat" })? })
    }
}

fn part<'a>(request: &'a HttpRequest, name: &str) -> &'a str {
    request.match_info().get(name).unwrap_or_default()
}

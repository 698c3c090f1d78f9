//! The caller's token.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest};
use futures_util::future::Either;
use tapis_service::tables::GameId;

use super::Namer;
use super::body::Reading;
use crate::login::Login;
use crate::problem::{ApiError, BearerFault};
use crate::state::AppState;

/// The token of `Authorization: Bearer …`, not yet checked against anything; `None` for anonymous callers. Whoever is logged in and reads
/// a game at which they are named has what opens their seat.
#[derive(Clone, Default)]
pub struct Bearer(pub Option<String>);

/// No token of ours is longer.
const MAX_LENGTH: usize = 512;

impl Bearer {
    /// The token itself.
    pub fn token(&self) -> Option<&str> {
        self.0.as_deref()
    }

    /// Reads the header. Generated clients that have no token send the scheme alone, or nothing: that is nobody.
    ///
    /// # Errors
    /// Another scheme than Bearer, or a token that cannot be one.
    pub fn of(request: &HttpRequest) -> Result<Self, ApiError> {
        let mut values = request.headers().get_all(header::AUTHORIZATION);
        let Some(value) = values.next() else { return Ok(Self(None)) };
        if values.next().is_some() {
            return Err(ApiError::BadBearer(BearerFault::Repeated));
        }
        let text = value.to_str().map_err(|_| ApiError::BadBearer(BearerFault::Malformed))?;
        let (scheme, token) = text.split_once(' ').unwrap_or((text, ""));
        if !text.is_empty() && !scheme.eq_ignore_ascii_case("bearer") {
            return Err(ApiError::BadBearer(BearerFault::NotBearer));
        }
        Self::checked(token)
    }

    /// A token as it was sent; an empty one is nobody's.
    ///
    /// # Errors
    /// It cannot be one.
    pub fn checked(token: &str) -> Result<Self, ApiError> {
        let token = token.trim();
        if token.is_empty() {
            return Ok(Self(None));
        }
        let sound = token.len() <= MAX_LENGTH && token.bytes().all(|b| b.is_ascii_graphic());
        if !sound {
            return Err(ApiError::BadBearer(BearerFault::Malformed));
        }
        Ok(Self(Some(token.to_owned())))
    }

    /// The token by which a request reads `game`: as [`Bearer::of`], or of whoever is logged in what opens the seat at which they are
    /// named.
    ///
    /// # Errors
    /// As there; the store cannot tell.
    pub async fn reading(request: &HttpRequest, game: GameId) -> Result<Self, ApiError> {
        let person = Login::of(request).and_then(|_| Namer::of(request)).map(Namer::person);
        let Some(person) = person else { return Self::of(request) };
        Ok(Self(AppState::of(request)?.service.secret_of(game, None, &person).await?))
    }
}

impl std::fmt::Debug for Bearer {
    /// Never prints the token.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "Bearer(…)" } else { "Bearer(none)" })
    }
}

impl FromRequest for Bearer {
    type Error = ApiError;
    type Future = Either<Ready<Result<Self, ApiError>>, Reading<Self>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        match read_by_login(request) {
            Some(game) => {
                let request = request.clone();
                Either::Right(Box::pin(async move { Self::reading(&request, game).await }))
            }
            None => Either::Left(ready(Self::of(request))),
        }
    }
}

/// The game that a request of somebody who is logged in only reads.
fn read_by_login(request: &HttpRequest) -> Option<GameId> {
    if !request.method().is_safe() || Login::of(request).is_none() {
        return None;
    }
    request.match_info().get("id")?.parse().ok()
}

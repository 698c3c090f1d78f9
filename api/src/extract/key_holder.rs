//! Whose key a request came with.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};

use tapis_service::ServiceError;
use tapis_service::tables::name;

use crate::keys::KnownKey;
use crate::login::Login;
use crate::problem::ApiError;

/// Whoever sent a key that is in force, by its name.
pub struct KeyHolder(pub String);

impl FromRequest for KeyHolder {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(key_name(request).map(Self).ok_or(ApiError::KeyRequired))
    }
}

/// The name of the key that came with a request, if one did.
pub fn key_name(request: &HttpRequest) -> Option<String> {
    KnownKey::of(request).map(|key| key.name().to_owned())
}

/// Whose players a request names and asks for: those of its key, or whoever is logged in.
pub enum Namer {
    /// The key of this name.
    Key(String),
    /// This player.
    Login(String),
}

impl Namer {
    /// Who that is, if anybody.
    pub fn of(request: &HttpRequest) -> Option<Self> {
        let login = || Login::of(request).map(|login| Self::Login(login.player));
        key_name(request).map(Self::Key).or_else(login)
    }

    /// The key that the players belong to.
    pub fn key(&self) -> String {
        match self {
            Self::Key(key) => key.clone(),
            Self::Login(_) => Login::key(),
        }
    }

    /// Whom a request of `of` names: `player`, or whoever is logged in.
    ///
    /// # Errors
    /// It is no id of a player, or one of a key that the request does not have.
    pub fn named(of: Option<&Self>, player: Option<&str>) -> Result<Option<String>, ApiError> {
        match (of, player) {
            (Some(Self::Login(own)), None) => Ok(Some(own.clone())),
            (_, None) => Ok(None),
            (of, Some(player)) => {
                name::check_player(player).map_err(|detail| ApiError::field("/player", detail))?;
                let may = of.is_some_and(|of| of.names(player));
                may.then(|| Some(player.to_owned())).ok_or(ApiError::KeyRequired)
            }
        }
    }

    /// Whether these players may be named so.
    pub fn names(&self, player: &str) -> bool {
        match self {
            Self::Key(_) => true,
            Self::Login(own) => own == player,
        }
    }

    /// Whom a path means. `me` is whoever is logged in, to whom there is nobody else.
    ///
    /// # Errors
    /// It is no id of a player, or not theirs.
    pub fn player(&self, said: &str) -> Result<String, ApiError> {
        match self {
            Self::Login(own) if said == "me" || said == own => Ok(own.clone()),
            Self::Login(_) => Err(ServiceError::NotFound { what: "resource" }.into()),
            Self::Key(_) => {
                name::check_player(said).map_err(|detail| ApiError::query("player", detail))?;
                Ok(said.to_owned())
            }
        }
    }
}

impl FromRequest for Namer {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Self::of(request).ok_or(ApiError::KeyRequired))
    }
}

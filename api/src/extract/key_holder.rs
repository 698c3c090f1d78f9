//! Whose key a request came with.

use actix_web::HttpRequest;
use tapis_service::ServiceError;
use tapis_service::tables::{Person, name};

use crate::keys::KnownKey;
use crate::login::Login;
use crate::problem::ApiError;

/// Whoever sent a key that is in force, by its name.
pub struct KeyHolder(pub String);

at_once!(KeyHolder, request => key_name(request).map(Self).ok_or(ApiError::KeyRequired));

/// The name of the key that came with a request, if one did.
pub fn key_name(request: &HttpRequest) -> Option<String> {
    KnownKey::of(request).map(|key| key.name().to_owned())
}

/// The app whose players a request names and asks for: that of its key, or else of its login; and who is logged in.
pub struct Namer {
    app: String,
    has_key: bool,
    login: Option<String>,
}

impl Namer {
    /// Who that is, if anybody.
    pub fn of(request: &HttpRequest) -> Option<Self> {
        let (key, login) = (key_name(request), Login::of(request));
        let has_key = key.is_some();
        let app = key.or_else(|| login.as_ref().map(|login| login.app.clone()))?;
        Some(Self { app, has_key, login: login.map(|login| login.player) })
    }

    /// The key that the players belong to.
    pub fn key(&self) -> String {
        self.app.clone()
    }

    /// Whether the key itself was sent.
    pub fn has_key(&self) -> bool {
        self.has_key
    }

    /// Whoever is logged in.
    pub fn me(&self) -> Option<&str> {
        self.login.as_deref()
    }

    /// As somebody at a table: whoever is logged in.
    pub fn person(self) -> Person {
        Person { key: self.app, player: self.login }
    }

    /// Whom a request names: `player`, or whoever is logged in.
    ///
    /// # Errors
    /// It is no id of a player, or one of a key that the request does not have.
    pub fn named(request: &HttpRequest, player: Option<&str>) -> Result<Option<Person>, ApiError> {
        let namer = Self::of(request);
        let Some(player) = player else { return Ok(namer.map(Self::person)) };
        name::check_player(player).map_err(|detail| ApiError::field("/player", detail))?;
        let namer = namer.filter(|namer| namer.names(player)).ok_or(ApiError::KeyRequired)?;
        Ok(Some(Person { key: namer.app, player: Some(player.to_owned()) }))
    }

    /// Whether these players may be named so.
    pub fn names(&self, player: &str) -> bool {
        self.has_key || self.me() == Some(player)
    }

    /// Whom a path means: `me` is whoever is logged in, to whom there is nobody else without the key.
    ///
    /// # Errors
    /// It is no id of a player, or not theirs.
    pub fn player(&self, said: &str) -> Result<String, ApiError> {
        match self.me() {
            Some(own) if said == name::ME || said == own => Ok(own.to_owned()),
            _ if self.has_key => {
                name::check_player(said).map_err(|detail| ApiError::query("player", detail))?;
                Ok(said.to_owned())
            }
            _ => Err(ServiceError::NotFound { what: "resource" }.into()),
        }
    }
}

at_once!(Namer, request => Self::of(request).ok_or(ApiError::KeyRequired));

//! The arguments of a tool, taken one by one; what is left is the body of the call.

use actix_web::HttpRequest;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tapis_games::locale::{Language, said, unread};
use tapis_service::tables::GameId;

use crate::extract::{Attempt, Bearer, IdempotencyKey};
use crate::problem::ApiError;

/// Those that were not taken yet, and what every tool takes.
pub(super) struct Arguments {
    left: Map<String, Value>,
    token: Option<String>,
    key: Option<IdempotencyKey>,
    /// The language of the answer.
    pub language: Option<Language>,
}

impl Arguments {
    /// Takes what every tool takes: `token`, `idempotency_key` and `lang`.
    ///
    /// # Errors
    /// One of them is of the wrong type, cannot be a key, or is no language.
    pub fn of(left: Map<String, Value>) -> Result<Self, ApiError> {
        let mut arguments = Self { left, token: None, key: None, language: None };
        arguments.token = arguments.take("token")?;
        arguments.key = arguments
            .take::<String>("idempotency_key")?
            .as_deref()
            .map(IdempotencyKey::checked)
            .transpose()?;
        arguments.language = match arguments.take::<String>("lang")? {
            None => None,
            Some(code) => Some(code.parse().map_err(|_| {
                let known = said("none_of").with("known", "en, fr");
                ApiError::field("/lang", known.with("name", code.chars().take(20).collect::<String>()))
            })?),
        };
        Ok(arguments)
    }

    /// Takes an argument.
    ///
    /// # Errors
    /// It is of the wrong type.
    pub fn take<T: DeserializeOwned>(&mut self, name: &str) -> Result<Option<T>, ApiError> {
        let Some(value) = self.left.remove(name) else { return Ok(None) };
        serde_json::from_value(value)
            .map(Some)
            .map_err(|error| ApiError::field(format!("/{name}"), unread(&error.to_string())))
    }

    /// Takes an argument that has to be there.
    ///
    /// # Errors
    /// It is not, or of the wrong type.
    pub fn needed(&mut self, name: &str) -> Result<String, ApiError> {
        let missing = || ApiError::field(format!("/{name}"), unread(&format!("missing field `{name}`")));
        self.take(name)?.ok_or_else(missing)
    }

    /// What is left, the body of a call. Faults in it are found where it is read.
    pub fn body(&mut self) -> Value {
        Value::Object(std::mem::take(&mut self.left))
    }

    /// That nothing is left.
    ///
    /// # Errors
    /// The first argument that the tool does not know.
    pub fn end(&self) -> Result<(), ApiError> {
        self.left.keys().next().map_or(Ok(()), |name| {
            let name: String = name.chars().take(64).collect();
            let message = format!("unknown field `{name}`, there are no fields");
            Err(ApiError::field(format!("/{name}"), unread(&message)))
        })
    }

    /// The token, or else that of the request.
    ///
    /// # Errors
    /// It cannot be one.
    pub fn bearer(&self, request: &HttpRequest) -> Result<Bearer, ApiError> {
        match &self.token {
            Some(token) if token.chars().any(char::is_control) => {
                Err(ApiError::field("/token", said("control_characters")))
            }
            Some(token) => Bearer::checked(token),
            None => Bearer::of(request),
        }
    }

    /// As [`Arguments::bearer`], to read a game: a login reads the seat at which it is named.
    ///
    /// # Errors
    /// As there; the store cannot tell.
    pub async fn reader(&self, request: &HttpRequest, game: GameId) -> Result<Bearer, ApiError> {
        match &self.token {
            Some(_) => self.bearer(request),
            None => Bearer::reading(request, game).await,
        }
    }

    /// The call of the API that a tool makes in its place, as its retries are known by.
    pub fn attempt<'a>(&self, path: &'a str, game: Option<GameId>, body: &'a str) -> Attempt<'a> {
        Attempt { key: self.key.clone(), call: ("POST", path), game, body: body.as_bytes() }
    }
}

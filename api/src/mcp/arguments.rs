//! The arguments of a tool, taken one by one; what is left is the body of the call.

use actix_web::http::header;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tapis_games::locale::{Language, unread};

use super::inside::Call;
use crate::problem::ApiError;

/// Those that were not taken yet, and what every tool takes.
pub(super) struct Arguments {
    left: Map<String, Value>,
    token: Option<String>,
    language: Option<Language>,
}

impl Arguments {
    /// Takes what every tool takes: `token` and `lang`.
    ///
    /// # Errors
    /// One of them is of the wrong type, or no language.
    pub fn of(left: Map<String, Value>) -> Result<Self, ApiError> {
        let mut arguments = Self { left, token: None, language: None };
        arguments.token = arguments.take("token")?;
        arguments.language = match arguments.take::<String>("lang")? {
            None => None,
            Some(code) => Some(code.parse().map_err(|_| {
                let known = tapis_games::locale::said("none_of").with("known", "en, fr");
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

    /// A call as the holder of the token, in the language.
    pub fn dress(&self, call: Call) -> Call {
        let token = self.token.as_ref().map(|token| format!("Bearer {token}"));
        let language = self.language.map(|language| language.code().to_owned());
        call.with(header::AUTHORIZATION, token).with(header::ACCEPT_LANGUAGE, language)
    }
}

//! Retries: what is known of a request with an `Idempotency-Key`.

use actix_web::HttpRequest;
use actix_web::http::header::{HeaderName, HeaderValue};
use sha2::{Digest as _, Sha256};
use tapis_db::model::{Digest, GameId};
use tapis_service::pool::network;
use tapis_service::retry::RetryKey;
use tapis_service::tables::Person;

use super::{Bearer, IdempotencyKey, Namer, caller_address, key_name};
use crate::paths::routed_path;
use crate::problem::ApiError;
use crate::state::AppState;

/// Whose keys a request's key is told apart from: two owners may use the same key.
#[derive(Clone, Copy)]
pub enum KeyOwner<'a> {
    /// The holder of a token or ticket that opens what is asked for.
    Holder(&'a str),
    /// Whoever asks, see [`identity`], and whom they ask for. A token that nothing was checked against owns nothing.
    Caller(Option<&'a Person>),
}

/// What a call has in common with its retries: of the API by HTTP, or by a tool.
pub struct Attempt<'a> {
    /// Its key, if it has one.
    pub key: Option<IdempotencyKey>,
    /// Its method and its path in the API.
    pub call: (&'a str, &'a str),
    /// The game it is about, if it is about one.
    pub game: Option<GameId>,
    /// Its body.
    pub body: &'a [u8],
}

impl<'a> Attempt<'a> {
    /// A request with its body.
    ///
    /// # Errors
    /// The key cannot be used.
    pub fn of(request: &'a HttpRequest, body: &'a [u8]) -> Result<Self, ApiError> {
        Ok(Self {
            key: IdempotencyKey::of(request)?,
            call: (request.method().as_str(), routed_path(request)),
            game: request.match_info().get("id").and_then(|id| id.parse().ok()),
            body,
        })
    }

    /// By which it is known again, if it has a key; `request` is what brought it.
    ///
    /// # Errors
    /// The key cannot be used.
    pub fn retry(
        self,
        state: &AppState,
        request: &HttpRequest,
        owner: KeyOwner<'_>,
    ) -> Result<Option<RetryKey>, ApiError> {
        let Self { key, call, game, body } = self;
        let Some((key, scope)) = scoped(key, call, request, owner)? else { return Ok(None) };
        let fingerprint = Digest(Sha256::digest(body).into());
        Ok(Some(RetryKey { scope, key, fingerprint, game, now: state.service.now() }))
    }
}

/// The key of a request, if it has one.
///
/// # Errors
/// The key cannot be used.
pub fn retry_key(
    state: &AppState,
    request: &HttpRequest,
    owner: KeyOwner<'_>,
    body: &[u8],
) -> Result<Option<RetryKey>, ApiError> {
    Attempt::of(request, body)?.retry(state, request, owner)
}

/// The text of a request's key and its scope, which names owner, method and path.
///
/// # Errors
/// The key cannot be used.
pub fn scoped_key(request: &HttpRequest, owner: KeyOwner<'_>) -> Result<Option<(String, String)>, ApiError> {
    let Attempt { key, call, .. } = Attempt::of(request, &[])?;
    scoped(key, call, request, owner)
}

fn scoped(
    key: Option<IdempotencyKey>,
    (method, path): (&str, &str),
    request: &HttpRequest,
    owner: KeyOwner<'_>,
) -> Result<Option<(String, String)>, ApiError> {
    let Some(key) = key else { return Ok(None) };
    let (key, owner) = match owner {
        KeyOwner::Holder(credential) => (key, credential.to_owned()),
        KeyOwner::Caller(person) => (key.for_anonymous()?, identity(request, person)),
    };
    let mut scope = blake3::Hasher::new();
    for part in [&owner, method, path] {
        scope.update(&(part.len() as u64).to_le_bytes());
        scope.update(part.as_bytes());
    }
    Ok(Some((key.as_str().to_owned(), scope.finalize().to_hex().to_string())))
}

/// Whoever asks, as well as that is known: who is logged in, or else the player of a key for whom it asks; else anybody at the address,
/// with a key among those who have it.
pub fn identity(request: &HttpRequest, asked_for: Option<&Person>) -> String {
    let asking = Namer::of(request).map(Namer::person);
    let mut people = asking.iter().chain(asked_for);
    if let Some((key, player)) = people.find_map(|person| Some((&person.key, person.player.as_ref()?))) {
        return format!("player {key} {player}");
    }
    let address = caller_address(request).map(|address| format!("address {}", network(address)));
    let address = address.unwrap_or_default();
    match key_name(request) {
        Some(key) => format!("key {key} {address}"),
        None => address,
    }
}

/// As [`retry_key`], for calls that only the holder of a token may make. Without one there is nothing to repeat: the
/// call is refused for that, whatever its key.
///
/// # Errors
/// The key cannot be used.
pub fn retry_key_of_holder(
    state: &AppState,
    request: &HttpRequest,
    bearer: &Bearer,
    body: &[u8],
) -> Result<Option<RetryKey>, ApiError> {
    bearer.token().map_or(Ok(None), |token| retry_key(state, request, KeyOwner::Holder(token), body))
}

/// Marks an answer as one that was given before.
pub fn replayed() -> (HeaderName, HeaderValue) {
    (HeaderName::from_static("idempotency-replayed"), HeaderValue::from_static("true"))
}

//! Retries: what is known of a request with an `Idempotency-Key`.

use actix_web::HttpRequest;
use actix_web::http::header::{HeaderName, HeaderValue};
use sha2::{Digest as _, Sha256};
use tapis_db::model::Digest;
use tapis_service::retry::RetryKey;

use super::{Bearer, IdempotencyKey};
use crate::problem::ApiError;
use crate::state::AppState;

/// The key of a request, if it has one. `credential` is what the caller is known by: a token, a ticket, or nothing.
///
/// # Errors
/// The key cannot be used.
pub fn retry_key(
    state: &AppState,
    request: &HttpRequest,
    credential: Option<&str>,
    body: &[u8],
) -> Result<Option<RetryKey>, ApiError> {
    let Some(key) = IdempotencyKey::of(request)? else { return Ok(None) };
    let key = if credential.is_none() { key.for_anonymous()? } else { key };
    let mut scope = blake3::Hasher::new();
    for part in [credential.unwrap_or_default(), request.method().as_str(), request.path()] {
        scope.update(&(part.len() as u64).to_le_bytes());
        scope.update(part.as_bytes());
    }
    Ok(Some(RetryKey {
        scope: scope.finalize().to_hex().to_string(),
        key: key.as_str().to_owned(),
        fingerprint: Digest(Sha256::digest(body).into()),
        game: request.match_info().get("id").and_then(|id| id.parse().ok()),
        now: state.service.sources.clock.now().into(),
    }))
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
    match bearer.token() {
        None => Ok(None),
        token => retry_key(state, request, token, body),
    }
}

/// Marks an answer as one that was given before.
pub fn replayed() -> (HeaderName, HeaderValue) {
    (HeaderName::from_static("idempotency-replayed"), HeaderValue::from_static("true"))
}

//! JSON bodies.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest};
use bytes::{Bytes, BytesMut};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;

use super::strict;
use crate::problem::ApiError;
use crate::state::AppState;
use tapis_games::locale::Said;

/// A JSON body, read strictly (see the module `strict`). The bytes are kept: their hash is the fingerprint of a request.
pub struct Body<T> {
    /// What was sent.
    pub value: T,
    /// As it was sent.
    pub bytes: Bytes,
}

impl<T: DeserializeOwned + 'static> FromRequest for Body<T> {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let request = request.clone();
        let payload = payload.take();
        Box::pin(async move {
            let bytes = read(&request, payload).await?;
            let value = strict::parse(&bytes)?;
            Ok(Self { value, bytes })
        })
    }
}

/// A body that is read when its turn comes: some checks stand before it (token, key).
pub struct UnreadBody {
    request: HttpRequest,
    payload: Payload,
}

impl UnreadBody {
    /// The bytes of a JSON body.
    ///
    /// # Errors
    /// Too large, too slow, compressed, or not JSON by its media type.
    pub async fn bytes(self) -> Result<Bytes, ApiError> {
        read(&self.request, self.payload).await
    }

    /// As [`UnreadBody::bytes`] where every member may be left out: an empty body means `{}`, whatever it says it is. Clients
    /// name a media type for all they send, and some send what is empty in chunks.
    ///
    /// # Errors
    /// As [`UnreadBody::bytes`].
    pub async fn bytes_or_nothing(self) -> Result<Bytes, ApiError> {
        if announced(&self.request).is_some_and(|length| length > 0) {
            return self.bytes().await;
        }
        let wanted = media(&self.request);
        let limit = wanted.is_err().then_some(0);
        match (bounded(&self.request, self.payload, limit).await, wanted) {
            (Ok(bytes), _) if bytes.is_empty() => Ok(Bytes::from_static(b"{}")),
            // Of what is not to be read the first byte is enough.
            (_, Err(error)) => Err(error),
            (read, Ok(())) => read,
        }
    }
}

impl FromRequest for UnreadBody {
    type Error = ApiError;
    type Future = std::future::Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        std::future::ready(Ok(Self { request: request.clone(), payload: payload.take() }))
    }
}

/// Reads a strict JSON value from bytes that are already here.
///
/// # Errors
/// As [`Body`].
pub fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    strict::parse(bytes)
}

/// Reads the bytes of a body that is JSON.
async fn read(request: &HttpRequest, payload: Payload) -> Result<Bytes, ApiError> {
    media(request)?;
    bounded(request, payload, None).await
}

/// That a body is JSON by its media type, and not compressed.
fn media(request: &HttpRequest) -> Result<(), ApiError> {
    if !is_json(request) {
        return Err(ApiError::UnsupportedMediaType);
    }
    let mut codings = request.headers().get_all(header::CONTENT_ENCODING);
    if codings.any(|coding| !coding.as_bytes().trim_ascii().eq_ignore_ascii_case(b"identity")) {
        return Err(ApiError::EncodedBody);
    }
    Ok(())
}

/// How many bytes a body says it has.
fn announced(request: &HttpRequest) -> Option<u64> {
    request.headers().get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// Reads the bytes of a body, bounded in time and in size: by the settings, or by `at_most`.
async fn bounded(request: &HttpRequest, payload: Payload, at_most: Option<usize>) -> Result<Bytes, ApiError> {
    let state = AppState::of(request)?;
    let limit = at_most.unwrap_or(state.settings.tuning.max_body_bytes as usize);
    if announced(request).is_some_and(|length| length > limit as u64) {
        return Err(ApiError::TooLarge { limit });
    }
    let timeout = Duration::from_millis(state.settings.tuning.body_timeout_ms);
    match tokio::time::timeout(timeout, collect(payload, limit)).await {
        Ok(bytes) => bytes,
        Err(_) => Err(ApiError::BodyTimeout { limit_ms: timeout.as_millis() as u64 }),
    }
}

async fn collect(mut payload: Payload, limit: usize) -> Result<Bytes, ApiError> {
    let mut bytes = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|error| ApiError::Unreadable(Said::foreign(error.to_string())))?;
        if bytes.len() + chunk.len() > limit {
            return Err(ApiError::TooLarge { limit });
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes.freeze())
}

fn is_json(request: &HttpRequest) -> bool {
    let Some(value) = request.headers().get(header::CONTENT_TYPE) else { return false };
    let Ok(text) = value.to_str() else { return false };
    let mut parts = text.split(';').map(|part| part.trim().to_ascii_lowercase());
    let essence = parts.next().unwrap_or_default();
    let json =
        essence == "application/json" || (essence.starts_with("application/") && essence.ends_with("+json"));
    json && parts.all(|parameter| match parameter.strip_prefix("charset=") {
        Some(charset) => charset.trim_matches('"') == "utf-8",
        None => true,
    })
}

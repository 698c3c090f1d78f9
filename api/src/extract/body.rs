//! JSON bodies.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use bytes::{Bytes, BytesMut};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;

use super::{account, caller, strict};
use crate::keys::KnownKey;
use crate::paths::routed_path;
use crate::places::Place;
use crate::problem::ApiError;
use crate::rates::of_bytes;
use crate::state::AppState;
use tapis_games::locale::Said;

/// A JSON body, read strictly (see the module `strict`). The bytes are kept: their hash is the fingerprint of a request.
pub struct Body<T, const MAY_BE_EMPTY: bool = false> {
    /// What was sent.
    pub value: T,
    /// As it was sent.
    pub bytes: Bytes,
}

/// A JSON body of which every member may be left out: an empty body means `{}`, whatever its media type. Clients name a media
/// type for all they send, and some send an empty body in chunks.
pub type OptionalBody<T> = Body<T, true>;

/// The largest body of most calls, in bytes.
pub const USUAL: usize = 16 << 10;
/// So many bytes of each body are not counted together with those of other requests.
const UNCOUNTED: usize = 1 << 10;

impl<T: DeserializeOwned + Send + 'static, const MAY_BE_EMPTY: bool> FromRequest for Body<T, MAY_BE_EMPTY> {
    type Error = ApiError;
    type Future = Reading<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let bytes = bytes_of(&request, payload, MAY_BE_EMPTY).await?;
            Ok(Self { value: read(&request, &bytes, strict::parse).await??, bytes })
        })
    }
}

/// A part of a request that is being read.
pub(super) type Reading<T> = Pin<Box<dyn Future<Output = Result<T, ApiError>>>>;

/// What `parse` makes of a body; of one that is larger than those of most calls, it is made where nobody is served.
///
/// # Errors
/// Too many answers wait.
pub async fn read<T: Send + 'static>(
    request: &HttpRequest,
    bytes: &Bytes,
    parse: fn(&[u8]) -> Result<T, ApiError>,
) -> Result<Result<T, ApiError>, ApiError> {
    if bytes.len() <= USUAL {
        return Ok(parse(bytes));
    }
    let (state, bytes) = (AppState::of(request)?, bytes.clone());
    Ok(state.service.answers().make(caller(request), move || parse(&bytes)).await?)
}

/// Whether a call is sent games, decks, plans, logs or many tokens, which may be as large as the settings say.
fn takes_large(request: &HttpRequest) -> bool {
    match routed_path(request) {
        "/v1/games" | "/v1/match" | "/v1/analyses" | "/v1/analyses/estimate" | "/v1/experiments" => true,
        // Two hundred tokens are as long as a large deck.
        "/v1/seats/lookup" | "/mcp" => true,
        path => path.starts_with("/v1/rulesets/"),
    }
}

/// The bytes of a JSON body; `{}` of an empty one that may be empty.
///
/// # Errors
/// Too large, too slow, compressed, or not JSON by its media type.
pub async fn bytes_of(
    request: &HttpRequest,
    payload: Payload,
    may_be_empty: bool,
) -> Result<Bytes, ApiError> {
    let wanted = media(request);
    if !may_be_empty || announced(request).is_some_and(|length| length > 0) {
        wanted?;
        return bounded(request, payload, None).await;
    }
    let limit = wanted.is_err().then_some(0);
    match (bounded(request, payload, limit).await, wanted) {
        (Ok(bytes), _) if bytes.is_empty() => Ok(Bytes::from_static(b"{}")),
        // One byte is enough to refuse the media type.
        (_, Err(error)) => Err(error),
        (read, Ok(())) => read,
    }
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
pub fn announced(request: &HttpRequest) -> Option<u64> {
    request.headers().get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// Reads the bytes of a body, bounded in time and in size: by what the call takes, or by `at_most`; and by what all bodies of its
/// address may have.
async fn bounded(request: &HttpRequest, payload: Payload, at_most: Option<usize>) -> Result<Bytes, ApiError> {
    let state = AppState::of(request)?;
    let most = state.settings.tuning.max_body_bytes as usize;
    let limit = at_most.unwrap_or(if takes_large(request) { most } else { most.min(USUAL) });
    if announced(request).is_some_and(|length| length > limit as u64) {
        return Err(ApiError::TooLarge { limit });
    }
    let timeout = Duration::from_millis(state.settings.tuning.body_timeout_ms);
    let mut place = state.bodies.of(caller(request));
    // What comes in chunks was not announced: it is charged as it comes.
    let account = account(request).filter(|_| announced(request).is_none());
    let key = KnownKey::of(request);
    let charge = |bytes: usize| {
        if let Some(account) = &account {
            key.as_ref().map_or(&state.rates, |key| &key.rates).charge(account, of_bytes(bytes as u64));
        }
    };
    match tokio::time::timeout(timeout, collect(payload, limit, &mut place, charge)).await {
        Ok(bytes) => {
            // Until the request is answered.
            request.extensions_mut().insert(place);
            bytes
        }
        Err(_) => Err(ApiError::BodyTimeout { limit_ms: timeout.as_millis() as u64 }),
    }
}

async fn collect(
    mut payload: Payload,
    limit: usize,
    place: &mut Place,
    charge: impl Fn(usize),
) -> Result<Bytes, ApiError> {
    let mut bytes = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|error| ApiError::Unreadable(Said::foreign(error.to_string())))?;
        charge(chunk.len());
        if bytes.len() + chunk.len() > limit {
            return Err(ApiError::TooLarge { limit });
        }
        let counted = bytes.len().max(UNCOUNTED);
        bytes.extend_from_slice(&chunk);
        place.take_more(bytes.len().saturating_sub(counted))?;
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

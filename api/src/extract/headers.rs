//! Conditional requests, retries and accepted types.

use actix_web::HttpRequest;
use actix_web::http::header::{self, HeaderName};
use actix_web::mime::APPLICATION_JSON;

use tapis_games::locale::{Said, said};
use tapis_games::seat::{Seat, Viewer};
use tapis_service::tables::Expected;

use crate::etag::tagged_version;
use crate::extract::Accepted;
use crate::problem::{ApiError, KeyFault};

/// The `Idempotency-Key`, checked for its form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyKey(String);

/// Longest key taken.
const MAX_KEY: usize = 255;

/// Shortest key taken without a token: what 16 random bytes have in Base64.
const LEAST_ANONYMOUS: usize = 22;

impl IdempotencyKey {
    /// The key of a request, if it has one. The quotes of a string (RFC 8941, as the IETF draft of this header has it) are no
    /// part of it.
    ///
    /// # Errors
    /// It is empty, too long, twice there or not visible ASCII.
    pub fn of(request: &HttpRequest) -> Result<Option<Self>, ApiError> {
        let name = HeaderName::from_static("idempotency-key");
        single(request, name, "Idempotency-Key")?.map(Self::checked).transpose()
    }

    /// The key of this text.
    ///
    /// # Errors
    /// It is empty, too long or not visible ASCII.
    pub fn checked(text: &str) -> Result<Self, ApiError> {
        let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
        let sound =
            !text.is_empty() && text.len() <= MAX_KEY && text.bytes().all(|byte| byte.is_ascii_graphic());
        if !sound {
            return Err(ApiError::BadKey(KeyFault::Form));
        }
        Ok(Self(text.to_owned()))
    }

    /// The key's text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The key for a caller without a token, whose answer may hold a secret: whoever guesses the key gets the answer. Only its
    /// length is judged, for nothing else tells a random text from another.
    ///
    /// # Errors
    /// The key is too short for 16 random bytes.
    pub fn for_anonymous(self) -> Result<Self, ApiError> {
        match self.0.len() {
            LEAST_ANONYMOUS.. => Ok(self),
            length => Err(ApiError::BadKey(KeyFault::Short { length })),
        }
    }
}

/// `If-Match` or `If-None-Match`: entity tags, or `*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tags {
    /// `*`.
    Any,
    /// Opaque tags, in their quotes.
    Some(Vec<String>),
}

impl Tags {
    /// The condition of a request that may have one.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn if_match(request: &HttpRequest) -> Result<Option<Self>, ApiError> {
        tags(request, header::IF_MATCH, "If-Match")
    }

    /// The versions that the tags name to whoever sits at `seat`. A tag that a compressing proxy has made weak still names its
    /// version: opaque tags are compared.
    pub fn expected(&self, seat: Seat) -> Expected {
        let Self::Some(tags) = self else { return Expected::Any };
        let known: Vec<u64> = tags.iter().filter_map(|tag| tagged_version(tag, Viewer::Seat(seat))).collect();
        match tags.first() {
            Some(first) if known.is_empty() => Expected::Foreign(first.clone()),
            _ => Expected::OneOf(known),
        }
    }
}

/// Whether the caller has this representation already, by `If-None-Match` (weak comparison).
///
/// # Errors
/// The header cannot be read.
pub fn has_already(request: &HttpRequest, etag: &str) -> Result<bool, ApiError> {
    Ok(match tags(request, header::IF_NONE_MATCH, "If-None-Match")? {
        None => false,
        Some(Tags::Any) => true,
        Some(Tags::Some(tags)) => tags.iter().any(|tag| tag == etag),
    })
}

fn tags(request: &HttpRequest, name: HeaderName, shown: &'static str) -> Result<Option<Tags>, ApiError> {
    let Some(text) = single(request, name, shown)? else { return Ok(None) };
    if text.trim() == "*" {
        return Ok(Some(Tags::Any));
    }
    entity_tags(text).map(|tags| Some(Tags::Some(tags))).ok_or_else(|| {
        let detail = said("entity_tag");
        ApiError::InvalidHeader { header: shown, detail }
    })
}

/// The opaque parts of entity tags between commas (RFC 9110, 8.8.3): what stands in the quotes may have commas itself.
fn entity_tags(text: &str) -> Option<Vec<String>> {
    let mut tags = Vec::new();
    let mut rest = text.trim();
    loop {
        let opened = rest.strip_prefix("W/").unwrap_or(rest).strip_prefix('"')?;
        let (opaque, after) = opened.split_once('"')?;
        tags.push(format!("\"{}\"", without_coding(opaque)));
        rest = after.trim_start();
        if rest.is_empty() {
            return Some(tags);
        }
        rest = rest.strip_prefix(',')?.trim_start();
    }
}

/// What is in the quotes, without the coding that some proxies add when they compress. No tag of ours ends so.
fn without_coding(opaque: &str) -> &str {
    let codings = ["-gzip", ";gzip", "-br", "-zstd", "-deflate"];
    codings.iter().find_map(|coding| opaque.strip_suffix(coding)).unwrap_or(opaque)
}

fn single<'a>(
    request: &'a HttpRequest,
    name: HeaderName,
    shown: &'static str,
) -> Result<Option<&'a str>, ApiError> {
    let mut values = request.headers().get_all(name);
    let Some(value) = values.next() else { return Ok(None) };
    let refuse = |detail: Said| ApiError::InvalidHeader { header: shown, detail };
    if values.next().is_some() {
        return Err(refuse(said("twice")));
    }
    value.to_str().map(Some).map_err(|_| refuse(said("not_ascii")))
}

/// Whether the caller asks for no more than that its wish was done: `Prefer: return=minimal` (RFC 7240). Preferences that are
/// not understood are passed over, as the RFC has it, and of the same one the first counts.
pub fn wants_minimal(request: &HttpRequest) -> bool {
    let lines = request.headers().get_all(PREFER).filter_map(|line| line.to_str().ok());
    let mut named = lines.flat_map(|line| line.split(',')).filter_map(|preference| {
        let (name, value) = preference.split(';').next()?.split_once('=')?;
        name.trim().eq_ignore_ascii_case("return").then(|| value.trim().trim_matches('"'))
    });
    named.next() == Some("minimal")
}

/// `Prefer`.
const PREFER: HeaderName = HeaderName::from_static("prefer");

/// Whether the caller asks for `text/event-stream` and takes no JSON: a call that answers both streams for who asks for nothing else.
pub fn wants_events_alone(request: &HttpRequest) -> bool {
    wants_event_stream(request) && !Accepted::of(request).takes(&APPLICATION_JSON)
}

/// Whether the caller asks for `text/event-stream`.
pub fn wants_event_stream(request: &HttpRequest) -> bool {
    let accept = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accept.is_some_and(|accept| {
        accept.split(',').any(|part| part.split(';').next().unwrap_or_default().trim() == "text/event-stream")
    })
}

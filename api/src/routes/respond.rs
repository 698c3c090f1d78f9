//! Answers that several resources give.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpResponse, HttpResponseBuilder};
use bytes::Bytes;
use futures_util::stream;
use serde::Serialize;
use tapis_games::ruleset::Ruleset;
use tapis_games::seat::Viewer;
use tapis_service::catalogue::Document;
use tapis_service::tables::Snapshot;

use crate::etag::state_etag;
use crate::extract::{IfNoneMatch, replayed};
use crate::languages;
use crate::problem::ApiError;
use crate::wire::{StateParts, state_body};

/// What a page or a chart that is looked at by itself may do: be drawn in its own style.
pub(super) const STANDALONE: &str =
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/// What a stream of events says while nothing changes.
pub(super) const HEARTBEAT: Bytes = Bytes::from_static(b": still here\n\n");

/// Server-sent events: all that `next` makes of `from`, one after the other.
pub(super) fn streamed<S: 'static>(
    from: S,
    next: impl AsyncFn(&mut S) -> Option<Bytes> + 'static,
) -> HttpResponse {
    let events = stream::unfold((from, next), |(mut from, next)| async move {
        let event = next(&mut from).await?;
        Some((Ok::<_, ApiError>(event), (from, next)))
    });
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/event-stream"))
        .insert_header((header::CONTENT_ENCODING, "identity"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header(("X-Accel-Buffering", "no"))
        .streaming(events)
}

/// Whether an answer is the first to its request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnswerKind {
    /// It is.
    First,
    /// An earlier try of the same request was answered so.
    Again,
}

impl From<bool> for AnswerKind {
    /// From whether the request is repeated.
    fn from(repeated: bool) -> Self {
        if repeated { Self::Again } else { Self::First }
    }
}

/// A game's state with its entity tag.
pub(super) fn state(
    status: StatusCode,
    snapshot: &Snapshot,
    viewer: Viewer,
    answered: AnswerKind,
) -> Result<HttpResponse, ApiError> {
    let beside = snapshot.beside(viewer);
    let body = state_body(snapshot, viewer, beside, StateParts::default())?;
    let response = tagged(status, &state_etag(snapshot.version(), viewer, beside), body, answered);
    Ok(described(response, snapshot.info.ruleset()))
}

/// Adds where the ruleset of an answer is described.
pub(super) fn described(response: HttpResponse, ruleset: &Ruleset) -> HttpResponse {
    let Ruleset { game, hash, .. } = ruleset;
    with(response, header::LINK, &format!("</v1/rulesets/{game}/{hash}>; rel=\"describedby\""))
}

/// That it was done, and the entity tag of what it made: for callers that prefer no body.
pub(super) fn done(etag: &str, answered: AnswerKind) -> HttpResponse {
    let response = tagged(StatusCode::NO_CONTENT, etag, Bytes::new(), answered);
    with(response, HeaderName::from_static("preference-applied"), "return=minimal")
}

/// A body with its entity tag, or 304 when the caller has it.
pub(super) fn conditional(
    request: &HttpRequest,
    etag: &str,
    body: impl FnOnce() -> Result<Bytes, ApiError>,
) -> Result<HttpResponse, ApiError> {
    if IfNoneMatch::of(request)?.has(etag) {
        return Ok(tagged(StatusCode::NOT_MODIFIED, etag, Bytes::new(), AnswerKind::First));
    }
    Ok(tagged(StatusCode::OK, etag, body()?, AnswerKind::First))
}

fn tagged(status: StatusCode, etag: &str, body: Bytes, answered: AnswerKind) -> HttpResponse {
    let mut response = HttpResponse::build(status);
    response.insert_header((header::CACHE_CONTROL, "private, no-cache"));
    response.insert_header((header::VARY, "Authorization"));
    response.insert_header((header::ETAG, etag));
    if answered == AnswerKind::Again {
        response.insert_header(replayed());
    }
    if matches!(status, StatusCode::NOT_MODIFIED | StatusCode::NO_CONTENT) {
        return response.finish();
    }
    response.insert_header((header::CONTENT_TYPE, "application/json"));
    response.body(body)
}

/// A document that is the same for everybody, or 304 when the caller has it. `vary` names the header that chose its form.
pub(super) fn public(
    request: &HttpRequest,
    document: &Document,
    media: &'static str,
    vary: Option<&'static str>,
) -> Result<HttpResponse, ApiError> {
    let etag = format!("\"{}\"", document.hash);
    let known = IfNoneMatch::of(request)?.has(&etag);
    let mut response = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response.insert_header((header::ETAG, etag));
    response.insert_header((header::CACHE_CONTROL, "public, no-cache"));
    if let Some(vary) = vary {
        response.insert_header((header::VARY, vary));
    }
    if known {
        return Ok(response.finish());
    }
    Ok(response.content_type(media).body(document.body.clone()))
}

/// An answer that nobody keeps: it has a token, or is of the moment.
pub(super) fn no_store<T: Serialize>(
    status: StatusCode,
    body: &T,
    answered: AnswerKind,
) -> Result<HttpResponse, ApiError> {
    Ok(no_store_bytes(status, languages::json(body).map_err(ApiError::internal)?.into(), answered))
}

/// The same of JSON that is written already.
pub(super) fn no_store_bytes(status: StatusCode, body: Bytes, answered: AnswerKind) -> HttpResponse {
    let mut response = HttpResponse::build(status);
    response.insert_header((header::CONTENT_TYPE, "application/json"));
    response.insert_header((header::CACHE_CONTROL, "no-store"));
    if answered == AnswerKind::Again {
        response.insert_header(replayed());
    }
    response.body(body)
}

/// An answer with a JSON body, its texts in the languages that are asked for.
pub(super) fn json<T: Serialize>(
    response: &mut HttpResponseBuilder,
    body: &T,
) -> Result<HttpResponse, ApiError> {
    Ok(response.content_type("application/json").body(languages::json(body).map_err(ApiError::internal)?))
}

/// Marks an answer as one that was given before.
pub(super) fn again(mut response: HttpResponse) -> HttpResponse {
    let (name, value) = replayed();
    response.headers_mut().insert(name, value);
    response
}

/// Adds a header whose value is made of ids and digits.
pub(super) fn with(mut response: HttpResponse, name: HeaderName, value: &str) -> HttpResponse {
    if let Ok(value) = HeaderValue::from_str(value) {
        response.headers_mut().insert(name, value);
    }
    response
}

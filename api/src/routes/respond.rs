//! Answers that several resources give.

use actix_web::HttpRequest;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, AcceptEncoding, Encoding, Header as _, HeaderName, HeaderValue};
use bytes::Bytes;
use futures_util::stream;
use serde::Serialize;
use tapis_db::model::Json;
use tapis_games::locale::{Languages, said};
use tapis_games::ruleset::Ruleset;
use tapis_games::seat::Viewer;
use tapis_service::catalogue::Document;
use tapis_service::pool::Caller;
use tapis_service::tables::Snapshot;
use tapis_service::{JobNow, ServiceError};

use crate::etag::state_etag;
use crate::extract::{has_already, replayed};
use crate::gzip::gzip;
use crate::languages;
use crate::problem::ApiError;
use crate::state::{AppState, ConstantKey};
use crate::wire::{StateParts, state_body};

/// What an operation answers.
pub(super) type Answer = Result<HttpResponse, ApiError>;

/// What a page or a chart that is looked at by itself may do: be drawn in its own style.
pub(super) const STANDALONE: &str =
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/// What a stream of events says while nothing changes.
pub(super) const HEARTBEAT: Bytes = Bytes::from_static(b": still here\n\n");

/// Server-sent events: all that `next` makes of `from`, one after the other. Between two of them others have their turn, however many
/// there are and however fast their reader.
pub(super) fn streamed<S: 'static>(
    from: S,
    next: impl AsyncFn(&mut S) -> Option<Bytes> + 'static,
) -> HttpResponse {
    let events = stream::unfold((from, next), |(mut from, next)| async move {
        tokio::task::yield_now().await;
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

/// A game's state with its entity tag.
pub(super) fn state(status: StatusCode, snapshot: &Snapshot, viewer: Viewer, repeated: bool) -> Answer {
    let beside = snapshot.beside(viewer);
    let body = state_body(snapshot, viewer, beside, StateParts::default())?;
    let response = tagged(status, &state_etag(snapshot.version(), viewer, beside), body, repeated);
    Ok(described(response, snapshot.info.ruleset()))
}

/// Adds where the ruleset of an answer is described.
pub(super) fn described(response: HttpResponse, ruleset: &Ruleset) -> HttpResponse {
    let Ruleset { game, hash, .. } = ruleset;
    with(response, header::LINK, &format!("</v1/rulesets/{game}/{hash}>; rel=\"describedby\""))
}

/// That it was done, and the entity tag of what it made: for callers that prefer no body.
pub(super) fn done(etag: &str, repeated: bool) -> HttpResponse {
    let response = tagged(StatusCode::NO_CONTENT, etag, Bytes::new(), repeated);
    with(response, HeaderName::from_static("preference-applied"), "return=minimal")
}

/// A body with its entity tag, or 304 when the caller has it.
pub(super) fn conditional(
    request: &HttpRequest,
    etag: &str,
    body: impl FnOnce() -> Result<Bytes, ApiError>,
) -> Answer {
    if has_already(request, etag)? {
        return Ok(tagged(StatusCode::NOT_MODIFIED, etag, Bytes::new(), false));
    }
    Ok(tagged(StatusCode::OK, etag, body()?, false))
}

fn tagged(status: StatusCode, etag: &str, body: Bytes, repeated: bool) -> HttpResponse {
    let mut response = HttpResponse::build(status);
    response.insert_header((header::CACHE_CONTROL, "private, no-cache"));
    response.insert_header((header::VARY, "Authorization"));
    response.insert_header((header::ETAG, etag));
    if repeated {
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
) -> Answer {
    let etag = format!("\"{}\"", document.hash);
    let response = cached(request, &etag, CHECKED, media, || document.body.clone())?;
    Ok(match vary {
        Some(vary) => with(response, header::VARY, vary),
        None => response,
    })
}

/// How long an answer may be kept that is another with another program, and one that never changes.
pub(super) const CHECKED: &str = "public, no-cache";
pub(super) const A_DAY: &str = "public, max-age=86400";
pub(super) const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// What depends on the program, a ruleset and a language only, or 304 when the caller has it. It is compressed once, not for each
/// caller.
pub(super) fn constant(request: &HttpRequest, document: &Document, media: &str, cache: &str) -> Answer {
    let packed = takes_gzip(request).then(|| document.packed(gzip));
    // A picture that is compressed in itself grows.
    let packed = packed.filter(|packed| packed.len() < document.body.len());
    let coding = if packed.is_some() { "gzip" } else { "identity" };
    let body = || packed.unwrap_or_else(|| document.body.clone());
    let response = cached(request, &format!("\"{}\"", document.hash), cache, media, body)?;
    let is_body = response.status() == StatusCode::OK;
    Ok(if is_body { with(response, header::CONTENT_ENCODING, coding) } else { response })
}

/// Such a document, which `make` makes where nobody is served, once for all who ask.
pub(super) async fn kept<M>(
    (state, caller): (&AppState, Caller),
    key: ConstantKey,
    make: impl Future<Output = Result<M, ApiError>>,
) -> Result<Document, ApiError>
where
    M: FnOnce() -> Result<Document, ServiceError> + Send + 'static,
{
    if let Some(kept) = state.constants.get(&key) {
        return Ok(kept);
    }
    let make = make.await?;
    let packed = move || make().inspect(|made| drop(made.packed(gzip)));
    let made = state.service.answers().make(caller, packed).await??;
    state.constants.keep(key, made.clone(), weight(&made));
    Ok(made)
}

/// About the bytes of a document that is kept, plain and compressed.
pub(super) fn weight(document: &Document) -> usize {
    2 * document.body.len()
}

/// A body that may be kept as `cache` says, or 304 when the caller has it.
fn cached(
    request: &HttpRequest,
    etag: &str,
    cache: &str,
    media: &str,
    body: impl FnOnce() -> Bytes,
) -> Answer {
    let known = has_already(request, etag)?;
    let mut response = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response.insert_header((header::ETAG, etag)).insert_header((header::CACHE_CONTROL, cache));
    Ok(if known { response.finish() } else { response.content_type(media).body(body()) })
}

/// The size of a page of a list.
///
/// # Errors
/// It is out of range.
pub(super) fn page_size(limit: Option<usize>, default: usize, most: usize) -> Result<usize, ApiError> {
    let limit = limit.unwrap_or(default);
    let refuse = || ApiError::query("limit", said("between").with("least", 1).with("most", most));
    (1..=most).contains(&limit).then_some(limit).ok_or_else(refuse)
}

/// A page of a list, with the address of the next one.
pub(super) fn page<T: Serialize>(body: &T, next: Option<String>) -> Answer {
    let response = ok(body)?;
    Ok(match next {
        Some(next) => with(response, header::LINK, &format!("<{next}>; rel=\"next\"")),
        None => response,
    })
}

/// An answer that nobody keeps: it has a token, or is of the moment.
pub(super) fn no_store<T: Serialize>(status: StatusCode, body: &T, repeated: bool) -> Answer {
    Ok(no_store_bytes(status, languages::json(body).map_err(ApiError::internal)?.into(), repeated))
}

/// An answer of the moment.
pub(super) fn ok<T: Serialize>(body: &T) -> Answer {
    no_store(StatusCode::OK, body, false)
}

/// As [`no_store`], of JSON that is written already.
pub(super) fn no_store_bytes(status: StatusCode, body: Bytes, repeated: bool) -> HttpResponse {
    let mut response = HttpResponse::build(status);
    response.insert_header((header::CONTENT_TYPE, "application/json"));
    response.insert_header((header::CACHE_CONTROL, "no-store"));
    if repeated {
        response.insert_header(replayed());
    }
    response.body(body)
}

/// Work that goes on: what another node wrote in the languages that are asked for.
pub(super) fn job<R, W: From<R> + Serialize>(status: StatusCode, now: JobNow<R>) -> Answer {
    match now {
        JobNow::Report(report) => no_store(status, &W::from(*report), false),
        JobNow::Written(mut body) => {
            languages::asked().leave(&mut body);
            no_store(status, &body, false)
        }
    }
}

/// Work as other nodes tell of it: they choose the language.
pub(super) fn shown_job<R, W: From<R> + Serialize>(report: R) -> Json {
    languages::answering_now(Languages::All, || Languages::All.writing(|| Json::of(&W::from(report))))
}

/// Whether the caller likes gzip best.
pub(super) fn takes_gzip(request: &HttpRequest) -> bool {
    let accepted = AcceptEncoding::parse(request).ok();
    let forms = [Encoding::gzip(), Encoding::identity()];
    accepted.and_then(|accepted| accepted.negotiate(forms.iter())) == Some(Encoding::gzip())
}

/// The refusal of a request whose fields are query parameters.
pub(super) fn in_query(error: ServiceError) -> ApiError {
    match error {
        ServiceError::Invalid(faults) => ApiError::InvalidQuery(faults),
        other => other.into(),
    }
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

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::pin::Pin;

    use actix_web::body::MessageBody as _;

    use super::*;

    #[actix_web::test]
    async fn between_two_events_of_a_stream_others_have_their_turn() {
        let next = async |number: &mut usize| {
            *number += 1;
            (*number <= 3).then_some(HEARTBEAT)
        };
        let mut body = streamed(0, next).into_body();
        let (mut events, mut turns) = (0, 0);
        while let Some(event) = poll_fn(|context| {
            let polled = Pin::new(&mut body).poll_next(context);
            turns += usize::from(polled.is_pending());
            polled
        })
        .await
        {
            event.unwrap();
            events += 1;
        }
        assert!(events == 3 && turns >= events, "{turns} turns between {events} events");
    }
}

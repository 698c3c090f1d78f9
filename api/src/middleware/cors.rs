//! Pages of other origins.

use actix_cors::Cors;
use actix_web::HttpRequest;
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderName, HeaderValue};

use crate::keys;
use crate::settings::Origin;
use crate::state::AppState;

/// How long a browser may remember what it is allowed, in seconds.
const REMEMBERED: usize = 3600;

/// Headers of this API that pages may send.
const SENT: [&str; 16] = [
    "authorization",
    "content-type",
    "accept",
    // Asked about where a page sends a long list.
    "accept-language",
    "content-language",
    "if-match",
    "if-none-match",
    "idempotency-key",
    keys::HEADER,
    "last-event-id",
    "mcp-method",
    "mcp-name",
    "mcp-protocol-version",
    "mcp-session-id",
    "prefer",
    "x-request-id",
];

/// Headers by which tools of front ends follow a request from the page on: W3C Trace Context and Baggage, Sentry, B3 (Zipkin),
/// Jaeger, Datadog, New Relic and Elastic. And those that libraries for requests and event streams add by themselves.
const OF_TOOLS: [&str; 20] = [
    "traceparent",
    "tracestate",
    "baggage",
    "sentry-trace",
    "b3",
    "x-b3-traceid",
    "x-b3-spanid",
    "x-b3-parentspanid",
    "x-b3-sampled",
    "x-b3-flags",
    "uber-trace-id",
    "x-datadog-trace-id",
    "x-datadog-parent-id",
    "x-datadog-origin",
    "x-datadog-sampling-priority",
    "newrelic",
    "elastic-apm-traceparent",
    "x-requested-with",
    "cache-control",
    "pragma",
];

/// Methods that pages may use.
const METHODS: [Method; 5] = [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::DELETE];

/// Headers of answers that pages may read, beside the few that browsers show every page: all that the document and the guides tell
/// of, for countdowns `Date`, and what a refusal says would be right.
const EXPOSED: [&str; 18] = [
    "accept",
    "accept-encoding",
    "allow",
    "content-disposition",
    "date",
    "deprecation",
    "etag",
    "idempotency-replayed",
    "link",
    "location",
    "preference-applied",
    "ratelimit",
    "ratelimit-policy",
    "retry-after",
    "server-timing",
    "sunset",
    "www-authenticate",
    "x-request-id",
];

/// Lets pages of `origins` call. Tokens are sent by the page itself, never by the browser on its own, so credentials
/// are not allowed.
pub fn cors(origins: &[Origin]) -> Cors {
    let cors = Cors::default()
        .allowed_methods(METHODS)
        .allowed_headers(SENT)
        .allowed_headers(OF_TOOLS)
        .expose_headers(EXPOSED)
        .block_on_origin_mismatch(false)
        .max_age(REMEMBERED);
    origins.iter().fold(cors, |cors, origin| match origin {
        Origin::Any => cors.allow_any_origin().send_wildcard(),
        Origin::One(origin) => cors.allowed_origin(origin),
    })
}

/// What an allowed page asked for in a preflight and may not do, and what it may.
pub(super) fn refused(request: &HttpRequest) -> Option<String> {
    allowed(request).filter(|_| request.method() == Method::OPTIONS)?;
    let text = |name| request.headers().get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let method = text(header::ACCESS_CONTROL_REQUEST_METHOD)?;
    if !METHODS.iter().any(|known| known == method) {
        let known: Vec<_> = METHODS.iter().map(Method::as_str).collect();
        return Some(format!(
            "pages may not use the method {}; they may use {}",
            cut(method),
            known.join(", ")
        ));
    }
    let asked = text(header::ACCESS_CONTROL_REQUEST_HEADERS).unwrap_or_default();
    let mut asked = asked.split(',').map(str::trim).filter(|name| !name.is_empty());
    let refused =
        asked.find(|name| !SENT.iter().chain(&OF_TOOLS).any(|known| known.eq_ignore_ascii_case(name)))?;
    Some(format!(
        "pages may not send the header {}; they may send {} and what follows a request ({}, …)",
        cut(refused),
        SENT.join(", "),
        OF_TOOLS[..4].join(", ")
    ))
}

/// Enough of what was sent to know it again.
fn cut(text: &str) -> String {
    text.chars().take(80).collect()
}

/// The headers with which the calling page may read an answer that [`cors`] has not seen, and by which request it was.
pub(super) fn allowed(request: &HttpRequest) -> Option<[(HeaderName, HeaderValue); 3]> {
    let state = AppState::of(request).ok()?;
    let asking = request.headers().get(header::ORIGIN)?;
    let allowed = state.settings.security.cors_origins.iter().find_map(|origin| match origin {
        Origin::Any => Some(HeaderValue::from_static("*")),
        Origin::One(origin) => (asking.as_bytes() == origin.as_bytes()).then(|| asking.clone()),
    })?;
    let varies = HeaderValue::from_static("Origin");
    let exposed = HeaderValue::from_static("x-request-id, server-timing");
    Some([
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, allowed),
        (header::VARY, varies),
        (header::ACCESS_CONTROL_EXPOSE_HEADERS, exposed),
    ])
}

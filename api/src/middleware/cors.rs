//! Pages of other origins.

use actix_cors::Cors;
use actix_web::HttpRequest;
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderName, HeaderValue};

use crate::settings::Origin;
use crate::state::AppState;

/// How long a browser may remember what it is allowed, in seconds.
const REMEMBERED: usize = 3600;

/// Lets pages of `origins` call. Tokens are sent by the page itself, never by the browser on its own, so credentials
/// are not allowed.
pub fn cors(origins: &[Origin]) -> Cors {
    let cors = Cors::default()
        .allowed_methods([Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::DELETE])
        .allowed_headers([header::AUTHORIZATION, header::CONTENT_TYPE, header::ACCEPT])
        .allowed_headers([header::IF_MATCH, header::IF_NONE_MATCH])
        .allowed_headers(["idempotency-key", "last-event-id", "prefer", "x-request-id", "traceparent"])
        .expose_headers([header::ETAG, header::LOCATION, header::LINK, header::RETRY_AFTER, header::ALLOW])
        .expose_headers(["ratelimit", "ratelimit-policy", "idempotency-replayed", "x-request-id"])
        .expose_headers(["preference-applied", "server-timing"])
        .block_on_origin_mismatch(false)
        .max_age(REMEMBERED);
    origins.iter().fold(cors, |cors, origin| match origin {
        Origin::Any => cors.allow_any_origin().send_wildcard(),
        Origin::One(origin) => cors.allowed_origin(origin),
    })
}

/// The headers with which the calling page may read an answer that [`cors`] has not seen.
pub(super) fn allowed(request: &HttpRequest) -> Option<[(HeaderName, HeaderValue); 2]> {
    let state = AppState::of(request).ok()?;
    let asking = request.headers().get(header::ORIGIN)?;
    let allowed = state.settings.security.cors_origins.iter().find_map(|origin| match origin {
        Origin::Any => Some(HeaderValue::from_static("*")),
        Origin::One(origin) => (asking.as_bytes() == origin.as_bytes()).then(|| asking.clone()),
    })?;
    let varies = HeaderValue::from_static("Origin");
    Some([(header::ACCESS_CONTROL_ALLOW_ORIGIN, allowed), (header::VARY, varies)])
}

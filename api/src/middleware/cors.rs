//! Pages of other origins.

use actix_cors::Cors;
use actix_web::http::Method;
use actix_web::http::header;

use crate::settings::Origin;

/// How long a browser may remember what it is allowed, in seconds.
const REMEMBERED: usize = 3600;

/// Lets pages of `origins` call. Tokens are sent by the page itself, never by the browser on its own, so credentials
/// are not allowed.
pub fn cors(origins: &[Origin]) -> Cors {
    let cors = Cors::default()
        .allowed_methods([Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::DELETE])
        .allowed_headers([header::AUTHORIZATION, header::CONTENT_TYPE, header::ACCEPT])
        .allowed_headers([header::IF_MATCH, header::IF_NONE_MATCH])
        .allowed_headers(["idempotency-key", "last-event-id", "x-request-id", "traceparent"])
        .expose_headers([header::ETAG, header::LOCATION, header::LINK, header::RETRY_AFTER, header::ALLOW])
        .expose_headers(["ratelimit", "ratelimit-policy", "idempotency-replayed", "x-request-id"])
        .expose_headers(["server-timing"])
        .block_on_origin_mismatch(false)
        .max_age(REMEMBERED);
    origins.iter().fold(cors, |cors, origin| match origin {
        Origin::Any => cors.allow_any_origin().send_wildcard(),
        Origin::One(origin) => cors.allowed_origin(origin),
    })
}

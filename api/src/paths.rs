//! Paths of requests.

use actix_web::HttpRequest;

/// The path of a request as the router reads it, with what needed no percent-encoding decoded. Whatever is decided by a path is
/// decided by this one: as it was sent, one place has many paths.
pub fn routed_path(request: &HttpRequest) -> &str {
    request.match_info().as_str()
}

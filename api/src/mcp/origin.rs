//! From which pages agents may call.

use actix_web::HttpRequest;
use actix_web::http::{Uri, header};

use crate::settings::Origin;
use crate::state::AppState;

/// Programs send no `Origin`; browsers always do. A page whose name was made to lead here (DNS rebinding) has an origin that
/// equals the `Host`, so that the `Host` proves nothing: only pages of this machine and those that CORS lets in are served.
pub(super) fn is_allowed(state: &AppState, request: &HttpRequest) -> bool {
    let listed = |asking: &[u8]| {
        state.settings.security.cors_origins.iter().any(|origin| match origin {
            Origin::Any => true,
            Origin::One(origin) => asking == origin.as_bytes(),
        })
    };
    request
        .headers()
        .get_all(header::ORIGIN)
        .all(|asking| listed(asking.as_bytes()) || asking.to_str().is_ok_and(is_local))
}

/// Whether an origin is a page of this machine.
fn is_local(origin: &str) -> bool {
    let host = origin.parse::<Uri>().ok().filter(|uri| uri.scheme().is_some());
    let host = host.as_ref().and_then(Uri::host);
    host.is_some_and(|host| ["localhost", "127.0.0.1", "[::1]"].contains(&host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_this_machine_are_told_from_those_that_look_like_them() {
        for origin in
            ["http://localhost", "http://localhost:3000", "https://127.0.0.1:8080", "http://[::1]:1"]
        {
            assert!(is_local(origin), "{origin}");
        }
        for origin in
            ["null", "", "localhost", "http://localhost.evil.example", "http://127.0.0.1.evil.example"]
        {
            assert!(!is_local(origin), "{origin}");
        }
    }
}

//! Who may administrate.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::Uri;
use actix_web::http::header::{self, HeaderMap};
use actix_web::{FromRequest, HttpRequest};
use tapis_db::model::KeyScope;
use tapis_service::ServiceError;

use super::Bearer;
use crate::keys::KnownKey;
use crate::problem::ApiError;
use crate::state::AppState;

/// The administrator: who has the admin token or, where none is set, whoever works on this machine. A page that somebody else
/// wrote and a proxy that somebody else speaks through are not on this machine, even when their connection is.
pub struct Administrator;

impl FromRequest for Administrator {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(admit(request, None).map(|()| Self))
    }
}

/// Lets the administrator pass. `scope` is the scope of keys that would do as well, if one would: who sent another key and no token
/// is told so.
///
/// # Errors
/// The caller is not the administrator.
pub(super) fn admit(request: &HttpRequest, scope: Option<KeyScope>) -> Result<(), ApiError> {
    let refusal = match administrates(request) {
        Err(refusal @ (ApiError::Service(ServiceError::TokenRequired) | ApiError::FromElsewhere { .. })) => {
            refusal
        }
        answer => return answer,
    };
    Err(KnownKey::of(request).map_or(refusal, |key| key.opens_less(scope)))
}

fn administrates(request: &HttpRequest) -> Result<(), ApiError> {
    let state = AppState::of(request)?;
    let bearer = Bearer::of(request)?;
    match (&state.settings.security.admin_token, bearer.token()) {
        (None, _) => from_here(request).map_err(|wrong| ApiError::FromElsewhere { wrong }),
        (Some(_), None) => Err(ServiceError::TokenRequired.into()),
        (Some(token), Some(presented)) if token.matches(presented) => Ok(()),
        (Some(_), Some(_)) => Err(ServiceError::UnknownToken.into()),
    }
}

/// Whether a request was made on this machine, by somebody who knows that it goes to this machine: a page whose name was made
/// to lead here (DNS rebinding) still says its own name.
///
/// # Errors
/// What says that it was not: a noun of the texts of refusals.
fn from_here(request: &HttpRequest) -> Result<(), &'static str> {
    if !request.peer_addr().is_some_and(|peer| peer.ip().to_canonical().is_loopback()) {
        return Err("another_machine");
    }
    if request.headers().keys().any(|name| is_of_a_proxy(name.as_str())) {
        return Err("through_proxy");
    }
    if !names_this_machine(request) {
        return Err("other_host");
    }
    let origin = request.headers().get(header::ORIGIN);
    if origin.is_some_and(|origin| !origin.to_str().is_ok_and(is_own_origin)) {
        return Err("other_origin");
    }
    Ok(())
}

/// Headers that proxies add, whatever stands in them.
fn is_of_a_proxy(name: &str) -> bool {
    const NAMES: [&str; 6] =
        ["forwarded", "via", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip"];
    name.starts_with("x-forwarded") || NAMES.contains(&name)
}

/// Whether every name that a request gives its server is one of this machine, and there is one.
fn names_this_machine(request: &HttpRequest) -> bool {
    let headers: &HeaderMap = request.headers();
    let hosts: Option<Vec<&str>> = headers.get_all(header::HOST).map(|host| host.to_str().ok()).collect();
    let Some(mut names) = hosts else { return false };
    names.extend(request.uri().authority().map(|authority| authority.as_str()));
    !names.is_empty() && names.into_iter().all(is_this_machine)
}

/// `localhost`, `127.0.0.1` or `[::1]`, with any port or none.
fn is_this_machine(host: &str) -> bool {
    let port = |rest: &str| match rest.strip_prefix(':') {
        Some(port) => port.parse::<u16>().is_ok(),
        None => rest.is_empty(),
    };
    ["localhost", "127.0.0.1", "[::1]"].iter().any(|name| {
        host.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
            && port(&host[name.len()..])
    })
}

fn is_own_origin(origin: &str) -> bool {
    let uri: Option<Uri> = origin.parse().ok();
    uri.as_ref().and_then(Uri::authority).is_some_and(|authority| is_this_machine(authority.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_three_names_are_this_machine() {
        for host in ["localhost", "LOCALHOST:8080", "127.0.0.1", "127.0.0.1:1", "[::1]", "[::1]:65535"] {
            assert!(is_this_machine(host), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "localhost.evil.example",
            "localhost.",
            "127.0.0.1.evil.example",
            "127.0.0.2",
            "[::1",
            "[::1]x",
            "localhost:",
            "localhost:99999",
            "localhost:80@evil.example",
            "evil.example:80",
            "\u{e9}localhost",
        ] {
            assert!(!is_this_machine(host), "{host}");
        }
        assert!(is_own_origin("http://localhost:5173") && is_own_origin("http://[::1]:8080"));
        assert!(
            !is_own_origin("null")
                && !is_own_origin("https://evil.example")
                && !is_own_origin("http://localhost.evil.example")
        );
    }
}

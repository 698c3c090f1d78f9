//! Who may administrate.

use actix_web::HttpRequest;
use tapis_db::model::KeyScope;
use tapis_service::ServiceError;

use super::Bearer;
use crate::keys::KnownKey;
use crate::problem::ApiError;
use crate::state::AppState;

/// The administrator: who has the admin token, wherever the request comes from. A connection from this machine proves nothing: a proxy
/// may hold it, for anybody.
pub struct Administrator;

at_once!(Administrator, request => admit(request, Bearer::of(request), None).map(|()| Self));

/// Lets the administrator pass, by what the caller bears. `scope` is the scope of keys that would do as well, if one would: who sent another key and no token
/// is told so.
///
/// # Errors
/// The caller is not the administrator.
pub(super) fn admit(
    request: &HttpRequest,
    bearer: Result<Bearer, ApiError>,
    scope: Option<KeyScope>,
) -> Result<(), ApiError> {
    match bearer.and_then(|bearer| administrates(request, &bearer)) {
        Err(refusal @ ApiError::AdminTokenRequired) => {
            Err(KnownKey::of(request).map_or(refusal, |key| key.opens_less(scope)))
        }
        answer => answer,
    }
}

/// That the bearer has the admin token.
pub(super) fn administrates(request: &HttpRequest, bearer: &Bearer) -> Result<(), ApiError> {
    match bearer.token() {
        None => Err(ApiError::AdminTokenRequired),
        Some(presented) if AppState::of(request)?.admin.matches(presented) => Ok(()),
        Some(_) => Err(ServiceError::UnknownToken.into()),
    }
}

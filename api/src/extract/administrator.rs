//! Who may administrate, and who may run experiments.

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

/// A designer: who has a key of scope `lab`, or is the administrator.
pub struct Designer {
    /// The name of its key, unless it is the administrator.
    pub key: Option<String>,
}

at_once!(Designer, request => Self::of(request, Bearer::of(request)));

impl Designer {
    /// Whoever sent a request and bears this, if it is a designer.
    ///
    /// # Errors
    /// It is none.
    pub fn of(request: &HttpRequest, bearer: Result<Bearer, ApiError>) -> Result<Self, ApiError> {
        let Some(key) = KnownKey::of(request).filter(|key| key.scope() == KeyScope::Lab) else {
            return admit(request, bearer, Some(KeyScope::Lab)).map(|()| Self { key: None });
        };
        let is_administrator = bearer.is_ok_and(|bearer| administrates(request, &bearer).is_ok());
        Ok(Self { key: (!is_administrator).then(|| key.name().to_owned()) })
    }
}

/// Lets the administrator pass, by what the caller bears. `scope` is the scope of keys that would do as well, if one would: who sent another key and no token
/// is told so.
///
/// # Errors
/// The caller is not the administrator.
fn admit(
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

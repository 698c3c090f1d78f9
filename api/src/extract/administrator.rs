//! Who may administrate.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use tapis_db::model::KeyScope;
use tapis_service::ServiceError;

use super::Bearer;
use crate::keys::KnownKey;
use crate::problem::ApiError;
use crate::state::AppState;

/// The administrator: who has the admin token, wherever the request comes from. A connection from this machine proves nothing: a proxy
/// may hold it, for anybody.
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
    match administrates(request) {
        Err(refusal @ ApiError::AdminTokenRequired) => {
            Err(KnownKey::of(request).map_or(refusal, |key| key.opens_less(scope)))
        }
        answer => answer,
    }
}

fn administrates(request: &HttpRequest) -> Result<(), ApiError> {
    let bearer = Bearer::of(request)?;
    match bearer.token() {
        None => Err(ApiError::AdminTokenRequired),
        Some(presented) if AppState::of(request)?.admin.matches(presented) => Ok(()),
        Some(_) => Err(ServiceError::UnknownToken.into()),
    }
}

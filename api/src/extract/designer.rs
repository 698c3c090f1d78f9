//! Who may run experiments.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use tapis_db::model::KeyScope;

use super::Bearer;
use super::administrator::{admit, administrates};
use crate::keys::KnownKey;
use crate::problem::ApiError;

/// A designer: who has a key of scope `lab`, or is the administrator.
pub struct Designer {
    /// The name of its key, unless it is the administrator.
    pub key: Option<String>,
}

impl FromRequest for Designer {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Self::of(request, Bearer::of(request)))
    }
}

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

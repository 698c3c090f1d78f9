//! Who may run experiments.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use tapis_db::model::KeyScope;

use super::Bearer;
use super::administrator::admit;
use crate::keys::KnownKey;
use crate::problem::ApiError;

/// A designer: who has a key of scope `lab`, or is the administrator.
pub struct Designer;

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
        match KnownKey::of(request) {
            Some(key) if key.scope() == KeyScope::Lab => Ok(Self),
            _ => admit(request, bearer, Some(KeyScope::Lab)).map(|()| Self),
        }
    }
}

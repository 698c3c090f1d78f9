//! Who may run experiments.

use actix_web::HttpRequest;
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

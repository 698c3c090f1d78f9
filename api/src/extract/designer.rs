//! Who may run experiments.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use tapis_db::model::KeyScope;

use super::administrator::admit;
use crate::keys::KnownKey;
use crate::problem::ApiError;

/// A designer: who has a key of scope `lab`, or is the administrator.
pub struct Designer;

impl FromRequest for Designer {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let admitted = match KnownKey::of(request) {
            Some(key) if key.scope() == KeyScope::Lab => Ok(()),
            _ => admit(request, Some(KeyScope::Lab)),
        };
        ready(admitted.map(|()| Self))
    }
}

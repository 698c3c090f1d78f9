//! Whose key a request came with.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};

use crate::keys::KnownKey;
use crate::problem::ApiError;

/// Whoever sent a key that is in force, by its name.
pub struct KeyHolder(pub String);

impl FromRequest for KeyHolder {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(key_name(request).map(Self).ok_or(ApiError::KeyRequired))
    }
}

/// The name of the key that came with a request, if one did.
pub fn key_name(request: &HttpRequest) -> Option<String> {
    KnownKey::of(request).map(|key| key.name().to_owned())
}

//! Query parameters.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use serde::de::DeserializeOwned;

use crate::problem::ApiError;

/// Query parameters, read into a type that denies unknown fields.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned> FromRequest for Query<T> {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(parse(request.query_string()))
    }
}

fn parse<T: DeserializeOwned>(text: &str) -> Result<Query<T>, ApiError> {
    match web::Query::<T>::from_query(text) {
        Ok(query) => Ok(Query(query.into_inner())),
        Err(error) => {
            let detail = match &error {
                actix_web::error::QueryPayloadError::Deserialize(error) => error.to_string(),
                other => other.to_string(),
            };
            Err(ApiError::InvalidQuery(vec![tapis_service::FieldError::new("", detail)]))
        }
    }
}

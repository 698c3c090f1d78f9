//! Requests that name the state of a game on which they were decided.

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tapis_games::locale::said;
use tapis_games::seat::Seat;
use tapis_service::retry::RetryKey;
use tapis_service::tables::Expected;

use super::body::{Reading, bytes_of};
use super::headers::Tags;
use super::{Bearer, retry_key_of_holder, strict};
use crate::problem::ApiError;
use crate::state::AppState;

/// A request of a seat's player: its key, the state it was decided on, and its body.
pub struct Decided<T, const MAY_BE_EMPTY: bool = false> {
    /// The identity of the request.
    pub retry: Option<RetryKey>,
    /// The body.
    pub body: T,
    condition: Option<Tags>,
    version: Option<u64>,
}

impl<T, const MAY_BE_EMPTY: bool> Decided<T, MAY_BE_EMPTY> {
    /// On which state it was decided, by `If-Match`, by `version` in the body, by both, or by neither.
    pub fn expects(&self, seat: Seat) -> Vec<Expected> {
        let condition = self.condition.as_ref().map(|condition| condition.expected(seat));
        condition.into_iter().chain(self.version.map(|known| Expected::OneOf(vec![known]))).collect()
    }
}

impl<T: DeserializeOwned + 'static, const MAY_BE_EMPTY: bool> FromRequest for Decided<T, MAY_BE_EMPTY> {
    type Error = ApiError;
    type Future = Reading<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let state = AppState::of(&request)?;
            let bearer = Bearer::of(&request)?;
            let bytes = bytes_of(&request, payload, MAY_BE_EMPTY).await?;
            let retry = retry_key_of_holder(state, &request, &bearer, &bytes)?;
            let condition = Tags::if_match(&request)?;
            let value = strict::value(&bytes)?;
            Ok(Self {
                retry,
                version: known_version(&value)?,
                body: strict::typed(&value.to_string())?,
                condition,
            })
        })
    }
}

/// The `version` of a body: what its sender knew when it decided.
///
/// # Errors
/// It is none.
pub fn known_version(body: &Value) -> Result<Option<u64>, ApiError> {
    let version = body.get("version").map(|version| version.as_u64().filter(|known| *known > 0));
    version.map(|known| known.ok_or_else(|| ApiError::field("/version", said("version_number")))).transpose()
}

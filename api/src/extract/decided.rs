//! Requests that say on which state of a game they were decided.

use actix_web::HttpRequest;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tapis_games::locale::said;
use tapis_games::seat::Seat;
use tapis_service::retry::RetryKey;
use tapis_service::tables::Expected;

use super::headers::IfMatch;
use super::{Bearer, retry_key_of_holder, strict};
use crate::problem::ApiError;
use crate::state::AppState;

/// A request of somebody at a seat: its key, the state it was decided on, and its body, read once. The service tells what of it
/// cannot be read when its turn comes.
pub struct Decided<T> {
    /// The identity of the request.
    pub retry: Option<RetryKey>,
    /// By `If-Match`, by `version` in the body, by both, or by neither.
    pub expects: Result<Vec<Expected>, ApiError>,
    /// The body.
    pub body: Result<T, ApiError>,
}

impl<T: DeserializeOwned> Decided<T> {
    /// Reads the request of whoever sits at `seat`.
    ///
    /// # Errors
    /// The key cannot be used.
    pub fn read(
        state: &AppState,
        request: &HttpRequest,
        (bearer, seat): (&Bearer, Seat),
        bytes: &[u8],
    ) -> Result<Self, ApiError> {
        let retry = retry_key_of_holder(state, request, bearer, bytes)?;
        let (version, body) = strict::parse_versioned(bytes);
        Ok(Self { retry, expects: decided_on(request, seat, version), body })
    }
}

/// The condition that `If-Match` makes, if it is there.
///
/// # Errors
/// It cannot be read.
pub fn expected(request: &HttpRequest, seat: Seat) -> Result<Vec<Expected>, ApiError> {
    Ok(IfMatch::if_any(request)?.map(|condition| condition.expected(seat)).into_iter().collect())
}

fn decided_on(request: &HttpRequest, seat: Seat, version: Option<Value>) -> Result<Vec<Expected>, ApiError> {
    let condition = expected(request, seat)?;
    let named = version.map(|version| {
        let known = version.as_u64().filter(|known| *known > 0).map(|known| Expected::OneOf(vec![known]));
        known.ok_or_else(|| ApiError::field("/version", said("version_number")))
    });
    Ok(condition.into_iter().chain(named.transpose()?).collect())
}

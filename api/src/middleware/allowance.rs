//! Refuses callers who ask too often.

use std::sync::Arc;

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpRequest, ResponseError};

use crate::extract::account;
use crate::problem::ApiError;
use crate::rates::{self, PolicyState};
use crate::state::AppState;

/// Asks the policies that concern the request, by its key or its address, and tells what they said in `RateLimit-Policy` and `RateLimit`.
///
/// # Errors
/// Those of the inner service.
pub async fn allowance<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let state = AppState::of(request.request())?;
    let (said, refusal) = admit(state, request.request());
    let mut response = match refusal {
        Some(refusal) => request.into_response(refusal.error_response()).map_into_right_body(),
        None => next.call(request).await?.map_into_left_body(),
    };
    if !said.is_empty() {
        for (name, value) in rates::headers(&said) {
            if let Ok(value) = HeaderValue::from_str(&value) {
                response.headers_mut().insert(HeaderName::from_static(name), value);
            }
        }
    }
    Ok(response)
}

/// What the policies of a request's key say to it, or those of its address; and why it is refused, if it is. A key that is none is
/// counted for the address, so that guesses at keys are as rare as other requests.
fn admit(state: &AppState, request: &HttpRequest) -> (Vec<PolicyState>, Option<ApiError>) {
    let presented = state.keys.presented(request);
    let key = presented.as_ref().ok().and_then(Option::as_ref);
    if let Some(key) = key {
        request.extensions_mut().insert(Arc::clone(key));
    }
    let rates = key.map_or(&state.rates, |key| &key.rates);
    let account = account(request);
    let said = account.map_or_else(Vec::new, |account| rates.ask(&account, request.method(), request.path()));
    let limited = said.iter().find_map(|said| said.wait_s);
    if let (Some(_), Some(key)) = (limited, key) {
        key.count_limited();
    }
    let limited = limited.map(|retry_after_s| ApiError::RateLimited { retry_after_s });
    (said, limited.or(presented.err()))
}

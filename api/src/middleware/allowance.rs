//! Refuses callers who ask too often.

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, ResponseError};

use crate::extract::caller_address;
use crate::problem::ApiError;
use crate::rates;
use crate::state::AppState;

/// Asks the policies that concern the request, and tells what they said in `RateLimit-Policy` and `RateLimit`.
///
/// # Errors
/// Those of the inner service.
pub async fn allowance<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let state = AppState::of(request.request())?;
    let said = match caller_address(request.request()) {
        Some(address) => state.rates.ask(address, request.method(), request.path()),
        None => Vec::new(),
    };
    let refused = said.iter().find_map(|said| said.wait_s);
    let mut response = match refused {
        Some(retry_after_s) => {
            let refusal = ApiError::RateLimited { retry_after_s }.error_response();
            request.into_response(refusal).map_into_right_body()
        }
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

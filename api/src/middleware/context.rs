//! Request ids and the headers every answer carries.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpRequest};

use crate::state::AppState;

/// The id of a request: the caller's `X-Request-Id` when it is sound, else a new one.
#[derive(Clone, Debug)]
pub struct RequestId(pub String);

/// Gives the request an id and the answer its headers.
///
/// # Errors
/// Those of the inner service.
pub async fn context<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let id = request_id(request.request());
    request.extensions_mut().insert(RequestId(id.clone()));
    let mut response = next.call(request).await?;
    let headers = response.headers_mut();
    if let Ok(value) = HeaderValue::from_str(&id) {
        headers.insert(HeaderName::from_static("x-request-id"), value);
    }
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}

fn request_id(request: &HttpRequest) -> String {
    let given = request.headers().get("x-request-id").and_then(|value| value.to_str().ok());
    let sound = |id: &&str| {
        (1..=64).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    match (given.filter(sound), AppState::of(request)) {
        (Some(id), _) => id.to_owned(),
        (None, Ok(state)) => state.sources.ids.next().to_string(),
        (None, Err(_)) => String::new(),
    }
}

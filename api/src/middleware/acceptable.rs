//! Nobody gets a media type that was asked not to come, or a language that is none.

use actix_web::body::MessageBody;
use actix_web::dev::ServiceRequest;
use actix_web::http::{Method, header};
use actix_web::middleware::Next;
use actix_web::mime::Mime;

use super::Back;
use crate::extract::Accepted;
use crate::languages;
use crate::problem::ApiError;

/// Refuses to read out what `Accept` leaves out. What was changed is answered whatever `Accept` says: a refusal would read as
/// if it had not been.
///
/// # Errors
/// Those of the inner service, [`ApiError::NotAcceptable`], and languages that there are not.
pub async fn acceptable<B: MessageBody>(request: ServiceRequest, next: Next<B>) -> Back<B> {
    let asked = languages::of(request.request());
    asked.map_err(|detail| ApiError::query(languages::PARAMETER, detail))?;
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let accept = request.headers().get(header::ACCEPT).filter(|accept| reads && accept.as_bytes() != b"*/*");
    let accepted = accept.map(|_| Accepted::of(request.request()));
    let response = next.call(request).await?;
    let Some(accepted) = accepted else { return Ok(response) };
    let media = response.headers().get(header::CONTENT_TYPE).and_then(|media| media.to_str().ok());
    let media = media.and_then(|media| media.parse::<Mime>().ok()).filter(|_| response.status().is_success());
    match media.filter(|media| !accepted.takes(media)) {
        Some(media) => Err(ApiError::NotAcceptable { types: vec![media.essence_str().to_owned()] }.into()),
        None => Ok(response),
    }
}

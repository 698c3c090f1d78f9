//! Answers that are not compressed on the way.

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderValue};
use actix_web::middleware::Next;

use super::Back;

/// Bytes of an answer for which no compressor is begun: that takes longer than most short answers, and saves no packet.
const SHORT: u64 = 1_000;

/// Keeps short answers from being compressed.
///
/// # Errors
/// Those of the inner service.
pub async fn short_as_it_is<B: MessageBody>(request: ServiceRequest, next: Next<B>) -> Back<B> {
    let mut response = next.call(request).await?;
    let is_short = matches!(response.response().body().size(), BodySize::Sized(bytes) if bytes < SHORT);
    if is_short && !response.headers().contains_key(header::CONTENT_ENCODING) {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("identity"));
    }
    Ok(response)
}

/// What kept an answer from being compressed is told to nobody, where its length is known.
pub(super) fn uncoded(response: &mut ServiceResponse<BoxBody>) {
    if response.response().body().size() != BodySize::Stream
        && response.headers().get(header::CONTENT_ENCODING).is_some_and(|coding| coding == "identity")
    {
        response.headers_mut().remove(header::CONTENT_ENCODING);
    }
}
